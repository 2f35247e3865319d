import { ID, type Parsed, type Requirement, type TextFile } from './parse.ts'
import { testTitles } from './titles.ts'

export type Report = {
  /** What must be corrected; none: the command succeeds. */
  readonly faults: readonly string[]
  /** Requirements without a test, open ones included. */
  readonly untested: readonly Requirement[]
}

const idsIn = (text: string): string[] => text.match(ID) ?? []

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

function unknownIds(files: readonly TextFile[], known: ReadonlySet<string>): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(ID)]
      .filter(([id]) => !known.has(id))
      .map((match) => `${path}:${lineAt(text, match.index)}: there is no requirement ${match[0]}`),
  )
}

/** A file or folder in backticks; a build's own output does not exist in a fresh clone. */
const FILE_REFERENCE =
  /`((?:src|local|studio|schemas|content|scripts|supabase|shared|tests|bench|docs|deploy|integrations|map|public)\/(?!dist\b)[\w./[\]-]*)`/g

/** Files that a document names and that do not exist, as `path:line`. */
function missingFiles(sources: readonly TextFile[], exists: (path: string) => boolean): string[] {
  return sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(FILE_REFERENCE)]
        .filter(([, named = '']) => !exists(named))
        .map(({ 1: named, index }) => `${path}:${lineAt(text, index)}: there is no ${named}`),
    )
}

/** Characters before a `§` in which `RFC 9110` or `WCAG 2.2` makes it a reference to that public standard. */
const STANDARD_DISTANCE = 60

/** References to a section (`§` and a digit) of anything but an RFC or WCAG, as `path:line`. */
export function sectionReferences({ path, text }: TextFile): string[] {
  return [...text.matchAll(/§\s*\d/g)]
    .filter(
      ({ index }) => !/RFC|WCAG/.test(text.slice(Math.max(0, index - STANDARD_DISTANCE), index)),
    )
    .map(({ index }) => `${path}:${lineAt(text, index)}`)
}

/** Every built requirement has a test that `npm test` runs, and none that is marked as open has one. */
function markerFaults(
  requirements: readonly Requirement[],
  tested: ReadonlySet<string>,
  inEveryRun: ReadonlySet<string>,
): string[] {
  return requirements.flatMap(({ id, file, openFor, isOfStandIn }) => {
    if (tested.has(id) && openFor !== undefined) {
      return [
        `${file}: ${id} has a test, so "(open: ${openFor})" moves to the points not built yet`,
      ]
    }
    if (openFor !== undefined || inEveryRun.has(id)) return []
    if (!tested.has(id)) return [`${file}: no test names ${id}`]
    return isOfStandIn ? [] : [`${file}: only npm run test:all proves ${id}`]
  })
}

/**
 * Compares the requirements with the code. `tests` are the test files, whose titles name what they prove; `sources`
 * are all files that may mention an id, the tests included; `exists` takes a path relative to the repository; `isAllOnly`
 * says which test files `npm test` leaves out.
 */
export function checkRequirements(
  { requirements, faults }: Parsed,
  {
    tests,
    sources,
    exists,
    isAllOnly,
  }: {
    tests: readonly TextFile[]
    sources: readonly TextFile[]
    exists: (path: string) => boolean
    isAllOnly: (path: string) => boolean
  },
): Report {
  const known = new Set(requirements.map(({ id }) => id))
  const idsOf = (files: readonly TextFile[]) => new Set(files.flatMap(testTitles).flatMap(idsIn))
  const tested = idsOf(tests)
  const inEveryRun = idsOf(tests.filter(({ path }) => !isAllOnly(path)))
  return {
    faults: [
      ...faults,
      ...unknownIds(sources, known),
      ...markerFaults(requirements, tested, inEveryRun),
      ...missingFiles(sources, exists),
      ...sources
        .flatMap(sectionReferences)
        .map((place) => `${place}: name a requirement instead of a section`),
    ],
    untested: requirements.filter(({ id }) => !tested.has(id)),
  }
}
