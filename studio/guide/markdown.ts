/** A piece of a line: plain text, bold, italic, code or a link. `key` is unique in its line. */
export type Inline = {
  readonly key: string
  readonly text: string
  readonly style?: 'bold' | 'italic' | 'code'
  readonly href?: string
}

type Item = { readonly key: string; readonly parts: readonly Inline[] }

/** `key` is unique in its text. */
export type Block = { readonly key: string } & (
  | { readonly kind: 'heading'; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Item[] }
  | { readonly kind: 'picture'; readonly alt: string; readonly src: string }
)

const HEADING = /^#{1,4} (.+)$/
const ITEM = /^(?:\d+\.|\*) +(.+)$/
const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g

/** The blocks of the Markdown that docs/for-staff.md uses; other syntax stays text. Pure. */
export function blocksOf(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block, at) => blockOf(block, String(at)))
}

function blockOf(text: string, key: string): Block {
  const [, title] = HEADING.exec(text) ?? []
  if (title) return { key, kind: 'heading', text: title, id: anchorOf(title) }
  const [, alt, src] = PICTURE.exec(text) ?? []
  if (alt !== undefined && src) return { key, kind: 'picture', alt, src }
  const items = itemsOf(text)
  if (items) return { key, kind: 'list', isOrdered: /^\d/.test(text), items }
  return { key, kind: 'paragraph', parts: inlinesOf(text.replaceAll('\n', ' ')) }
}

/** Undefined when the first line is not a list item. A line without a list mark continues the item before it. */
function itemsOf(text: string): Item[] | undefined {
  const lines = text.split('\n')
  if (!ITEM.test(lines[0] ?? '')) return
  const items: string[] = []
  for (const line of lines) {
    const [, content] = ITEM.exec(line) ?? []
    if (content === undefined) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else items.push(content)
  }
  return items.map((item, at) => ({ key: String(at), parts: inlinesOf(item) }))
}

function inlinesOf(text: string): Inline[] {
  const parts: Inline[] = []
  const add = (part: Omit<Inline, 'key'>) => parts.push({ key: String(parts.length), ...part })
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label = '', href = ''] = match
    if (match.index > end) add({ text: text.slice(end, match.index) })
    if (bold !== undefined) add({ text: bold, style: 'bold' })
    else if (italic !== undefined) add({ text: italic, style: 'italic' })
    else if (code !== undefined) add({ text: code, style: 'code' })
    else add({ text: label, href })
    end = match.index + whole.length
  }
  if (end < text.length) add({ text: text.slice(end) })
  return parts
}

/** The id of a heading: 'Write a news entry' becomes `write-a-news-entry`. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
