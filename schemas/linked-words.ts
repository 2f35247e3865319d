import type { Path } from 'sanity'

type Block = { markDefs?: unknown; children?: { text?: string; marks?: string[] }[] }

/** The words of a text that carry the link at `path`; empty for a link outside texts, such as that of a button. Pure. */
function wordsOfLink(document: unknown, path: Path): string {
  const at = path.lastIndexOf('markDefs')
  if (at < 0) return ''
  const block = path.slice(0, at).reduce<unknown>(partOf, document) as Block | undefined
  const key = keyOf(path[at + 1])
  const linked = (block?.children ?? []).filter(({ marks = [] }) => key && marks.includes(key))
  return linked.map(({ text = '' }) => text).join('')
}

const keyOf = (segment: Path[number] | undefined) =>
  typeof segment === 'object' && '_key' in segment ? segment._key : undefined

function partOf(value: unknown, segment: Path[number]): unknown {
  const key = keyOf(segment)
  if (key === undefined) return (value as Record<string, unknown> | undefined)?.[String(segment)]
  return (value as { _key?: string }[] | undefined)?.find(({ _key }) => _key === key)
}

/** What is wrong with the address of another website, with the words that carry it. */
export function webAddressFault(
  url: string | undefined,
  { document, path = [] }: { document?: unknown; path?: Path | undefined },
): true | string {
  if (url === undefined) return true
  const { protocol, username, password } = URL.parse(url) ?? {}
  const words = wordsOfLink(document, path)
  const place = words === '' ? '' : `The link on “${words}”: `
  if (protocol !== 'https:')
    return `${place}A web address starts with https://, for example https://www.example.org`
  return username || password ? `${place}A web address must not contain a password` : true
}
