import { type SettingName, settingsNamedIn } from '#core/rules/setting-values.ts'

/** A document as in `data.ndjson`, before Sanity adds its own fields. */
export type SourceDocument = { _id: string; _type: string } & Record<string, unknown>
type Block = Record<string, unknown> & { _key: string; _type: string }
type Span = { _type: 'span'; text: string; marks: string[] }
type Setting = { _type: 'settingValue'; setting: SettingName }
type Child = (Span | Setting) & { _key: string }
type MarkDefinition = Record<string, unknown> & { _key: string; _type: 'link' }

const STYLES = [
  { prefix: '## ', style: 'h2' },
  { prefix: '### ', style: 'h3' },
]
const LISTS = [
  { pattern: /^- /, listItem: 'bullet' },
  { pattern: /^\d+\. /, listItem: 'number' },
]
const INLINE = /\*\*(.+?)\*\*|_(\S.*?\S)_|\[(.+?)\]\((\S+?)\)|\{(.+?)\}/g

/**
 * Portable text from a small subset of Markdown, so that the sample content stays readable in its source. A blank line
 * separates paragraphs; `## ` and `### ` are headings, `- ` and `1. ` lists, `**bold**`, `_italic_`, `[text](/path)`, `{Booking helpline}` a
 * value of the site settings.
 * Objects between the texts (pictures, boxes, buttons) keep their position.
 */
export function text(...parts: (string | Record<string, unknown>)[]): Block[] {
  const blocks = parts.flatMap((part) => (typeof part === 'string' ? paragraphs(part) : [part]))
  return blocks.map((block, index) => ({ ...block, _key: `b${index}` }) as Block)
}

function paragraphs(source: string): Record<string, unknown>[] {
  return source
    .trim()
    .split(/\n\s*\n/)
    .flatMap((chunk) => {
      const lines = chunk.split('\n').map((line) => line.trim())
      return isList(lines[0] ?? '') ? joinWrapped(lines).map(block) : [block(lines.join(' '))]
    })
}

function isList(line: string): boolean {
  return LISTS.some(({ pattern }) => pattern.test(line))
}

/** Joins the lines of a list item that spans several lines of the source. */
function joinWrapped(lines: string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (isList(line)) items.push(line)
    else items.push(`${items.pop() ?? ''} ${line}`)
  }
  return items
}

function block(line: string): Record<string, unknown> {
  const list = LISTS.find(({ pattern }) => pattern.test(line))
  const heading = STYLES.find(({ prefix }) => line.startsWith(prefix))
  const words = list ? line.replace(list.pattern, '') : line.slice(heading?.prefix.length ?? 0)
  const markDefs: MarkDefinition[] = []
  return {
    _type: 'block',
    style: heading?.style ?? 'normal',
    ...(list ? { listItem: list.listItem, level: 1 } : {}),
    children: spans(words, markDefs),
    markDefs,
  }
}

function spans(words: string, markDefs: MarkDefinition[]): Child[] {
  const found: (Span | Setting)[] = []
  const add = (piece: string, marks: string[]) => {
    if (piece) found.push({ _type: 'span', text: piece, marks })
  }
  let end = 0
  for (const match of words.matchAll(INLINE)) {
    const [whole, bold, italic, label, href, setting] = match
    add(words.slice(end, match.index), [])
    if (bold) add(bold, ['strong'])
    if (italic) add(italic, ['em'])
    if (label && href) add(label, [remember(href, markDefs)])
    if (setting) found.push({ _type: 'settingValue', setting: settingNamed(setting) })
    end = match.index + whole.length
  }
  add(words.slice(end), [])
  return found.map((span, index) => ({ _key: `s${index}`, ...span }))
}

function settingNamed(title: string): SettingName {
  const [name] = settingsNamedIn(`{${title}}`).names
  if (name === undefined) throw new Error(`No setting is called '${title}'.`)
  return name
}

function remember(href: string, markDefs: MarkDefinition[]): string {
  const _key = `l${markDefs.length}`
  markDefs.push({ ...link(href), _key })
  return _key
}

/** A link from its address: `/path`, `mailto:…`, `tel:…`, `https://…` or `file:name` in `content/files`. */
export function link(href: string): { _type: 'link' } & Record<string, unknown> {
  if (href.startsWith('/')) return { _type: 'link', kind: 'page', path: href }
  if (href.startsWith('mailto:')) return { _type: 'link', kind: 'email', email: href.slice(7) }
  if (href.startsWith('tel:')) return { _type: 'link', kind: 'telephone', phone: href.slice(4) }
  if (href.startsWith('file:')) return { _type: 'link', kind: 'file', file: file(href.slice(5)) }
  return { _type: 'link', kind: 'external', url: href }
}

export function button(label: string, href: string) {
  return { _type: 'callToAction', label, link: link(href) }
}

/** A table; its first row names the columns. */
export function table(...rows: readonly (readonly string[])[]) {
  return {
    _type: 'table',
    headerRows: 1,
    rows: rows.map((cells, row) => ({
      _type: 'row',
      _key: `r${row}`,
      cells: cells.map((cell, column) => ({
        _type: 'cell',
        _key: `c${column}`,
        value: text(cell),
      })),
    })),
  }
}

/** A file in `content/files`; the importer uploads it. */
export function file(name: string) {
  return { _type: 'file', _sanityAsset: `file@file://./files/${name}` }
}

/** A picture in `content/images` without texts; the importer uploads it. */
export const image = (name: string) => ({
  _type: 'image',
  _sanityAsset: `image@file://./images/${name}.png`,
})

/** A picture in `content/images`; the importer uploads it. */
export function picture(
  name: string,
  alt: string,
  more: { caption?: string; textVersion?: string } = {},
) {
  return { ...image(name), _type: 'figure', alt, ...more }
}

export type Tone = 'information' | 'warning' | 'green' | 'amber' | 'red'

export function box(tone: Tone, heading: string, words: string) {
  return { _type: 'callOut', tone, heading, body: text(words) }
}

export function opening(heading: string, words: string, previewLength = 250) {
  return { _type: 'expandableText', heading, body: text(words), previewLength }
}

type CardOptions = {
  previewLength?: number
  image?: ReturnType<typeof picture>
  button?: ReturnType<typeof button>
}

export function card(heading: string, words: string, options: CardOptions = {}) {
  return { _type: 'card', heading, body: text(words), ...options }
}

/** Who stands behind a health text of the sample: invented people. */
export function health(
  author: string,
  sources: readonly (readonly [title: string, url?: string])[],
) {
  return {
    author,
    reviewer: 'Mr Vikram Saldanha-Pike, consultant urologist (an invented person)',
    reviewedOn: '2026-06-15',
    nextReviewOn: '2029-06-15',
    sources: keyed(
      sources.map(([title, url]) => ({
        _type: 'source',
        title,
        ...(url !== undefined && { url }),
      })),
    ),
  }
}

/** Adds the `_key` that Sanity requires for items of an array. */
export function keyed<Item extends object>(items: readonly Item[]): (Item & { _key: string })[] {
  return items.map((item, index) => ({ ...item, _key: `i${index}` }))
}

export function reference(id: string) {
  return { _type: 'reference', _ref: id }
}

export function references(ids: readonly string[]) {
  return keyed(ids.map(reference))
}
