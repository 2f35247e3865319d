/** One rule of docs/requirements: a heading `## SITE-01 Title (ours) (open: staff screens)` or `(stand-in)`. */
export type Requirement = {
  readonly id: string
  readonly title: string
  readonly file: string
  /** What the whole rule waits for; undefined when it is built, if only in part. */
  readonly openFor: string | undefined
  /** Of a stand-in alone: proved by `npm run test:all`, not by `npm test`. */
  readonly isOfStandIn: boolean
}

export type TextFile = { readonly path: string; readonly text: string }

export type Parsed = {
  readonly requirements: readonly Requirement[]
  readonly faults: readonly string[]
}

/** An id: an area of three to five capital letters and two digits. */
export const ID = /(?<![\w-])[A-Z]{3,5}-\d{2}(?![\w-])/g

const HEADING = /^## ([A-Z]{3,5}-\d{2}) (.+)$/
const SECOND_LEVEL = /^## .*$/gm
const OPEN = /\(open: ([^)]*)\)/g
/** A row of the README's table of areas: the file and the first part of its ids. */
const AREA_ROW = /^\| \[([\w-]+\.md)\]\([^)]*\) \| ([A-Z, ]+) \|/gm

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

function parseHeading(line: string, file: string): Requirement | undefined {
  const [, id, title] = HEADING.exec(line) ?? []
  if (id === undefined || title === undefined) return undefined
  const openFor = matches(title, OPEN)[0]
  return { id, title, file, openFor, isOfStandIn: title.includes('(stand-in)') }
}

function duplicates(requirements: readonly Requirement[]): string[] {
  const seen = new Map<string, string>()
  const faults: string[] = []
  for (const { id, file } of requirements) {
    const first = seen.get(id)
    if (first === undefined) seen.set(id, file)
    else faults.push(`${file}: ${id} is already defined in ${first}`)
  }
  return faults
}

/** The README's table names each file with the areas of its ids, and no other file. */
function areaFaults(readme: TextFile, requirements: readonly Requirement[]): string[] {
  const areas = new Map<string, Set<string>>()
  for (const { id, file } of requirements) {
    const name = file.slice(file.lastIndexOf('/') + 1)
    areas.set(name, (areas.get(name) ?? new Set()).add(id.slice(0, id.indexOf('-'))))
  }
  const rows = new Map(
    [...readme.text.matchAll(AREA_ROW)].map(([, name = '', ids = '']) => [name, ids]),
  )
  return [...new Set([...areas.keys(), ...rows.keys()])].flatMap((name) => {
    const expected = [...(areas.get(name) ?? [])].sort().join(', ')
    const listed = rows.get(name)?.split(', ').sort().join(', ') ?? ''
    return listed === expected
      ? []
      : [`${readme.path}: ${name} has the ids "${expected}", and the table says "${listed}"`]
  })
}

/**
 * Reads the requirements. Faults: an id defined twice, a second-level heading without an id, and a row of the README's
 * table of areas that differs from the files.
 */
export function parseRequirements(files: readonly TextFile[]): Parsed {
  const isReadme = ({ path }: TextFile): boolean => path.endsWith('README.md')
  const headings = files
    .filter((file) => !isReadme(file))
    .flatMap(({ path, text }) =>
      matches(text, SECOND_LEVEL).map((line) => ({ path, line, found: parseHeading(line, path) })),
    )
  const requirements = headings.flatMap(({ found }) => found ?? [])
  const faults = [
    ...headings
      .filter(({ found }) => found === undefined)
      .map(({ path, line }) => `${path}: the heading "${line}" has no id`),
    ...files.filter(isReadme).flatMap((readme) => areaFaults(readme, requirements)),
    ...duplicates(requirements),
  ]
  return { requirements, faults }
}
