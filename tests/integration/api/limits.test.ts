import { describe, expect, it } from 'vitest'
import { signIn } from '#account/contract/accounts.ts'
import { checkProfile } from '#account/contract/profiles.ts'
import {
  cancelAppointment,
  createAppointment,
  rescheduleAppointment,
} from '#booking/contract/appointments.ts'
import { createHold } from '#booking/contract/holds.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { apiSite } from '#tests/fixtures/api-site.ts'
import { buildConsent, buildEvent } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Answer, createVisitor, newPatient } from '#tests/fixtures/visitor.ts'
import { bookingInput } from '#tests/integration/booking/booking-setup.ts'

type Patient = Awaited<ReturnType<typeof newPatient>>

const DAY = addDays(londonDate(new Date()), 30)

const site = perFile(() => apiSite({ processes: 2 }))

const processOf = (n: number) => site.urls[n % site.urls.length] ?? ''
const sendAll = (count: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
const countOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('rate limits are shared by all processes', () => {
  it('AUTH-14 limits wrong passwords per e-mail address over all networks, also when they arrive at the same time', async () => {
    const { most } = LIMITS.signInPerEmail
    const answers = await sendAll(most + 20, (n) => {
      const input = { email: 'victim@example.org', password: `guess-${n}` }
      return createVisitor(processOf(n), `192.0.2.${n}`).call(signIn, input)
    })
    expect(countOf(answers, 400)).toBe(most)
    expect(countOf(answers, 429)).toBe(20)
  })

  it('AUTH-02 limits profile checks per e-mail address', async () => {
    const { most } = LIMITS.profileCheckPerEmail
    const input = {
      email: 'someone@example.org',
      firstName: 'Arthur',
      lastName: 'Pendle',
      dateOfBirth: '1961-02-03',
    }
    const answers = await sendAll(most + 15, (n) =>
      createVisitor(processOf(n), `198.51.100.${n}`).call(checkProfile, input),
    )
    expect(countOf(answers, 200)).toBe(most)
    expect(countOf(answers, 429)).toBe(15)
  })

  it('BOOK-06 limits holds per patient', async () => {
    const { most } = LIMITS.holdPerPatient
    const { visitor } = await newPatient(site.test.database, processOf(0))
    const input = { event_id: 999_999, appt_date: '2030-01-01', appt_time: '09:00' }
    const answers = await sendAll(most + 5, (n) =>
      visitor.call(createHold, { ...input, idempotency_key: `some-key-${n}` }),
    )
    expect(countOf(answers, 404)).toBe(most)
    expect(countOf(answers, 429)).toBe(5)
  })
})

const book = (patient: Patient, event: number, time: string) =>
  patient.visitor.call(createAppointment, bookingInput(patient.profileId, event, DAY, time))

async function newBooker() {
  const patient = await newPatient(site.test.database, processOf(0))
  await buildConsent(site.test.database, patient.profileId, DAY)
  const event = await buildEvent(site.test.database, { event_on: DAY })
  return { patient, event }
}

describe('each booking and each change sends a mail', () => {
  async function countMails(appointmentId: unknown, template: string): Promise<number> {
    const { rows } = await site.test.database.query(
      `select from app.jobs where payload ->> 'appointment_id' = $1 and payload ->> 'template' = $2`,
      [appointmentId, template],
    )
    return rows.length
  }

  it('APPT-03 BOOK-10 a patient who moves in a loop is refused in words, and gets no further mail', async () => {
    const { most } = LIMITS.movePerPatient
    const { patient, event } = await newBooker()
    const { body } = await book(patient, event, '09:00')
    const answers: Answer[] = []
    for (let n = 0; n < most + 5; n += 1) {
      const appt_time = n % 2 === 0 ? '09:10' : '09:00'
      const input = { appointment_id: body['appointment_id'], appt_time }
      answers.push(await patient.visitor.call(rescheduleAppointment, input))
    }
    expect(countOf(answers, 200)).toBe(most)
    expect(countOf(answers, 429)).toBe(5)
    expect(answers.at(-1)?.body['error']).toMatch(/Too many attempts/)
    expect(await countMails(body['appointment_id'], 'moved')).toBe(most)
  })

  it('BOOK-08 APPT-02 refused attempts to book or to cancel do not count', async () => {
    const { patient, event } = await newBooker()
    const other = await newPatient(site.test.database, processOf(0))
    await buildConsent(site.test.database, other.profileId, DAY)
    await book(other, event, '09:00')
    for (let n = 0; n < LIMITS.bookPerPatient.most + 2; n += 1) {
      expect((await book(patient, event, '09:00')).status).toBe(409)
    }
    const { status, body } = await book(patient, event, '09:10')
    expect(status).toBe(201)
    const input = { appointment_id: body['appointment_id'] }
    expect((await patient.visitor.call(cancelAppointment, input)).status).toBe(200)
  })

  it('BOOK-10 a patient who books and cancels in a loop is refused', async () => {
    const { most } = LIMITS.bookPerPatient
    const { patient, event } = await newBooker()
    for (let n = 0; n < most; n += 1) {
      const { body } = await book(patient, event, '09:00')
      const input = { appointment_id: body['appointment_id'] }
      expect((await patient.visitor.call(cancelAppointment, input)).status).toBe(200)
    }
    expect((await book(patient, event, '09:00')).status).toBe(429)
  })
})

describe('a lock that is not free in time', () => {
  it('BOOK-06 API-06 a hold answers busy with Retry-After instead of waiting on; a retry gets the hold', async () => {
    const { database } = site.test
    const event = await buildEvent(database)
    const { visitor } = await newPatient(database, processOf(0))
    const { event_on } = await database.kysely
      .selectFrom('events')
      .select('event_on')
      .where('event_id', '=', event)
      .executeTakeFirstOrThrow()
    const hold = () =>
      visitor.call(createHold, {
        event_id: event,
        appt_date: event_on,
        appt_time: '09:00',
        idempotency_key: 'waits-for-a-lock',
      })
    const answer = await database.transaction(async ({ kysely }) => {
      await kysely
        .selectFrom('events')
        .select('event_id')
        .where('event_id', '=', event)
        .forUpdate()
        .execute()
      return await hold()
    })
    expect([answer.status, answer.body['reason']]).toEqual([503, 'busy'])
    expect(answer.headers.get('retry-after')).toBe('2')
    expect((await hold()).status).toBe(201)
  })

  it('BOOK-08 API-06 a busy booking does not count against the limits: the browser sends it again by itself', async () => {
    const { patient, event } = await newBooker()
    const used = async () => {
      const { rows } = await site.test.database.query<{ used: number }>(
        `select coalesce(sum(used), 0)::int as used from app.rate_limits
          where limit_name in ('bookPerPatient', 'bookPerNetwork')`,
      )
      return rows[0]?.used
    }
    const before = await used()
    const answer = await site.test.database.transaction(async ({ kysely }) => {
      await kysely
        .selectFrom('events')
        .select('event_id')
        .where('event_id', '=', event)
        .forUpdate()
        .execute()
      return await book(patient, event, '09:00')
    })
    expect([answer.status, answer.body['reason']]).toEqual([503, 'busy'])
    expect(await used()).toBe(before)
    expect((await book(patient, event, '09:00')).status).toBe(201)
  })
})
