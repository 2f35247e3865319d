import { join } from 'node:path'
import type { FileOutput } from '#contract/file.ts'
import type { Light } from '#domain/result.ts'
import { CORRECTED_TEXT, LIGHT_WORDS, RESULT_LABELS } from '#domain/texts/results.ts'
import { formatLongDate, formatShortDate, londonDate, londonTime } from '#domain/time.ts'
import type { LetterContent, LetterParagraph, Sender } from '#server/gateways/letter-content.ts'
import type { ResultContent, ShownResult } from '#server/repositories/released-results.ts'

/** A result whose content may be shown. */
type LetterResult = ShownResult & { readonly content: ResultContent }

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

type Doc = PDFKit.PDFDocument
/** A subset that pdfkit's types do not list. */
const PDF_UA = 'PDF/UA' as string as PDFKit.Mixins.PDFSubsets
type Part = { add(tag: string, draw: () => void): void; below(tag: string): Part }

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

const bold = (doc: Doc, size: number) => doc.font(BOLD).fontSize(size).fillColor(INK)
const regular = (doc: Doc, size = 11) => doc.font(REGULAR).fontSize(size).fillColor(INK)

function heading(doc: Doc, part: Part, tag: 'H1' | 'H2', text: string): void {
  const isMain = tag === 'H1'
  doc.moveDown(isMain ? 1.2 : 0.6)
  part.add(tag, () => bold(doc, isMain ? 20 : 13.5).text(text))
  doc.moveDown(0.25)
}

function paragraphs(doc: Doc, part: Part, texts: readonly LetterParagraph[]): void {
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

function facts(doc: Doc, part: Part, rows: readonly (readonly [string, string])[]): void {
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

function colour(doc: Doc, part: Part, light: Light, sentence: string): void {
  doc.moveDown(0.6)
  const top = doc.y
  shape(doc, light, MARGIN, top + 3)
  const width = doc.page.width - 2 * MARGIN - 24
  part.add('H2', () =>
    bold(doc, 15).text(`${LIGHT_WORDS[light]}: ${sentence}`, MARGIN + 24, top, { width }),
  )
  doc.x = MARGIN
}

const days = (date: string) => formatLongDate(date).replace(', 0', ', ')

function factsOf({ content, ...result }: LetterResult): [string, string][] {
  const { finding, retestOn, comments, patient } = content
  const taken = `${days(londonDate(result.takenAt))}, ${londonTime(result.takenAt)}`
  return [
    ['Name', patient.name],
    ['Date of birth', formatShortDate(patient.birthDate)],
    [RESULT_LABELS.value, `${finding.value} ${finding.unit}`.trim()],
    [RESULT_LABELS.laboratory, result.laboratory],
    [RESULT_LABELS.taken, taken],
    [RESULT_LABELS.released, days(londonDate(result.releasedAt))],
    ...(retestOn === null
      ? []
      : [[RESULT_LABELS.retest, days(retestOn)] satisfies [string, string]]),
    ...(comments === undefined
      ? []
      : [[RESULT_LABELS.comments, comments] satisfies [string, string]]),
  ]
}

function senderBlock(doc: Doc, part: Part, sender: Sender): void {
  part.add('P', () => bold(doc, 15).text(sender.charityName))
  part.add('P', () => regular(doc, 10).text(sender.address.join(', ')))
  part.add('P', () => regular(doc, 10).text(`Registered charity number ${sender.charityNumber}`))
}

function contactBlock(doc: Doc, part: Part, sender: Sender): void {
  heading(doc, part, 'H2', 'If you have questions')
  part.add('P', () =>
    regular(doc).text(
      `Call our medical helpline on ${sender.medicalPhone}, or write to ${sender.email}.`,
    ),
  )
}

function write(doc: Doc, result: LetterResult, { sender, text }: LetterContent): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const part = partOf(doc, root)
  senderBlock(doc, part, sender)
  heading(doc, part, 'H1', `Your ${sender.product} result`)
  if (result.corrected) paragraphs(doc, part, [{ text: CORRECTED_TEXT, isItem: false }])
  facts(doc, part, factsOf(result))
  const { light } = result.content
  if (light && text) {
    colour(doc, part, light, text.sentence)
    heading(doc, part, 'H2', RESULT_LABELS.meaning)
    paragraphs(doc, part, text.meaning)
    heading(doc, part, 'H2', RESULT_LABELS.nextStep)
    paragraphs(doc, part, text.nextStep)
  }
  contactBlock(doc, part, sender)
  root.end()
}

/**
 * The letter of a result as a tagged PDF (RES-04). The same result and texts give the same bytes: name and birth
 * date are those of the sample, every date is the release's, and the file's id follows from them (decision 027).
 */
export async function letterOf(result: LetterResult, texts: LetterContent): Promise<FileOutput> {
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
      Title: `Your result of ${days(londonDate(result.takenAt))}`,
      Author: texts.sender.charityName,
      Creator: texts.sender.charityName,
      Subject: `Result ${result.resultId}, version ${result.version}.${result.round}`,
      CreationDate: result.releasedAt,
      ModDate: result.releasedAt,
    },
  })
  const chunks: Uint8Array[] = []
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  write(doc, result, texts)
  doc.end()
  const filename = `letter-${londonDate(result.takenAt)}.pdf`
  return { filename, bytes: await bytes }
}
