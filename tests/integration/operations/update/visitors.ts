import { randomUUID } from 'node:crypto'
import { cancelAppointment, createAppointment } from '#booking/contract/appointments.ts'
import { createConsent, listConsents } from '#booking/contract/consents.ts'
import { createHold } from '#booking/contract/holds.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { addDays, londonDate, londonTime } from '#core/rules/time.ts'
import { SAMPLE_ANSWERS } from '#local/samples/consent.ts'
import { newPatient } from '#tests/attack/kills/patients.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Answer, createVisitor } from '#tests/fixtures/visitor.ts'

const PER_SECOND = 30
const PATIENTS = 12
/** Two reads between the calls of patients. */
const READS = ['/', '/news', '/api/events', '/event/1'] as const

export type Seen = {
  requests: number
  bookings: number
  /** What was not answered as it must be. */
  readonly lost: string[]
  longestMs: number
}

export type Visitors = {
  readonly seen: Seen
  begin(): void
  /** Resolves after so many more requests. */
  more(count: number): Promise<void>
  /** Resolves when the last request is answered. */
  stop(): Promise<void>
}

type Step = () => Promise<Answer>

/** A patient who holds a place of their own, consents, books, cancels it, and begins again. */
async function patientSteps(database: SqlDatabase, url: string, number: number, seen: Seen) {
  const eventId = await buildEvent(database, { total_spaces: 50 })
  const [first] = await slotsOf(database, eventId)
  const day = addDays(londonDate(new Date()), 30)
  const time = first === undefined ? '' : londonTime(first)
  const { profileId, visitors } = await newPatient(database, [url], number)
  const call = (endpoint: Endpoint, input: Record<string, unknown>) =>
    visitors[0].call(endpoint, input)
  const listed = await call(listConsents, {})
  const choiceVersion = listed.body?.['choice_version'] ?? SAMPLE_ANSWERS.choiceVersion
  let appointment = ''
  const hold: Step = () =>
    call(createHold, {
      event_id: eventId,
      appt_date: day,
      appt_time: time,
      idempotency_key: randomUUID(),
    })
  const book: Step = async () => {
    const answer = await call(createAppointment, {
      profileId,
      eventId,
      eventDate: day,
      appointmentStartTime: time,
    })
    if (answer.status < 300) seen.bookings += 1
    appointment = String(answer.body?.['appointment_id'])
    return answer
  }
  const consent: Step = () =>
    call(createConsent, { ...SAMPLE_ANSWERS, choiceVersion, profileId, psaTestDate: day })
  const cancel: Step = () => call(cancelAppointment, { appointment_id: appointment })
  const steps = [hold, consent, book, cancel]
  let done = 0
  let isBusy = false
  return {
    isFree: () => !isBusy,
    async next() {
      isBusy = true
      const answer = await (steps[done % steps.length] as Step)().finally(() => {
        isBusy = false
      })
      done += 1
      return answer
    },
  }
}

/** Thirty requests a second through `url`, whether the ones before were answered or not. */
export async function visitorsOf(database: SqlDatabase, url: string): Promise<Visitors> {
  const seen: Seen = { requests: 0, bookings: 0, lost: [], longestMs: 0 }
  const patients = await Promise.all(
    Array.from({ length: PATIENTS }, (_, number) => patientSteps(database, url, number, seen)),
  )
  const open = new Set<Promise<void>>()
  const waiting: { at: number; resolve(): void }[] = []
  const read = async (number: number): Promise<Pick<Answer, 'status' | 'text'>> => {
    const path = READS[number % READS.length] ?? '/'
    const network = `10.9.${(number >> 8) & 255}.${number & 255}`
    if (path.startsWith('/api')) return createVisitor(url, network).send('GET', path.slice(4))
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
  const one = async (number: number) => {
    const patient = number % 3 === 0 ? patients.find((each) => each.isFree()) : undefined
    if (patient !== undefined) patients.push(...patients.splice(patients.indexOf(patient), 1))
    const begun = performance.now()
    try {
      const { status, text } = await (patient?.next() ?? read(number))
      if (status >= 300)
        seen.lost.push(`${patient ? 'a patient' : 'a reader'} got ${status} ${text}`)
    } catch (error) {
      seen.lost.push(String((error as Error).cause ?? error))
    }
    seen.longestMs = Math.max(seen.longestMs, Math.round(performance.now() - begun))
  }
  const send = () => {
    const request = one(seen.requests).finally(() => open.delete(request))
    open.add(request)
    seen.requests += 1
    for (const { at, resolve } of waiting) if (seen.requests >= at) resolve()
  }
  let timer: NodeJS.Timeout | undefined
  return {
    seen,
    begin() {
      timer = setInterval(send, 1_000 / PER_SECOND)
    },
    more: (count) => new Promise((resolve) => waiting.push({ at: seen.requests + count, resolve })),
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}
