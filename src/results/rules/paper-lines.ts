import type { TypedLine } from '#results/rules/desk-line.ts'

/** What is typed beside a patient on the page for an evening on paper: the name and the birth date are those that the page showed. */
export type PaperLine = {
  readonly profileId: string
  readonly surname: string
  readonly forename: string
  readonly birthDate: string
  readonly outcome: string
  readonly label: string
  readonly takenAt: string
  readonly reason: string
  readonly consent: string
}

/** A patient of the run sheet: `line` counts from 1, in its order. */
export type PaperRow = {
  readonly line: number
  readonly profileId: number
}

/** A fault in the words of the page, by the patient beside whom it was typed and the field. */
export type PaperFault = {
  readonly profileId: string
  readonly field: string
  readonly words: string
}

/** Says the same of every patient who is not on the sheet, also of one who does not exist. */
export const NOT_ON_SHEET = 'This patient is not on the run sheet of this event. Look at the list.'

const FORM_ALONE =
  'The number of a form is not stored alone. Choose the outcome, or type the label.'
const FORM_OF_ABSENT = 'A patient who is absent has no consent form. Correct one of the two.'

/** A field of the page. It is named by its patient: positions change while the page is open. */
export const paperField = (name: string, profileId: number | string): string =>
  `${name}-${profileId}`

type SentForm = { text(name: string): string; list(name: string): readonly string[] }

/** What a page sent: each patient once, with what was typed beside this patient. */
export function readPaperPage({ text, list }: SentForm): PaperLine[] {
  const patients = [...new Set(list('patient'))].filter((id) => /^\d{1,15}$/.test(id))
  return patients.map((profileId) => {
    const cell = (name: string) => text(paperField(name, profileId)).trim()
    return {
      profileId,
      surname: cell('surname'),
      forename: cell('forename'),
      birthDate: cell('born'),
      outcome: cell('outcome'),
      label: cell('label'),
      takenAt: cell('time'),
      reason: cell('reason'),
      consent: cell('consent'),
    }
  })
}

/** Whether anything was typed beside the patient. */
export const isTyped = ({ outcome, label, takenAt, reason, consent }: PaperLine): boolean =>
  [outcome, label, takenAt, reason, consent].some((cell) => cell !== '')

/** The field and the words of why what is typed is not recorded for this patient; undefined when it may be. */
function problemOf(
  one: PaperLine,
  row: PaperRow | undefined,
): readonly [string, string] | undefined {
  const { label, outcome, consent, takenAt, reason } = one
  if (row === undefined) return ['label', NOT_ON_SHEET]
  if (consent === '') return undefined
  if (outcome === 'no-show') return ['consent', FORM_OF_ABSENT]
  return label + outcome + takenAt + reason === '' ? ['outcome', FORM_ALONE] : undefined
}

/** A label without an outcome is that of a tested patient. */
const typedLine = (eventId: number, line: number, one: PaperLine): TypedLine => ({
  line,
  cells: new Map([
    ['patient', one.profileId],
    ['event', String(eventId)],
    ['surname', one.surname],
    ['first name', one.forename],
    ['date of birth', one.birthDate],
    ['outcome', one.outcome === '' && one.label !== '' ? 'attended' : one.outcome],
    ['label', one.label],
    ['taken_at', one.takenAt],
    ['reason', one.reason],
    ['consent', one.consent],
  ]),
})

/** The lines that are filled in, by the place of their patient on the sheet as it is now, and those that are not recorded. */
export function placeLines(
  eventId: number,
  sheet: readonly PaperRow[],
  lines: readonly PaperLine[],
): { typed: TypedLine[]; faults: PaperFault[] } {
  const typed: TypedLine[] = []
  const faults: PaperFault[] = []
  const rows = new Map(sheet.map((row) => [String(row.profileId), row]))
  for (const one of lines.filter(isTyped)) {
    const row = rows.get(one.profileId)
    const problem = problemOf(one, row)
    if (problem !== undefined)
      faults.push({ profileId: one.profileId, field: problem[0], words: problem[1] })
    else if (row !== undefined) typed.push(typedLine(eventId, row.line, one))
  }
  return { typed, faults }
}

const MOVED = 'This patient is on another page of the run sheet now. Type it there.'

/** What was typed, in words, for a patient who has no fields on the page any more. */
function typedWords({ surname, forename, ...one }: PaperLine): string {
  const cells = [
    ['label', one.label],
    ['time', one.takenAt],
    ['consent form', one.consent],
    ['outcome', one.outcome],
    ['why not tested', one.reason],
  ].flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]))
  return `${surname}, ${forename} (typed: ${cells.join(', ')})`
}

/**
 * The faults of a refused page by field, for the rows that it shows now. What was typed for a patient who is not among them any more is named in
 * a fault of its own, so that it is neither lost nor shown beside another patient.
 */
export function paperFaults(
  rows: readonly PaperRow[],
  lines: readonly PaperLine[],
  faults: readonly PaperFault[],
): Record<string, string> {
  const shown = new Map(rows.map((row) => [String(row.profileId), row.line]))
  const here: Record<string, string> = {}
  for (const { profileId, field, words } of faults) {
    const line = shown.get(profileId)
    if (line === undefined) continue
    const name = paperField(field, profileId)
    here[name] = here[name] === undefined ? `Line ${line}: ${words}` : `${here[name]} ${words}`
  }
  const gone = lines
    .filter((one) => isTyped(one) && !shown.has(one.profileId))
    .map((one) => {
      const own = faults.filter(({ profileId }) => profileId === one.profileId)
      const words = own.length === 0 ? [MOVED] : own.map((fault) => fault.words)
      return `${typedWords(one)}: ${words.join(' ')}`
    })
  const form = [
    'Nothing of this page was stored. Correct the lines below, or empty them, and save again.',
    ...gone,
  ].join(' ')
  return { form, ...here }
}
