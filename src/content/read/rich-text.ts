import type { STORIES_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FIGURE_FIELDS, type Figure, figureOf } from '#content/read/figure.ts'
import {
  CALL_TO_ACTION_FIELDS,
  type CallToAction,
  type ContentLink,
  callToActionOf,
  LINK_FIELDS,
  linkOf,
} from '#content/read/link.ts'
import { type SettingLink, settingLinks, settingOf } from '#content/read/setting-in-text.ts'
import { VIDEO_FIELDS, type Video, videoOf } from '#content/read/video.ts'
import {
  CALL_OUT_TONES,
  type CallOutTone,
  DECORATORS,
  TEXT_STYLES,
  type TextStyle,
} from '#content/rules/content-choices.ts'
import { anchorOf, freeIds } from '#core/rules/anchor.ts'

export type Span = { _type: 'span'; _key: string; text: string; marks: string[] }
export type LinkMark = (ContentLink & { _type: 'link'; _key: string }) | SettingLink

/** A paragraph, a heading or an item of a list. */
export type TextBlock = {
  _type: 'block'
  _key: string
  style: TextStyle
  listItem?: 'bullet' | 'number'
  level?: number
  children: Span[]
  markDefs: LinkMark[]
  /** Only for headings: an id for links, unique within the text. */
  anchor?: string
}

type Keyed<Type extends string> = { _type: Type; _key: string }
export type FigureNode = Keyed<'figure'> & { figure: Figure }
export type CallOutNode = Keyed<'callOut'> & {
  tone: CallOutTone
  heading: string | undefined
  body: TextBlock[]
}
export type ExpandableNode = Keyed<'expandableText'> & {
  heading: string | undefined
  body: TextBlock[]
  previewLength: number
}
export type ButtonNode = Keyed<'callToAction'> & { button: CallToAction }
export type VideoNode = Keyed<'video'> & { video: Video }
export type TableNode = Keyed<'table'> & {
  /** How many rows at the top name the columns. */
  headerRows: number
  /** The text of each cell, by rows. */
  rows: TextBlock[][][]
  /** For assistive technology: the heading or short paragraph above, if there is one. */
  name: string | undefined
}
export type RichNode =
  | TextBlock
  | FigureNode
  | CallOutNode
  | ExpandableNode
  | ButtonNode
  | VideoNode
  | TableNode

/** Paragraphs, lists and links: the schema type `simpleText`. */
export type SimpleText = TextBlock[]
/** The body of an article: the schema type `richText`. */
export type RichText = RichNode[]

const MARKS = `"markDefs": markDefs[]{_key, _type, ${LINK_FIELDS}}` as const

/** What `simpleTextOf` reads: put it after the name of the field. */
export const SIMPLE_TEXT_PROJECTION =
  `[]{_key, _type, style, listItem, level, children, ${MARKS}}` as const

/** What `richTextOf` reads: put it after the name of the field. */
export const RICH_TEXT_PROJECTION = `[]{
  _key, _type,
  _type == "block" => {style, listItem, level, children, ${MARKS}},
  _type == "figure" => {${FIGURE_FIELDS}},
  _type == "callOut" => {tone, heading, "body": body${SIMPLE_TEXT_PROJECTION}},
  _type == "expandableText" => {heading, previewLength, "body": body${SIMPLE_TEXT_PROJECTION}},
  _type == "callToAction" => {${CALL_TO_ACTION_FIELDS}},
  _type == "video" => {${VIDEO_FIELDS}},
  _type == "table" => {headerRows, rows}
}` as const

/** The query result for each node of an article. */
type NodePart = Readable<STORIES_RESULT>[number]['article'][number]
type PartOfType<Type extends NodePart['_type']> = Extract<NodePart, { _type: Type }>
type BlockPart = PartOfType<'block'>

/** The text in a field that was requested with `SIMPLE_TEXT_PROJECTION`. */
export function simpleTextOf(parts: readonly Content<BlockPart>[]): SimpleText {
  return parts.map(blockOf)
}

/** The article in a field that was requested with `RICH_TEXT_PROJECTION`. */
export function richTextOf(parts: readonly Content<NodePart>[]): RichText {
  return withTableNames(withAnchors(parts.flatMap(nodeOf)))
}

/** The text of a heading or a paragraph, without marks. */
function plainText(block: TextBlock): string {
  return block.children.map(({ text }) => text).join('')
}

/** A button that leads to nothing is left out. */
function nodeOf(content: Content<NodePart>): RichNode | readonly RichNode[] {
  const _key = content.text('_key')
  const _type = content.text('_type')
  switch (_type) {
    case 'block':
      return blockOf(content.as(_type))
    case 'figure':
      return { _type, _key, figure: figureOf(content.as(_type)) }
    case 'callOut':
      return { _type, _key, ...callOutOf(content.as(_type)) }
    case 'expandableText':
      return { _type, _key, ...expandableOf(content.as(_type)) }
    case 'callToAction': {
      const button = callToActionOf(content.as(_type))
      return button === undefined ? [] : { _type, _key, button }
    }
    case 'video':
      return { _type, _key, video: videoOf(content.as(_type)) }
    case 'table':
      return { _type, _key, ...tableOf(content.as(_type)) }
    default:
      throw content.error('_type', 'unknown-part')
  }
}

function callOutOf(
  content: Content<PartOfType<'callOut'>>,
): Omit<CallOutNode, keyof Keyed<string>> {
  return {
    tone: toneOf(content),
    heading: content.optionalText('heading'),
    body: simpleTextOf(content.parts('body')),
  }
}

function expandableOf(
  content: Content<PartOfType<'expandableText'>>,
): Omit<ExpandableNode, keyof Keyed<string>> {
  return {
    heading: content.optionalText('heading'),
    previewLength: content.number('previewLength'),
    body: simpleTextOf(content.parts('body')),
  }
}

/** The rows as they are stored: a projection inside four others costs the lake too much. A cell without text is an empty list. */
function tableOf(
  content: Content<PartOfType<'table'>>,
): Pick<TableNode, 'headerRows' | 'rows' | 'name'> {
  const rows = content
    .parts('rows')
    .map((row) => row.parts('cells').map((cell) => cell.optionalParts('value')))
    .map((cells) => cells.map((blocks) => simpleTextOf(blocks as unknown as Content<BlockPart>[])))
  const headerRows = content.optionalNumber('headerRows') ?? 0
  return { headerRows: Math.min(Math.max(headerRows, 0), rows.length), rows, name: undefined }
}

function blockOf(content: Content<BlockPart>): TextBlock {
  const listItem = content.optionalText('listItem')
  const links = content
    .optionalParts('markDefs')
    .map((mark) => ({ _key: mark.text('_key'), link: linkOf(mark) }))
  // The words of a link to nothing stay, without a link.
  const markDefs = links.flatMap(({ _key, link }): LinkMark[] =>
    link === undefined ? [] : [{ _type: 'link', _key, ...link }],
  )
  const known = [...DECORATORS, ...markDefs.map(({ _key }) => _key)]
  return {
    _type: 'block',
    _key: content.text('_key'),
    style: styleOf(content),
    ...(listItem === 'bullet' || listItem === 'number' ? { listItem } : {}),
    ...(listItem ? { level: content.optionalNumber('level') ?? 1 } : {}),
    children: spansOf(content, known),
    markDefs: [...markDefs, ...content.optionalParts('children').flatMap(settingLinks)],
  }
}

/**
 * A span may be empty or only the space between two others, which the text readers refuse. Of its marks the `known` ones
 * stay: imports and edits by two people can leave one without its definition.
 */
function spansOf(content: Content<BlockPart>, known: readonly string[]): Span[] {
  return content.optionalParts('children').map((child) => {
    const _key = child.text('_key')
    const marks = child.optionalTexts('marks').filter((mark) => known.includes(mark))
    const stored = ('text' in child.raw && child.raw.text) || ''
    const isBlank = typeof stored === 'string' && stored.trim() === ''
    const span: Span = { _type: 'span', _key, text: isBlank ? stored : child.text('text'), marks }
    const setting = settingOf(child)
    if (setting === undefined) return span
    return { ...span, text: setting.value, marks: settingLinks(child).map((link) => link._key) }
  })
}

function toneOf(content: Content<PartOfType<'callOut'>>): CallOutTone {
  const tone = CALL_OUT_TONES.find((known) => known === content.text('tone'))
  if (tone === undefined) throw content.error('tone', 'unknown-value')
  return tone
}

function styleOf(content: Content<BlockPart>): TextStyle {
  const given = content.optionalText('style') ?? 'normal'
  const style = TEXT_STYLES.find((known) => known === given)
  if (style === undefined) throw content.error('style', 'unknown-value')
  return style
}

function withAnchors(nodes: RichNode[]): RichNode[] {
  const isHeading = (node: RichNode): node is TextBlock =>
    node._type === 'block' && node.style !== 'normal'
  const freeId = freeIds()
  return nodes.map((node) =>
    isHeading(node) ? { ...node, anchor: freeId(anchorOf(plainText(node))) } : node,
  )
}

/** A longer paragraph is more than the table's name. */
const MAX_TABLE_NAME = 120

function withTableNames(nodes: RichNode[]): RichNode[] {
  return nodes.map((node, index) => {
    const before = nodes[index - 1]
    if (node._type !== 'table' || before?._type !== 'block') return node
    const name = plainText(before).trim()
    return name === '' || name.length > MAX_TABLE_NAME ? node : { ...node, name }
  })
}
