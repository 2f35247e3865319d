import { join } from 'node:path'
import type { Light } from '#results/rules/result.ts'
import type { LetterParagraph } from '#results/server/gateways/letter-content.ts'
import { LIGHT_WORDS } from '#results/texts/results.ts'

const FONTS = join(import.meta.dirname, '../../../shared/fonts')
const REGULAR = join(FONTS, 'letter-regular.ttf')
const BOLD = join(FONTS, 'letter-bold.ttf')

const MARGIN = 62
const INDENT = 12
const LABEL_WIDTH = 130
const INK = '#12203a'
/** As --good, --warn and --bad of tokens.css. */
const COLOURS: Readonly<Record<Light, string>> = {
  green: '#0b6b3a',
  amber: '#a35a00',
  red: '#b3201a',
}

export type Doc = PDFKit.PDFDocument
/** A subset that pdfkit's types do not list. */
const PDF_UA = 'PDF/UA' as string as PDFKit.Mixins.PDFSubsets
export type Part = { add(tag: string, draw: () => void): void; below(tag: string): Part }

/** Adds tagged parts below a structure element: what is drawn outside of one would not be read out. */
function partOf(doc: Doc, element: PDFKit.PDFStructureElement): Part {
  return {
    add: (tag, draw) => void element.add(doc.struct(tag, {}, draw)),
    below(tag) {
      const child = doc.struct(tag)
      element.add(child)
      return partOf(doc, child)
    },
  }
}

export const bold = (doc: Doc, size: number) => doc.font(BOLD).fontSize(size).fillColor(INK)
export const regular = (doc: Doc, size = 11) => doc.font(REGULAR).fontSize(size).fillColor(INK)

/** A heading with the space around it. */
export function heading(doc: Doc, part: Part, tag: 'H1' | 'H2', text: string): void {
  const isMain = tag === 'H1'
  doc.moveDown(isMain ? 1.2 : 0.6)
  part.add(tag, () => bold(doc, isMain ? 20 : 13.5).text(text))
  doc.moveDown(0.25)
}

/** Paragraphs and lists. */
export function paragraphs(doc: Doc, part: Part, texts: readonly LetterParagraph[]): void {
  let list: Part | undefined
  for (const { text, isItem } of texts) {
    list = isItem ? (list ?? part.below('L')) : undefined
    if (list) labelled(doc, list, { label: '•', labelWidth: INDENT, font: regular }, text)
    else {
      part.add('P', () => regular(doc).text(text, MARGIN, doc.y, { lineGap: 1.5 }))
      doc.moveDown(0.4)
    }
  }
}

type Labelling = { label: string; labelWidth: number; font: (doc: Doc) => Doc }

/** An item of a list: its label and its text in two columns. */
function labelled(
  doc: Doc,
  list: Part,
  { label, labelWidth, font }: Labelling,
  text: string,
): void {
  const item = list.below('LI')
  const width = doc.page.width - 2 * MARGIN - labelWidth
  if (doc.y + regular(doc).heightOfString(text, { width }) > doc.page.maxY()) doc.addPage()
  const top = doc.y
  item.add('Lbl', () => font(doc).text(label, MARGIN, top, { width: labelWidth }))
  item.add('LBody', () => regular(doc).text(text, MARGIN + labelWidth, top, { width }))
  doc.x = MARGIN
  doc.moveDown(0.25)
}

/** A table of labels and values. */
export function facts(doc: Doc, part: Part, rows: readonly (readonly [string, string])[]): void {
  const list = part.below('L')
  for (const [label, value] of rows) {
    labelled(doc, list, { label, labelWidth: LABEL_WIDTH, font: (on) => bold(on, 11) }, value)
  }
}

/** Circle, triangle or square, as on the page: decoration beside the colour's name. */
function shape(doc: Doc, light: Light, x: number, y: number): void {
  doc.markContent('Artifact', { type: 'Layout' })
  if (light === 'green') doc.circle(x + 7, y + 7, 7)
  else if (light === 'amber') doc.polygon([x, y + 14], [x + 7, y], [x + 14, y + 14])
  else doc.rect(x, y, 14, 14)
  doc.fill(COLOURS[light])
  doc.endMarkedContent()
}

/** A colour as shape and name, with its sentence. */
export function colour(doc: Doc, part: Part, light: Light, sentence: string): void {
  doc.moveDown(0.6)
  const top = doc.y
  shape(doc, light, MARGIN, top + 3)
  const width = doc.page.width - 2 * MARGIN - 24
  part.add('H2', () =>
    bold(doc, 15).text(`${LIGHT_WORDS[light]}: ${sentence}`, MARGIN + 24, top, { width }),
  )
  doc.x = MARGIN
}

type Information = {
  readonly title: string
  readonly author: string
  readonly subject: string
  /** Creation and change: never the clock's, so that the same letter has the same bytes. */
  readonly at: Date
}

/** The bytes of a tagged A4 document in British English; pdfkit derives its id from `information`. */
export async function pdfOf(
  { title, author, subject, at }: Information,
  write: (doc: Doc, part: Part) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // With the first letter: to load it is a tenth of the start of a server.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: REGULAR,
    pdfVersion: '1.7',
    subset: PDF_UA,
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Creator: author,
      Subject: subject,
      CreationDate: at,
      ModDate: at,
    },
  })
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  write(doc, partOf(doc, root))
  root.end()
  doc.end()
  return await bytes
}
