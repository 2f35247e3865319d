import { randomUUID } from 'node:crypto'
import {
  cancelAppointment,
  createAppointment,
  rescheduleAppointment,
} from '#booking/contract/appointments.ts'
import { createConsent } from '#booking/contract/consents.ts'
import { createHold, releaseHold } from '#booking/contract/holds.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { SAMPLE_ANSWERS } from '#local/samples/consent.ts'
import type { Answer } from '#tests/fixtures/visitor.ts'
import type { Random } from '../random.ts'

/** A place that a patient holds or has booked; what an answer would have said is absent when there was none. */
export type Place = {
  readonly eventId: number
  readonly time: string
  readonly id?: string
  /** When the hold ends, in milliseconds. */
  readonly until?: number
}

/** What a patient has: at most one hold and one booked appointment. */
export type Known = { readonly held: Place | null; readonly booked: Place | null }
export const NOTHING: Known = { held: null, booked: null }

/** A call, and what the patient has after it was done; without an answer, ids are unknown. */
export type Attempt = {
  readonly endpoint: Endpoint
  readonly input: Record<string, unknown>
  after(answer?: Answer['body']): Known
}

/** The events that all patients try to book, all on one day, and the times of their slots. */
export type Subjects = {
  readonly day: string
  readonly events: readonly [EventTimes, ...EventTimes[]]
}
type EventTimes = { readonly id: number; readonly times: readonly [string, ...string[]] }

const idOf = (answer: Answer['body'] | undefined, field: string) =>
  answer === undefined ? {} : { id: String(answer[field]) }

const untilOf = (answer: Answer['body'] | undefined) =>
  answer === undefined ? {} : { until: Date.parse(String(answer['hold_expires_at'])) }

function hold({ day }: Subjects, known: Known, { eventId, time }: Place): Attempt {
  return {
    endpoint: createHold,
    input: { event_id: eventId, appt_date: day, appt_time: time, idempotency_key: randomUUID() },
    after: (answer) => ({
      ...known,
      held: { eventId, time, ...idOf(answer, 'hold_id'), ...untilOf(answer) },
    }),
  }
}

function book({ day }: Subjects, profileId: number, { eventId, time }: Place): Attempt {
  return {
    endpoint: createAppointment,
    input: { profileId, eventId, eventDate: day, appointmentStartTime: time },
    after: (answer) => ({
      held: null,
      booked: { eventId, time, ...idOf(answer, 'appointment_id') },
    }),
  }
}

const consent = ({ day }: Subjects, known: Known, profileId: number): Attempt => ({
  endpoint: createConsent,
  input: { ...SAMPLE_ANSWERS, profileId, psaTestDate: day },
  after: () => known,
})

const release = (known: Known, held: Place): Attempt => ({
  endpoint: releaseHold,
  input: { hold_id: held.id },
  after: () => ({ ...known, held: null }),
})

const cancel = (known: Known, booked: Place): Attempt => ({
  endpoint: cancelAppointment,
  input: { appointment_id: booked.id },
  after: () => ({ ...known, booked: null }),
})

const move = (known: Known, booked: Place, time: string): Attempt => ({
  endpoint: rescheduleAppointment,
  input: { appointment_id: booked.id, appt_time: time },
  after: () => ({ ...known, booked: { ...booked, time } }),
})

/** `of` is from 0 to 99; `place` is a random one, `booked` what the patient has. */
function attemptOfBooked(
  of: number,
  { subjects, profileId, known, place }: Situation,
  booked: Place,
  time: string,
): Attempt {
  if (of < 35) return move(known, booked, time)
  if (of < 70) return cancel(known, booked)
  return of < 85 ? book(subjects, profileId, booked) : hold(subjects, known, place)
}

function attemptOfHolder(
  of: number,
  { subjects, profileId, known, place }: Situation,
  held: Place,
): Attempt {
  if (of < 20) return consent(subjects, known, profileId)
  if (of < 35) return release(known, held)
  return of < 85 ? book(subjects, profileId, held) : hold(subjects, known, place)
}

type Situation = {
  readonly subjects: Subjects
  readonly profileId: number
  readonly known: Known
  readonly place: Place
}

/** The next call of a patient, at random: mostly one that fits what they have, sometimes one that must be refused. */
export function randomAttempt(
  random: Random,
  subjects: Subjects,
  profileId: number,
  known: Known,
): Attempt {
  const event = random.pick(subjects.events)
  const place = { eventId: event.id, time: random.pick(event.times) }
  const situation = { subjects, profileId, known, place }
  const of = random.whole(100)
  const { held, booked } = known
  if (booked !== null) {
    const own = subjects.events.find(({ id }) => id === booked.eventId) ?? event
    return attemptOfBooked(of, situation, booked, random.pick(own.times))
  }
  if (held !== null) return attemptOfHolder(of, situation, held)
  return of < 90 ? hold(subjects, known, place) : book(subjects, profileId, place)
}

/** A patient who leaves gives back what they have; undefined when that is nothing. */
export function leavingAttempt(known: Known): Attempt | undefined {
  if (known.booked !== null) return cancel(known, known.booked)
  return known.held === null ? undefined : release(known, known.held)
}
