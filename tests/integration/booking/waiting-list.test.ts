import { describe, expect, it } from 'vitest'
import { MOST_WAITING_LISTS } from '#core/server/config/limits.ts'
import { buildPrivateEvent, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { CONTEXT, callerOf, sealer } from './booking-setup.ts'
import { ALL_DAY, DAY, EVENING, MORNING, waitingSetup } from './waiting-setup.ts'

const list = waitingSetup()
const { booking, fullEvent, join, waiting, entriesOf, newPatient, newEvent, tryHold } = list

const leave = async (who: number, at = booking.services) => {
  const [entry] = await entriesOf(who)
  return at.waitingList.leave({ waiting_id: entry?.waiting_id ?? '' }, callerOf(who), CONTEXT)
}
const positions = (patients: number[]) =>
  Promise.all(patients.map(async (who) => (await entriesOf(who))[0]?.position))

describe('the waiting list of a full event', () => {
  it('WAIT-01 says the position, which rises when a patient before leaves', async () => {
    const { eventId } = await fullEvent()
    const patients = await waiting(eventId, ALL_DAY, ALL_DAY, ALL_DAY)
    expect(await positions(patients)).toEqual([1, 2, 3])
    expect((await leave(patients[0] ?? 0)).ok).toBe(true)
    expect(await positions(patients)).toEqual([null, 1, 2])
    expect((await entriesOf(patients[0] ?? 0))[0]?.ended_because).toBe('left')
    expect(await join(eventId, patients[0] ?? 0)).toBe('joined')
    expect(await positions(patients)).toEqual([3, 1, 2])
    await list.runJobs()
    expect(list.subjects()).toEqual([])
  })

  it('WAIT-01 has one entry per patient; joining again changes the times of day and keeps the position', async () => {
    const { eventId } = await fullEvent()
    const [first = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    expect(await join(eventId, first, MORNING)).toBe('joined')
    const entries = await entriesOf(first)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ ...MORNING, position: 1, event_id: eventId })
  })

  it('WAIT-01 refuses times of day at which the event has no time, and names the field', async () => {
    const { eventId } = await fullEvent({ end_time: '10:00' })
    const who = await newPatient()
    const ask = (parts: typeof MORNING) =>
      booking.services.waitingList.join({ event_id: eventId, ...parts }, callerOf(who))
    const text = 'This event has no times in the evening. Choose another time of day.'
    expect(await ask(EVENING)).toMatchObject({ reason: 'invalid', fields: { evenings: text } })
    const both = await ask({ mornings: false, afternoons: true, evenings: true })
    expect(both).toMatchObject({
      reason: 'invalid',
      fields: { afternoons: expect.stringContaining('the afternoon'), evenings: text },
    })
    expect(await entriesOf(who)).toEqual([])
    expect(await join(eventId, who)).toBe('joined')
    expect(await ask(EVENING)).toMatchObject({ reason: 'invalid' })
    expect((await entriesOf(who))[0]).toMatchObject(ALL_DAY)
  })

  it('WAIT-01 an event with a free place has no list', async () => {
    const eventId = await newEvent({ total_spaces: 1 })
    expect(await join(eventId, await newPatient())).toBe('places-free')
  })

  it('WAIT-01 a patient who holds a place cannot join the list', async () => {
    const eventId = await newEvent({ total_spaces: 1 })
    const patient = await newPatient()
    expect(await tryHold(eventId, patient, '09:00')).toBe('held')
    expect(await join(eventId, patient)).toBe('place-held')
    expect(await join(eventId, await newPatient())).toBe('joined')
  })

  it(`WAIT-01 a patient is on at most ${MOST_WAITING_LISTS} lists`, async () => {
    const patient = await newPatient()
    for (let n = 0; n < MOST_WAITING_LISTS; n += 1) {
      expect(await join(await newEvent({ total_spaces: 0 }), patient)).toBe('joined')
    }
    expect(await join(await newEvent({ total_spaces: 0 }), patient)).toBe('waiting-limit')
  })

  it('WAIT-01 a booking anywhere ends all entries of the patient, and none can be made', async () => {
    const { eventId } = await fullEvent()
    const [patient = 0] = await waiting(eventId, ALL_DAY)
    expect(await list.book(await newEvent(), patient, '09:00')).toBe('booked')
    expect((await entriesOf(patient))[0]?.ended_because).toBe('booked')
    expect(await join(eventId, patient)).toBe('existing-booking')
    expect(await findViolations(booking.services.database)).toEqual([])
  })

  it.each([
    ['too young', { birth_date: '1997-01-01' }],
    ['without a birth date', { birth_date: null }],
  ])('WAIT-01 BOOK-11 refuses a patient who is %s as a hold does', async (_, profile) => {
    const eventId = await newEvent({ total_spaces: 0 })
    const free = await newEvent()
    const patient = await buildProfile(booking.services.database, profile)
    const refusal = await tryHold(free, patient, '09:00')
    expect(refusal).toMatch(/^(age-restricted|birth-date-missing)$/)
    expect(await join(eventId, patient)).toBe(refusal)
  })

  it.each([
    ['a price', { price_pence: 1_000, payment_required: true }],
    ['a private event', { is_private: true }],
    ['an event that has closed', { event_on: '2027-06-02' }],
    ['a past event', { event_on: '2027-05-20' }],
    ['a cancelled event', { cancelled_at: new Date('2027-05-20') }],
  ])('WAIT-01 refuses %s as a hold does', async (_, changes) => {
    const full = await newEvent({ total_spaces: 0, ...changes })
    const free = await newEvent(changes)
    const patient = await newPatient()
    const date = 'event_on' in changes ? changes.event_on : DAY
    const refusal = await tryHold(free, patient, '09:00', booking.services, { appt_date: date })
    expect(refusal).not.toBe('held')
    expect(await join(full, patient)).toBe(refusal)
  })

  it.each([
    ['for its age', { contact_email: 'lodge@example.org' }],
    ['for its price', { price_pence: 1_000, payment_required: true }],
    ['as it has closed', { event_on: '2027-06-02' }],
    ['as it is cancelled', { cancelled_at: new Date('2027-05-20') }],
  ])(
    'WAIT-01 EVD-05 a private event that refuses a patient %s asks for the code first',
    async (_, changes) => {
      const eventId = await newEvent({ total_spaces: 0, is_private: true, ...changes })
      const young = await buildProfile(booking.services.database, { birth_date: '1997-01-01' })
      const outcome = await booking.services.waitingList.join(
        { event_id: eventId, ...ALL_DAY },
        callerOf(young),
      )
      expect(outcome).toEqual({ ok: false, reason: 'access-code-required' })
    },
  )

  it('WAIT-01 API-08 the entry of another patient cannot be ended, and the attempt is audited', async () => {
    const { eventId } = await fullEvent()
    const [owner = 0] = await waiting(eventId, ALL_DAY)
    const [entry] = await entriesOf(owner)
    const input = { waiting_id: entry?.waiting_id ?? '' }
    const other = callerOf(await newPatient())
    const refused = await booking.services.waitingList.leave(input, other, CONTEXT)
    expect(refused).toMatchObject({ ok: false, reason: 'forbidden' })
    expect((await entriesOf(owner))[0]?.position).toBe(1)
    const { rows } = await booking.services.database.query(
      `select from app.audit_log where action = 'foreign-access-refused' and subject = $1`,
      [`waiting:${input.waiting_id}`],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the end of a list', () => {
  it('WAIT-03 a cancelled event queues no offers before its mails', async () => {
    const { eventId } = await fullEvent()
    await waiting(eventId, ALL_DAY, ALL_DAY)
    const { query } = booking.services.database
    await query('delete from app.jobs')
    await query('select booking.cancel_event($1)', [eventId])
    const { rows } = await query<{ kind: string }>('select distinct kind from app.jobs')
    expect(rows).toEqual([{ kind: 'mail' }])
  })

  it('WAIT-03 a cancelled event tells everyone on its list, once, and the patient with an offer too', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const patients = await waiting(eventId, ALL_DAY, ALL_DAY)
    await list.cancel(appointmentId, booker)
    await list.runJobs()
    expect(await list.offerTo(patients[0] ?? 0)).toBe('09:00')
    list.sent.length = 0
    await booking.services.database.query(
      'select booking.cancel_event($1), booking.cancel_event($1)',
      [eventId],
    )
    await list.runJobs()
    expect(list.subjects()).toEqual(
      Array.from({ length: 2 }, () => 'Your place on a waiting list of Halyard Men’s Health'),
    )
    for (const { text } of list.sent) expect(text).toContain('has been cancelled')
    expect(await positions(patients)).toEqual([null, null])
    expect((await entriesOf(patients[0] ?? 0))[0]?.ended_because).toBe('event-cancelled')
    expect(await findViolations(booking.services.database)).toEqual([])
  })

  it('WAIT-03 when booking closes, the sweep ends the list and tells everyone on it, once', async () => {
    const { eventId } = await fullEvent()
    const [patient = 0] = await waiting(eventId, MORNING)
    await booking.at('2027-06-16T07:59:00Z').waitingList.sweep()
    expect((await entriesOf(patient))[0]?.position).toBe(1)
    const closed = booking.at('2027-06-16T08:00:30Z')
    await closed.waitingList.sweep()
    await closed.waitingList.sweep()
    await list.runJobs(closed)
    expect(list.subjects()).toHaveLength(1)
    expect(list.sent[0]?.text).toContain('Booking for it has closed')
    expect((await entriesOf(patient, closed))[0]?.ended_because).toBe('event-closed')
  })

  it('WAIT-03 PORT-05 an erased or closed account waits no more, and its place goes to the next patient', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0, second = 0, third = 0] = await waiting(eventId, ALL_DAY, ALL_DAY, ALL_DAY)
    await list.cancel(appointmentId, booker)
    await list.runJobs()
    expect(await list.offerTo(first)).toBe('09:00')
    const { database } = booking.services
    const { query } = database
    const invited = await buildPrivateEvent(database, sealer)
    await grantTo(database, invited, second)
    await query(`select app.erase_patient($1, 'Ada Quill', 'asked', '{}')`, [first])
    await list.runJobs()
    expect(await list.offerTo(second)).toBe('09:00')
    await query(`select app.close_account($1, '{}', 8, 'request-1')`, [second])
    await list.runJobs()
    expect(await list.offerTo(third)).toBe('09:00')
    const { rows } = await query('select from app.waiting_entries where profile_id = any ($1)', [
      [first, second],
    ])
    expect(rows).toHaveLength(0)
    const grants = await query('select from app.access_grants where profile_id = $1', [second])
    expect(grants.rows).toHaveLength(0)
  })
})
