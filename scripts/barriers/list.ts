/** A barrier of tests/accessibility/barriers.md. */
export type Barrier = {
  readonly number: number
  readonly name: string
  /** The changed file. */
  readonly file: string
  /** The test that must notice the barrier: its file, and how its title begins. */
  readonly test: { readonly file: string; readonly title: string }
  /** Words of the fault that name the barrier; undefined where the test alone names it. */
  readonly words: string | undefined
  /** A line that occurs once in the file, and what replaces it. */
  readonly from: string
  readonly to: string
}

const ENTRY =
  /^## (?<number>\d+)\. (?<name>.+)\n\n`(?<file>[^`]+)`, noticed by `(?<testFile>[^`]+)`, `(?<title>[^`]+)`(?:, as `(?<words>[^`]+)`)?\n\n```diff\n(?<diff>[\s\S]*?)```$/gm

const linesOf = (diff: string, sign: '-' | '+') =>
  diff
    .split('\n')
    .filter((line) => line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('')

/** The barriers of the list. @throws when an entry has another form. */
export function parseBarriers(list: string): Barrier[] {
  const barriers = [...list.matchAll(ENTRY)].map(({ groups = {} }) => ({
    number: Number(groups['number']),
    name: groups['name'] ?? '',
    file: groups['file'] ?? '',
    test: { file: groups['testFile'] ?? '', title: groups['title'] ?? '' },
    words: groups['words'],
    from: linesOf(groups['diff'] ?? '', '-'),
    to: linesOf(groups['diff'] ?? '', '+'),
  }))
  const headings = list.match(/^## /gm)?.length ?? 0
  if (barriers.length !== headings)
    throw new Error(`${headings} barriers, of which ${barriers.length} have the form of an entry.`)
  return barriers
}

/** The source with the barrier. @throws when its line does not occur exactly once. */
export function withBarrier(source: string, { number, file, from, to }: Barrier): string {
  const lines = source.split(/(?<=\n)/)
  const count = lines.filter((line) => line === from).length
  if (count !== 1)
    throw new Error(`The line of barrier ${number} occurs ${count} times in ${file}.`)
  return lines.map((line) => (line === from ? to : line)).join('')
}
