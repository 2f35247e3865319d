import type { PortableTextBlock } from '@portabletext/editor'
import type { Pasted, PastedBlock, PastedTable } from './pasted-html.ts'
import { linkTargetOf } from './pasted-links.ts'
import { NO_MARKS } from './pasted-runs.ts'

/** What the text that is pasted into allows. */
type Allowed = {
  readonly styles: readonly string[]
  readonly hasTables: boolean
  readonly siteUrl: string | undefined
  readonly newKey: () => string
}

/** Pasted text as the blocks that the site shows. Where tables are not allowed, each row becomes a paragraph. Pure. */
export function blocksOf(parts: readonly Pasted[], allowed: Allowed): PortableTextBlock[] {
  return parts.flatMap((part): PortableTextBlock[] => {
    if (!('rows' in part)) return [textBlock(part, allowed)]
    if (allowed.hasTables) return [tableBlock(part, allowed)]
    return part.rows.map(inOneLine).map((line) => textBlock(line, allowed))
  })
}

const SEPARATOR = { ...NO_MARKS, text: ' – ' }

function inOneLine(cells: PastedBlock[][]): PastedBlock {
  const filled = cells.map((blocks) => blocks.flatMap(({ runs }) => runs))
  const runs = filled.filter((cell) => cell.length > 0).flatMap((cell) => [SEPARATOR, ...cell])
  return { style: 'normal', item: undefined, runs: runs.slice(1) }
}

function tableBlock({ headerRows, rows }: PastedTable, allowed: Allowed) {
  const key = allowed.newKey
  const cellOf = (blocks: PastedBlock[]) => ({
    _type: 'cell',
    _key: key(),
    value: (blocks.length > 0 ? blocks : [EMPTY]).map((block) => textBlock(block, allowed)),
  })
  const rowOf = (cells: PastedBlock[][]) => ({
    _type: 'row',
    _key: key(),
    cells: cells.map(cellOf),
  })
  return { _type: 'table', _key: key(), headerRows, rows: rows.map(rowOf) }
}

const EMPTY: PastedBlock = { style: 'normal', item: undefined, runs: [] }

function textBlock({ style, item, runs }: PastedBlock, { styles, siteUrl, newKey }: Allowed) {
  const linkOf = (href: string | undefined) => {
    const target = href === undefined ? undefined : linkTargetOf(href, siteUrl)
    return target && { _key: newKey(), _type: 'link' as const, ...target }
  }
  const markDefs: { _key: string; _type: 'link' }[] = []
  let link: (typeof markDefs)[number] | undefined
  const children = runs.map(({ text, isBold, isItalic, href }, index) => {
    if (href !== runs[index - 1]?.href) {
      link = linkOf(href)
      if (link) markDefs.push(link)
    }
    const marks = [...(isBold ? ['strong'] : []), ...(isItalic ? ['em'] : [])]
    return { _type: 'span', _key: newKey(), text, marks: link ? [...marks, link._key] : marks }
  })
  return {
    _type: 'block',
    _key: newKey(),
    style: styles.includes(style) ? style : 'normal',
    ...(item ? { listItem: item.kind, level: item.level } : {}),
    markDefs,
    children:
      children.length > 0 ? children : [{ _type: 'span', _key: newKey(), text: '', marks: [] }],
  }
}
