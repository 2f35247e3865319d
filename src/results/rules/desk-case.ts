import type { IsoDate } from '#core/rules/time.ts'
import { type DeskState, lacksOutcome } from '#results/rules/attendees.ts'

/** A patient at an event; without an appointment where the patient came without one. */
export type DeskPlace = {
  readonly profileId: number
  readonly eventId: number
  readonly appointmentId: string | null
}

/** What comes next at the desk for a patient; 'stopped': name or birth date did not agree; 'stopped-late': the same, after the day of the event. */
export type DeskStep =
  | 'cancelled'
  | 'closed'
  | 'outcome'
  | 'other-day'
  | 'stopped'
  | 'stopped-late'
  | 'identity'
  | 'consent'
  | 'questions'
  | 'label'

/** A record that can be undone: a tube, that the patient was not tested or absent, or the arrival (`lab.undoable`). */
export type Undoable = {
  readonly id: string
  readonly label: string | null
  readonly by: string
  readonly at: Date
  readonly isArrival: boolean
}

/** One patient at one event, with what is recorded. */
export type DeskCase = {
  readonly place: DeskPlace
  readonly day: IsoDate
  readonly state: DeskState
  readonly step: DeskStep
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
  readonly startsAt: Date | null
  /** Another patient of the event has the same surname and birth date. */
  readonly hasNamesake: boolean
  readonly undoable: Undoable | undefined
  /** The consent for the day, when it is on paper: the number of its form. */
  readonly paperConsent: { readonly consentId: string; readonly form: string } | undefined
}

/** What is recorded of a patient, as the next step depends on it. */
type Recorded = Pick<DeskCase, 'state' | 'day'> & {
  readonly isCancelled: boolean
  readonly isClosed: boolean
  readonly isIdentified: boolean
  readonly isUnconfirmed: boolean
  readonly hasConsent: boolean
  readonly hasAnswers: boolean
}

export function stepOf(row: Recorded, today: IsoDate): DeskStep {
  if (row.isCancelled) return 'cancelled'
  if (row.isClosed) return 'closed'
  if (!lacksOutcome(row.state)) return 'outcome'
  if (row.day < today && row.isUnconfirmed) return 'stopped-late'
  if (row.day !== today) return 'other-day'
  if (!row.isIdentified) return row.isUnconfirmed ? 'stopped' : 'identity'
  if (!row.hasConsent) return 'consent'
  return row.hasAnswers ? 'label' : 'questions'
}
