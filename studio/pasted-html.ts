import { BREAK, type Marks, NO_MARKS, type Run, tidy } from './pasted-runs.ts'

export type PastedBlock = {
  style: 'normal' | 'h2' | 'h3'
  item: { kind: 'bullet' | 'number'; level: number } | undefined
  runs: Run[]
}
/** Rows of cells; every row has the same number of cells. */
export type PastedTable = { headerRows: number; rows: PastedBlock[][][] }
export type Pasted = PastedBlock | PastedTable

type Item = { kind: 'bullet' | 'number'; level: number; block: PastedBlock | undefined }
/** What the elements around a node say. */
type Around = Marks & { item: Item | undefined; depth: number; ordered: boolean }

/** Of `Node`, which only a browser has. */
const ELEMENT = 1
const TEXT = 3
const HEADING = /^h([1-6])$/
const BLOCKS =
  /^(p|div|blockquote|section|article|header|footer|main|figure|figcaption|address|dl|dt|dd|pre|center|form|caption|tr|td|th)$/
const LEFT_OUT =
  /^(style|script|meta|link|title|head|xml|template|noscript|noembed|noframes|colgroup|iframe|object|annotation|select|textarea)$/
const SPACES = /mso-spacerun|mso-tab-count/i
/** List markers, hidden text and comments of Word. */
const HIDDEN = /mso-list:\s*ignore|mso-hide:\s*all|display:\s*none|mso-element:\s*comment/i
const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'
const NUMBER = /^\(?(\d+([.)]\d+)*|[a-z]|[ivxlc]+)[.)]/i

/**
 * What an editor pasted, from the mark-up that Word, Google Docs, LibreOffice and mail programs put on the clipboard:
 * headings, lists with their levels, tables, line breaks, bold, italic and links. Everything else becomes plain text.
 */
export function readPasted(document: Document): Pasted[] {
  const found = partsOf(document.body, headingStyles(document))
  return found.filter((part) => 'rows' in part || part.runs.length > 0)
}

/** The first level becomes a section heading; the second too where the first is only the title of the text. */
type StyleOf = (element: Element) => PastedBlock['style']

function headingStyles(document: Document): StyleOf {
  const sections = [...document.querySelectorAll('h1, [role=heading]')]
  const largest = sections.filter((element) => levelOf(element) === 1).length > 1 ? 1 : 2
  return (element) => {
    const level = levelOf(element)
    if (level === undefined) return 'normal'
    return level <= largest ? 'h2' : 'h3'
  }
}

function levelOf(element: Element): number | undefined {
  if (element.getAttribute('role') === 'heading')
    return Number(element.getAttribute('aria-level') ?? 2)
  if (/^MsoTitle/.test(element.className)) return 1
  const level = HEADING.exec(element.localName)?.[1]
  return level === undefined ? undefined : Number(level)
}

function partsOf(root: Element, styleOf: StyleOf): Pasted[] {
  const reader = new Reader(styleOf)
  reader.children(root, { ...NO_MARKS, item: undefined, depth: 0, ordered: false })
  reader.close()
  // At the end: a step is opened again for each of its paragraphs.
  for (const part of reader.parts) if (!('rows' in part)) part.runs = tidy(part.runs)
  return reader.parts.filter((part) => 'rows' in part || part.runs.length > 0)
}

class Reader {
  readonly parts: Pasted[] = []
  readonly #styleOf: StyleOf
  #open: PastedBlock | undefined
  constructor(styleOf: StyleOf) {
    this.#styleOf = styleOf
  }

  close() {
    this.#open = undefined
  }

  children(node: Element, around: Around) {
    for (const child of node.childNodes) {
      if (child.nodeType === TEXT) this.#add(child.textContent ?? '', around)
      if (child.nodeType === ELEMENT) this.#visit(child as Element, around)
    }
  }

  #start(style: PastedBlock['style'], item: Item | undefined): PastedBlock {
    this.close()
    if (item?.block) {
      // A second paragraph of one step: its own block would begin the numbers again.
      item.block.runs.push({ ...NO_MARKS, text: BREAK })
      this.#open = item.block
      return item.block
    }
    const block = { style, item: item && { kind: item.kind, level: item.level }, runs: [] }
    if (item) item.block = block
    this.parts.push(block)
    this.#open = block
    return block
  }

  #add(text: string, { isBold, isItalic, href, item }: Around) {
    if (!this.#open && text.trim() === '') return
    const block = this.#open ?? this.#start('normal', item)
    block.runs.push({ text, isBold: isBold && block.style === 'normal', isItalic, href })
  }

  /** Two line breaks separate paragraphs, as in mails. */
  #break() {
    const block = this.#open
    const before = block?.runs.findLast(({ text }) => text.trim() !== '')
    if (block?.item === undefined && before?.text === BREAK) this.close()
    else block?.runs.push({ ...NO_MARKS, text: BREAK })
  }

  #visit(element: Element, around: Around) {
    const style = element.getAttribute('style') ?? ''
    const name = element.localName
    if (isLeftOut(element, style)) return
    if (SPACES.test(style)) return this.#add(' ', around)
    if (name === 'br') return this.#break()
    if (name === 'table') return this.#table(element as HTMLTableElement, around)
    const within = marksOf(element, style, around)
    const isList = name === 'ul' || name === 'ol'
    if (isList)
      return this.children(element, { ...within, depth: around.depth + 1, ordered: name === 'ol' })
    this.#block(element, style, within)
  }

  #block(element: Element, style: string, around: Around) {
    const item = itemOf(element, style, around)
    const heading = this.#styleOf(element)
    const isOwn = item !== around.item || heading !== 'normal' || BLOCKS.test(element.localName)
    if (!isOwn) return this.children(element, around)
    this.#start(item ? 'normal' : heading, item)
    this.children(element, { ...around, item })
    this.close()
  }

  #table(element: HTMLTableElement, around: Around) {
    this.close()
    if (element.caption) this.children(element.caption, { ...around, item: undefined })
    this.close()
    const table = tableOf(element, this.#styleOf)
    if (table) this.parts.push(table)
    else for (const cell of cellsOf(element)) this.children(cell, around)
    this.close()
    // What follows the table in its step must not move in front of it.
    if (around.item) around.item.block = undefined
  }
}

const isLeftOut = (element: Element, style: string) =>
  LEFT_OUT.test(element.localName) ||
  HIDDEN.test(style) ||
  element.matches('.msoDel, .Apple-interchange-newline')

/** The item that an element begins, or the one around it. */
function itemOf(element: Element, style: string, { item, depth, ordered }: Around) {
  if (element.localName === 'li') {
    const level = Number(element.getAttribute('data-aria-level')) || Math.max(1, depth)
    return { kind: ordered ? 'number' : 'bullet', level, block: undefined } satisfies Item
  }
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(style)?.[1]
  if (level === undefined || item || levelOf(element) !== undefined) return item
  const marker = element.querySelector(MARKER)?.textContent?.trim() ?? ''
  const kind = NUMBER.test(marker) ? 'number' : 'bullet'
  return { kind, level: Number(level), block: undefined } satisfies Item
}

function marksOf(element: Element, style: string, around: Around): Around {
  const weight = /(?:^|[;\s])font-weight:\s*(\w+)/i.exec(style)?.[1]
  const slant = /(?:^|[;\s])font-style:\s*(\w+)/i.exec(style)?.[1]
  const isBoldTag = /^(b|strong)$/.test(element.localName)
  const isItalicTag = /^(i|em)$/.test(element.localName)
  const href = element.localName === 'a' ? element.getAttribute('href') : null
  return {
    ...around,
    isBold: weight ? /^(bold|bolder|[6-9]00)$/i.test(weight) : isBoldTag || around.isBold,
    isItalic: slant ? /^(italic|oblique)$/i.test(slant) : isItalicTag || around.isItalic,
    href: href ?? around.href,
  }
}

const cellsOf = (table: HTMLTableElement) => [...table.rows].flatMap((row) => [...row.cells])

/** Undefined for a table of one column or none: it only arranges text. */
function tableOf(table: HTMLTableElement, styleOf: StyleOf): PastedTable | undefined {
  const lines = [...table.rows].map((row) => [...row.cells])
  /** By column: in how many of the next rows a cell from above stands there. */
  const below: number[] = []
  const rows = lines.map((cells) => {
    const row: PastedBlock[][] = []
    const leaveRoom = () => {
      for (let more = below[row.length] ?? 0; more > 0; more = below[row.length] ?? 0) {
        below[row.length] = more - 1
        row.push([])
      }
    }
    for (const cell of cells) {
      leaveRoom()
      const blocks = partsOf(cell, styleOf).flatMap(inCell)
      for (let column = 0; column < Math.min(Math.max(cell.colSpan, 1), 50); column += 1) {
        below[row.length] = cell.rowSpan - 1
        row.push(column === 0 ? blocks : [])
      }
    }
    leaveRoom()
    return row
  })
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width < 2) return undefined
  for (const row of rows) while (row.length < width) row.push([])
  const isHeader = (cells: HTMLTableCellElement[]) =>
    cells.every(({ localName, parentElement }) =>
      [localName, parentElement?.parentElement?.localName].some((name) => /^th/.test(name ?? '')),
    )
  const first = lines.findIndex((cells) => !isHeader(cells))
  return { headerRows: rows.length < 2 ? 0 : Math.max(1, first), rows }
}

/** A cell holds paragraphs and lists: headings become paragraphs, and a table within it its cells. */
const inCell = (part: Pasted): PastedBlock[] =>
  'rows' in part
    ? part.rows.flat(2)
    : [
        {
          ...part,
          style: 'normal',
          runs:
            part.style === 'normal'
              ? part.runs
              : part.runs.map((run) => ({ ...run, isBold: true })),
        },
      ]
