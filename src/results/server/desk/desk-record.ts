import { randomUUID } from 'node:crypto'
import { type IsoDate, londonInstant } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { DeskLine, Problem } from '#results/rules/desk-line.ts'
import type {
  AnswersReason,
  AttendReason,
  CheckInReason,
  MissReason,
  NotTestedReason,
  TakeBackReason,
} from '#results/rules/desk-reason.ts'
import {
  findOutcome,
  type RecordedOutcome,
  takeBack,
} from '#results/server/database/desk-records.ts'
import { checkIn, recordAnswers, recordNotTested } from '#results/server/database/desk-steps.ts'
import { miss, type StepOutcome } from '#results/server/database/results-samples.ts'
import { bindTube, type Recording, recordPaperConsent } from '#results/server/desk/desk-bind.ts'
import type { Known, Place } from '#results/server/desk/desk-place.ts'

/** Whether a line was recorded before, or why it is not recorded. */
export type LineOutcome = { readonly isKnown: boolean } | Problem

type Reason =
  | AttendReason
  | MissReason
  | NotTestedReason
  | TakeBackReason
  | CheckInReason
  | AnswersReason

const REFUSALS: Record<Reason, string> = {
  'not-booked': 'the appointment is not booked: the run sheet has its status',
  'label-used': 'this label is used already: read the label again',
  'sample-taken':
    'this patient has a sample of this event already: replace it by a line with a reason in the column correction',
  'not-event-day': 'the time is not on the day of the event',
  'in-future': 'the time is in the future: correct taken_at',
  'not-over': 'the appointment has not ended: record the no-show after it',
  arrived: 'the patient came: record why they were not tested',
  'event-cancelled': 'the event is cancelled',
  'event-closed': 'the event is closed: nothing is recorded any more',
  'wrong-age': 'the patient is not 40 to 80 years old on the day of the event',
  'no-consent':
    'this patient has not consented to a test on this day: write the number of the paper form in the column consent',
  'no-identity': 'the identity of this patient was not compared: fill in surname or date of birth',
  'identity-failed':
    'name and birth date did not agree at the desk: a coordinator confirms the patient there, or gives a reason in the column correction',
  'reason-needed': 'give the reason in the column correction',
  'not-arrived': 'the patient is not recorded as arrived',
  'no-answers': 'the questions before the test are not recorded',
  'has-outcome': 'this patient has another outcome already',
  'not-tested':
    'this patient is recorded as not tested: replace that by a line with a reason in the column correction',
  'named-by-laboratory':
    'the laboratory has sent a row for the tube: withdraw a result of it (results -- withdraw), then clinic -- void',
  'other-booking':
    'the patient has booked another time since: correct this after the end of the appointment',
}

const lineOutcome = (step: StepOutcome<Reason>): LineOutcome =>
  step.ok ? { isKnown: step.isKnown } : { problem: REFUSALS[step.reason], reason: step.reason }

/** Records a tube from the paper of the evening: arrival, identity and the answers to the questions are on it. */
async function recordTube(
  db: Queries,
  place: Place,
  known: Known,
  { sealer, by }: Recording,
): Promise<LineOutcome> {
  const { outcome } = place.line
  if (outcome.kind !== 'attended') throw new Error('This line has no tube.')
  const { isIdentified, isUnconfirmed, hasAnswers, label } = await findOutcome(db, place)
  // Paper does not override the comparison at the desk, unless a coordinator says why.
  if (isUnconfirmed && place.line.correction === undefined) {
    return { problem: REFUSALS['identity-failed'], reason: 'identity-failed' }
  }
  const paper = { ...place, source: 'paper', by } as const
  if (label === null && !isIdentified) {
    const step = await checkIn(db, { ...paper, recordId: randomUUID(), agrees: true })
    if (!step.ok && step.reason !== 'has-outcome') return lineOutcome(step)
  }
  if (label === null && !hasAnswers) {
    const step = await recordAnswers(db, {
      ...paper,
      recordId: randomUUID(),
      details: null,
      sealer,
    })
    if (!step.ok && step.reason !== 'has-outcome') return lineOutcome(step)
  }
  const { label: read, takenAt } = outcome
  const tube = { sampleId: randomUUID(), label: read, takenAt: londonInstant(known.day, takenAt) }
  const bound = await bindTube(db, place, known.patient, tube, { sealer, by })
  return 'problem' in bound ? { ...bound, reason: 'no-laboratory' } : lineOutcome(bound)
}

/** Records one line. */
export async function recordLine(
  db: Queries,
  place: Place,
  known: Known,
  recording: Recording,
): Promise<LineOutcome> {
  const { outcome, consentForm } = place.line
  const { by } = recording
  if (consentForm !== undefined && (outcome.kind === 'attended' || outcome.kind === 'not-tested')) {
    const takenAt = outcome.kind === 'attended' ? outcome.takenAt : '00:00'
    const at = londonInstant(known.day, takenAt)
    const problem = await recordPaperConsent(
      db,
      { profileId: place.profileId, day: known.day, form: consentForm, at },
      recording,
    )
    if (problem !== undefined) return { problem, reason: 'form-used' }
  }
  if (outcome.kind === 'attended') return await recordTube(db, place, known, recording)
  // A correction takes everything back before.
  if (outcome.kind === 'booked') return { isKnown: true }
  if (outcome.kind === 'not-tested') {
    const { isNotTested } = await findOutcome(db, place)
    if (!isNotTested && outcome.reason === '')
      return {
        problem: 'not-tested needs a reason: fill in the column reason',
        reason: 'reason-missing',
      }
    const { reason } = outcome
    const record = {
      ...place,
      ...recording,
      recordId: randomUUID(),
      source: 'paper',
      reason,
    } as const
    return lineOutcome(await recordNotTested(db, record))
  }
  if (place.appointmentId === null)
    return {
      problem: 'a no-show needs an appointment: fill in its reference',
      reason: 'no-appointment',
    }
  return lineOutcome(await miss(db, place.appointmentId, { by, source: 'paper' }))
}

/** Whether what a line says is what is recorded. */
function isRecorded({ outcome }: DeskLine, recorded: RecordedOutcome, day: IsoDate): boolean {
  const { status, label, takenAt, isNotTested } = recorded
  switch (outcome.kind) {
    case 'attended':
      return (
        label === outcome.label &&
        takenAt?.getTime() === londonInstant(day, outcome.takenAt).getTime()
      )
    case 'not-tested':
      return isNotTested
    case 'no-show':
      return status === 'no_show'
    case 'booked':
      return label === null && !isNotTested && (status ?? 'booked') === 'booked'
  }
}

/** Takes back what a line corrects; true when there was something, or what is wrong. */
export async function correctLine(db: Queries, place: Place, { day }: Known, by: string) {
  const { correction, outcome } = place.line
  if (correction === undefined) return false
  if (isRecorded(place.line, await findOutcome(db, place), day)) return false
  const staysAttended = outcome.kind === 'attended' || outcome.kind === 'not-tested'
  const reason = await takeBack(db, place, { staysAttended, by, reason: correction })
  return reason === undefined ? true : REFUSALS[reason]
}
