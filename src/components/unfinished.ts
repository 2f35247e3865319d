import type { Unfinished } from '#content/drafts.ts'

/** What a draft lacks, in an editor's words: `{name: 'Open day', field: 'Published on', lack: 'is missing'}`. */
export type Lack = { name: string | undefined; field: string; lack: string }

/** Names of the model that say little to an editor. */
const NAMES: Readonly<Record<string, string>> = { src: 'picture', alt: 'alternative text' }

/** What an error expects is, nearly always, simply not there yet. */
const LACKS: Readonly<Record<string, string>> = {
  'a text': 'is missing',
  'a number': 'is missing',
  'a published document': 'is missing',
  'a list with at least one entry': 'is empty',
}

/** `publishedOn` becomes "published on", `sections[1]` becomes "sections, entry 2". */
function wordsOf(part: string): string {
  const [, name = part, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(part) ?? []
  const words = NAMES[name] ?? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return index === undefined ? words : `${words}, entry ${Number(index) + 1}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words for one unfinished draft. */
export function lackOf({ where, expected, title }: Unfinished): Lack {
  const [document = where, ...path] = where.split('.')
  const field = path.length === 0 ? document : path.map(wordsOf).join(', ')
  // Documents that there is one of are named by their id, others by chance.
  const name = title ?? (/^[a-z]+(?:[A-Z][a-z]+)+$/.test(document) ? wordsOf(document) : undefined)
  return {
    name: name === undefined ? undefined : capital(name),
    field: capital(field),
    lack: LACKS[expected] ?? `must be ${expected}`,
  }
}
