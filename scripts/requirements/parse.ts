/** One rule of docs/requirements: a heading `## SITE-01 Title (ours) (open: payments)`. */
export type Requirement = {
  readonly id: string
  readonly title: string
  readonly file: string
  /** The capability that the whole rule waits for; undefined when it is built, if only in part. */
  readonly openFor: string | undefined
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
/** A row of the README's table of capabilities, the only values that `(open: …)` may have. */
const CAPABILITY = /^\| `([a-z-]+)` \|/
const FILE_REFERENCE =
  /`((?:src|local|studio|schemas|content|scripts|supabase|shared|tests)\/[\w./[\]-]+)`/g

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0])

function parseHeading(line: string, file: string): Requirement | undefined {
  const [, id, title] = HEADING.exec(line) ?? []
  if (id === undefined || title === undefined) return undefined
  return { id, title, file, openFor: matches(title, OPEN)[0] }
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

/**
 * Reads the requirements. Faults: an id defined twice, a second-level heading without an id, an `(open: …)` with an
 * unknown capability, and a file named in backticks that `exists` denies. Paths are relative to the repository.
 */
export function parseRequirements(
  files: readonly TextFile[],
  exists: (path: string) => boolean,
): Parsed {
  const isReadme = ({ path }: TextFile): boolean => path.endsWith('README.md')
  const capabilities = new Set(
    files
      .filter(isReadme)
      .flatMap(({ text }) => text.split('\n').flatMap((line) => CAPABILITY.exec(line)?.[1] ?? [])),
  )
  const areas = files.filter((file) => !isReadme(file))
  const headings = areas.flatMap(({ path, text }) =>
    matches(text, SECOND_LEVEL).map((line) => ({ path, line, found: parseHeading(line, path) })),
  )
  const requirements = headings.flatMap(({ found }) => found ?? [])
  const faults = [
    ...headings
      .filter(({ found }) => found === undefined)
      .map(({ path, line }) => `${path}: the heading "${line}" has no id`),
    ...areas.flatMap(({ path, text }) => [
      ...matches(text, OPEN)
        .filter((name) => !capabilities.has(name))
        .map((name) => `${path}: unknown capability in (open: ${name})`),
      ...matches(text, FILE_REFERENCE)
        .filter((named) => !exists(named))
        .map((named) => `${path}: there is no ${named}`),
    ]),
    ...duplicates(requirements),
  ]
  return { requirements, faults }
}
