import { referenceNumber } from '#booking/rules/appointment.ts'
import type { FileOutput } from '#core/contract/file.ts'
import { formatNhsNumber } from '#core/rules/nhs-number.ts'
import { formatLongDate, formatShortDate, londonDate, londonTime } from '#core/rules/time.ts'
import { productName } from '#events/rules/event.ts'
import type { Light } from '#results/rules/result.ts'
import type { Saying } from '#results/rules/result-saying.ts'
import type { ResultContent, ShownResult } from '#results/server/database/released-results.ts'
import type {
  LetterContent,
  LetterParagraph,
  Sender,
} from '#results/server/gateways/letter-content.ts'
import {
  bold,
  colour,
  type Doc,
  facts,
  heading,
  type Part,
  paragraphs,
  pdfOf,
  regular,
} from '#results/server/letter-pdf.ts'
import {
  CORRECTED_TEXT,
  dueOn,
  EARLIER_TEXTS,
  LETTER_LABELS,
  LIGHT_WORDS,
  letterTitle,
  NO_NHS_NUMBER,
  RESULT_LABELS,
} from '#results/texts/results.ts'

/** A result whose content may be shown, with what else its letter says. */
export type LetterResult = Omit<ShownResult, 'content'> & {
  readonly content: ResultContent
  readonly says: Exclude<Saying, 'withheld'>
  readonly test: string
  /** The day that the letter is as of: the last change of the result, or of a newer one that removes its advice. */
  readonly asOf: Date
  /** The patient's, as the profile has it now; null when it has none, or one that must be checked first. */
  readonly nhsNumber: string | null
}

type Rows = readonly (readonly [string, string])[]

const days = (date: string) => formatLongDate(date).replace(', 0', ', ')
const row = (label: string, value: string | null | undefined): Rows =>
  value == null ? [] : [[label, value]]

function patientRows({ content: { patient }, ...result }: LetterResult): Rows {
  const { appointmentId, nhsNumber } = result
  const reference = appointmentId === null ? null : referenceNumber(appointmentId)
  return [
    [LETTER_LABELS.name, patient.name],
    [LETTER_LABELS.birthDate, formatShortDate(patient.birthDate)],
    [LETTER_LABELS.nhsNumber, nhsNumber === null ? NO_NHS_NUMBER : formatNhsNumber(nhsNumber)],
    ...row(LETTER_LABELS.reference, reference),
    [LETTER_LABELS.asOf, days(londonDate(result.asOf))],
  ]
}

function resultRows({ content, ...result }: LetterResult): Rows {
  const { finding, light, retestOn, comments } = content
  const taken = `${days(londonDate(result.takenAt))}, ${londonTime(result.takenAt)}`
  const isAdvice = result.says === 'all'
  return [
    [RESULT_LABELS.test, productName({ productName: result.test })],
    [RESULT_LABELS.value, `${finding.value} ${finding.unit}`.trim()],
    ...(isAdvice ? [] : row(RESULT_LABELS.light, light && LIGHT_WORDS[light])),
    [RESULT_LABELS.taken, taken],
    [RESULT_LABELS.laboratory, result.laboratory],
    [RESULT_LABELS.released, days(londonDate(result.releasedAt))],
    ...(isAdvice ? row(RESULT_LABELS.retest, retestOn && dueOn(days(retestOn))) : []),
    ...(isAdvice ? row(RESULT_LABELS.comments, comments) : []),
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

/** What a letter says, before it is drawn. */
export type LetterBody = {
  readonly title: string
  readonly notes: readonly string[]
  readonly patient: Rows
  readonly colour: { readonly light: Light; readonly sentence: string } | undefined
  readonly result: Rows
  readonly sections: readonly {
    readonly heading: string
    readonly paragraphs: readonly LetterParagraph[]
  }[]
}

/** Advice only where it may be given, whatever texts were read for the letter. */
export function letterBody(result: LetterResult, { sender, text }: LetterContent): LetterBody {
  const { says, corrected, content } = result
  const advice = says === 'all' ? text : undefined
  const chance = advice?.chance === undefined ? [] : [{ text: advice.chance, isItem: false }]
  return {
    title: letterTitle(sender.product, says),
    notes: [
      ...(says === 'all' ? [] : [EARLIER_TEXTS[says]]),
      ...(corrected ? [CORRECTED_TEXT] : []),
    ],
    patient: patientRows(result),
    colour: content.light && advice && { light: content.light, sentence: advice.sentence },
    result: resultRows(result),
    sections: advice
      ? [
          { heading: RESULT_LABELS.meaning, paragraphs: [...advice.meaning, ...chance] },
          { heading: RESULT_LABELS.nextStep, paragraphs: advice.nextStep },
        ]
      : [],
  }
}

function write(doc: Doc, part: Part, body: LetterBody, sender: Sender): void {
  senderBlock(doc, part, sender)
  heading(doc, part, 'H1', body.title)
  const notes = body.notes.map((text) => ({ text, isItem: false }))
  paragraphs(doc, part, notes)
  facts(doc, part, body.patient)
  if (body.colour) colour(doc, part, body.colour.light, body.colour.sentence)
  doc.moveDown(0.6)
  facts(doc, part, body.result)
  for (const section of body.sections) {
    heading(doc, part, 'H2', section.heading)
    paragraphs(doc, part, section.paragraphs)
  }
  contactBlock(doc, part, sender)
}

/**
 * The letter of a result as a tagged PDF (RES-04). The same state of the results, profile and texts gives the same bytes: name and
 * birth date come from the sample, and no date depends on the download (decision 027).
 */
export async function letterOf(result: LetterResult, texts: LetterContent): Promise<FileOutput> {
  const takenOn = londonDate(result.takenAt)
  const body = letterBody(result, texts)
  const information = {
    title: `${body.title}, ${days(takenOn)}`,
    author: texts.sender.charityName,
    subject: `Result ${result.resultId}, version ${result.version}.${result.round}, ${result.says}`,
    at: result.asOf,
  }
  const bytes = await pdfOf(information, (doc, part) => write(doc, part, body, texts.sender))
  return { filename: `letter-${takenOn}.pdf`, bytes }
}
