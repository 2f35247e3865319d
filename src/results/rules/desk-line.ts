import { readReference } from '#booking/rules/appointment.ts'
import { NOT_SHOWN, NOTE_LIMITS, textFault } from '#core/rules/character-limits.ts'
import { withoutGaps } from '#core/rules/one-line.ts'
import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import { readClockTime, readDay } from '#core/rules/typed-cell.ts'
import type {
  AnswersReason,
  AttendReason,
  CheckInReason,
  MissReason,
  NotTestedReason,
  TakeBackReason,
} from '#results/rules/desk-reason.ts'
import { readPaperForm } from '#results/rules/paper-form.ts'
import { readLabel } from '#results/rules/sample-label.ts'

/** What the column 'consent' says when it was given on the site. */
export const ONLINE_CONSENT = 'online'

export type DeskOutcome =
  /** A tube was taken; `takenAt` is London's clock on the day of the event. */
  | { readonly kind: 'attended'; readonly label: string; readonly takenAt: ClockTime }
  | { readonly kind: 'no-show' }
  /** Came and was not tested; the reason is empty where it is recorded already. */
  | { readonly kind: 'not-tested'; readonly reason: string }
  /** Only as a correction: nothing of the patient is recorded any more. */
  | { readonly kind: 'booked' }

/** What a line of an attendance file, or of the page for an evening on paper, says of one patient. */
export type DeskLine = {
  readonly line: number
  /** The reference number of the appointment, eight digits; or the patient and event of a patient who came without one. */
  readonly who:
    | { readonly reference: string }
    | { readonly profileId: number; readonly eventId: number }
  /** The second identifier: at least one of the two is given. */
  readonly surname: string
  /** The first name, which is compared when the surname is not a name. */
  readonly forename: string
  readonly birthDate: IsoDate | undefined
  /** The number of a consent form on paper. */
  readonly consentForm: string | undefined
  readonly outcome: DeskOutcome
  /** Why what was recorded before is wrong. */
  readonly correction: string | undefined
}

/** What is wrong with a line; nothing is stored while there is a fault. */
export type DeskFault = Problem & { readonly line: number }

/** What is wrong, in the words of the file; the page for an evening on paper has its own words for `reason`. */
export type Problem = { readonly problem: string; readonly reason?: LineReason }

export type LineReason =
  | AttendReason
  | MissReason
  | NotTestedReason
  | TakeBackReason
  | CheckInReason
  | AnswersReason
  | 'label-wrong'
  | 'label-repeated'
  | 'label-needless'
  | 'time-wrong'
  | 'outcome-wrong'
  | 'form-wrong'
  | 'form-used'
  | 'reason-missing'
  | 'reason-long'
  | 'reason-unshown'
  | 'no-appointment'
  | 'no-birth-date'
  | 'no-laboratory'

type Column =
  | 'reference'
  | 'patient'
  | 'event'
  | 'surname'
  | 'first name'
  | 'date of birth'
  | 'consent'
  | 'outcome'
  | 'label'
  | 'taken_at'
  | 'reason'
  | 'correction'
type Cell = (column: Column) => string

function readWho(cell: Cell): DeskLine['who'] | Problem {
  const reference = readReference(cell('reference'))
  if (reference !== undefined) return { reference }
  const [profileId, eventId] = [cell('patient'), cell('event')]
  if (
    withoutGaps(cell('reference')) !== '' ||
    !/^\d{1,15}$/.test(profileId) ||
    !/^\d{1,15}$/.test(eventId)
  ) {
    return {
      problem:
        'reference is not a reference number (without an appointment fill in patient and event)',
    }
  }
  return { profileId: Number(profileId), eventId: Number(eventId) }
}

function readNotTested(reason: string): DeskOutcome | Problem {
  const wrong = textFault(reason, NOTE_LIMITS.deskReason)
  if (wrong === undefined) return { kind: 'not-tested', reason }
  return {
    problem: `the column reason: ${wrong}`,
    reason: wrong === NOT_SHOWN ? 'reason-unshown' : 'reason-long',
  }
}

function readOutcome(cell: Cell): DeskOutcome | Problem {
  const kind = cell('outcome').toLowerCase()
  if (kind === 'attended') {
    const label = readLabel(cell('label'))
    if (label === undefined) {
      return {
        problem: 'the label is not one of ours, or its check character is wrong: read it again',
        reason: 'label-wrong',
      }
    }
    const takenAt = readClockTime(cell('taken_at'))
    return takenAt === undefined
      ? { problem: 'taken_at must be a time written HH:MM', reason: 'time-wrong' }
      : { kind, label, takenAt }
  }
  if (kind !== 'no-show' && kind !== 'not-tested' && kind !== 'booked') {
    return {
      problem: 'outcome must be one of: attended, no-show, not-tested, booked',
      reason: 'outcome-wrong',
    }
  }
  if (cell('label') !== '')
    return { problem: `a patient with the outcome ${kind} has no label`, reason: 'label-needless' }
  if (kind === 'not-tested') return readNotTested(cell('reason'))
  if (kind === 'booked' && cell('correction') === '')
    return {
      problem: 'booked is only for a correction: give its reason in the column correction',
    }
  return { kind }
}

/** The second identifier of a line, or what is wrong with it. */
function readIdentity(cell: Cell): Pick<DeskLine, 'surname' | 'forename' | 'birthDate'> | Problem {
  const [surname, day] = [cell('surname'), cell('date of birth')]
  const birthDate = day === '' ? undefined : readDay(day)
  if (day !== '' && birthDate === undefined)
    return { problem: 'date of birth must be a real day, dd/mm/yyyy' }
  return surname === '' && birthDate === undefined
    ? { problem: 'surname or date of birth is missing: fill in one of them' }
    : { surname, forename: cell('first name'), birthDate }
}

/** The number of a paper form, undefined without one, or what is wrong. */
function readForm(cell: Cell): { form: string | undefined } | Problem {
  if (cell('consent') === '') return { form: undefined }
  const form = readPaperForm(cell('consent'))
  if (form === undefined)
    return {
      problem: 'consent must be the number of a paper form: letters, digits, - and /',
      reason: 'form-wrong',
    }
  return { form: form.toLowerCase() === ONLINE_CONSENT ? undefined : form }
}

/** Why what was recorded before is wrong, undefined without a reason, or what is wrong with it. */
function readCorrection(cell: Cell): { correction: string | undefined } | Problem {
  const correction = cell('correction')
  const wrong = textFault(correction, NOTE_LIMITS.reason)
  if (wrong !== undefined) return { problem: `the column correction: ${wrong}` }
  return { correction: correction === '' ? undefined : correction }
}

/** A line as it was typed: its cells by column. */
export type TypedLine = {
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}
type ReadLine = { readonly read: DeskLine } | { readonly faults: readonly Problem[] }

function readLine({ line, cells }: TypedLine): ReadLine {
  const cell: Cell = (column) => cells.get(column) ?? ''
  const [who, outcome, identity, consent, why] = [
    readWho(cell),
    readOutcome(cell),
    readIdentity(cell),
    readForm(cell),
    readCorrection(cell),
  ]
  if (
    'problem' in who ||
    'problem' in outcome ||
    'problem' in identity ||
    'problem' in consent ||
    'problem' in why
  ) {
    return { faults: [who, outcome, identity, consent, why].filter((one) => 'problem' in one) }
  }
  return { read: { line, who, ...identity, consentForm: consent.form, outcome, ...why } }
}

/** A line that is not filled in: a patient without an outcome yet, or a spare row. */
const isOpen = ({ cells }: TypedLine) =>
  (['outcome', 'label', 'taken_at', 'reason', 'correction'] as const).every(
    (column) => (cells.get(column) ?? '') === '',
  )

/** Faults of the lines that name what another line names: an appointment or a label. */
function repeated(lines: readonly DeskLine[]): DeskFault[] {
  const named = lines.flatMap(({ line, who, outcome }) => [
    {
      line,
      what: 'this appointment',
      name: 'reference' in who ? who.reference : JSON.stringify(who),
    },
    ...(outcome.kind === 'attended'
      ? [
          {
            line,
            what: `the label ${outcome.label}`,
            name: outcome.label,
            reason: 'label-repeated' as const,
          },
        ]
      : []),
  ])
  return [...Map.groupBy(named, ({ name }) => name).values()].flatMap((same) =>
    same.slice(1).map(({ line, what, ...more }) => ({
      line,
      ...('reason' in more ? { reason: more.reason } : {}),
      problem: `${what} is in line ${same[0]?.line} too`,
    })),
  )
}

/** Reads typed lines (CLI-05); those that are not filled in are left out. Returns the lines, and every fault of their form. */
export function readDeskLines(typed: readonly TypedLine[]): {
  lines: DeskLine[]
  faults: DeskFault[]
} {
  const read = typed
    .filter((row) => !isOpen(row))
    .map((row) => ({ line: row.line, ...readLine(row) }))
  const lines = read.flatMap((one) => ('read' in one ? [one.read] : []))
  const faults = read.flatMap((one) =>
    'faults' in one ? one.faults.map((fault) => ({ line: one.line, ...fault })) : [],
  )
  return { lines, faults: [...faults, ...repeated(lines)] }
}
