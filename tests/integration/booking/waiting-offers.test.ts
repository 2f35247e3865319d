import { describe, expect, it } from 'vitest'
import { waitingSheet } from '#booking/commands/list-waiting.ts'
import { AddressRefusedError } from '#core/server/gateways/mail.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { CONTEXT, callerOf, nobody, visitorOf } from './booking-setup.ts'
import { ALL_DAY, DAY, waitingSetup } from './waiting-setup.ts'

const list = waitingSetup()
const { booking, fullEvent, join, waiting, entriesOf, newPatient, newEvent, tryHold, offerTo } =
  list

/** After the end of an offer that was made at 10:00: it ended at 08:00 the next day, 12 hours being at night. */
const AFTER_OFFER = '2027-06-02T07:00:01Z'

const slotsFor = async (eventId: number, who: number, at = booking.services) => {
  const answer = await at.events.slots({ event_id: eventId }, visitorOf(who))
  return answer.ok ? (answer.value[DAY]?.availableTimeSlots ?? []) : []
}
const bookedSpaces = async (eventId: number) => {
  const event = await booking.services.events.find({ event_id: eventId }, nobody)
  return event.ok && 'booked_spaces' in event.value ? event.value.booked_spaces : undefined
}

/** A full event with two waiting patients, after its place was freed and offered. */
async function offeredEvent(changes = {}) {
  const event = await fullEvent(changes)
  const [first = 0, second = 0] = await waiting(event.eventId, ALL_DAY, ALL_DAY)
  await list.cancel(event.appointmentId, event.booker)
  await list.runJobs()
  return { ...event, first, second }
}

describe('an offer', () => {
  it('WAIT-02 keeps the place for the first, by mail with a link, until the end of the night', async () => {
    const { eventId, first, second } = await offeredEvent()
    const [entry] = await entriesOf(first)
    expect(entry).toMatchObject({
      position: null,
      offer: { appt_date: DAY, appt_time: '09:00', hold_expires_at: '2027-06-02T07:00:00.000Z' },
    })
    expect((await entriesOf(second))[0]?.position).toBe(1)
    const [mail, ...others] = list.sent
    expect(others.map(({ subject }) => subject)).toEqual([
      'Your appointment with Halyard Men’s Health is cancelled',
    ])
    expect(mail?.subject).toBe(
      'Halyard Men’s Health keeps a place for you until Wednesday 2 June, 08:00',
    )
    expect(mail?.text).toContain(`https://halyard.example/book-event?event=${eventId}`)
    expect(mail?.text).toContain('Thursday, 17 June 2027')
    expect(mail?.text).toContain('Time: 09:00')
  })

  it('WAIT-02 is free for nobody else, and the event stays full', async () => {
    const { eventId, second } = await offeredEvent()
    const stranger = await newPatient()
    expect(await bookedSpaces(eventId)).toBe(1)
    expect(await slotsFor(eventId, stranger)).toEqual([])
    for (const who of [stranger, second]) {
      expect(await tryHold(eventId, who, '09:00')).toBe('event-full')
      expect(await tryHold(eventId, who, '10:00')).toBe('event-full')
    }
    expect(await join(eventId, stranger)).toBe('joined')
  })

  it('WAIT-02 a freed place is kept before it is offered', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    await waiting(eventId, ALL_DAY)
    const stranger = await newPatient()
    await list.cancel(appointmentId, booker)
    expect(await bookedSpaces(eventId)).toBe(1)
    expect(await tryHold(eventId, stranger, '09:00')).toBe('event-full')
    expect(await list.book(eventId, stranger, '09:00')).toBe('event-full')
    expect(await slotsFor(eventId, stranger)).toEqual([])
  })

  it('WAIT-02 BOOK-06 is booked hours later, at another free time too, and counts for no limit of holds', async () => {
    const { eventId, first } = await offeredEvent()
    const later = booking.at('2027-06-01T19:00:00Z')
    for (const time of ['09:10', '09:20', '09:30']) {
      expect(await tryHold(eventId, first, time, later)).toBe('held')
    }
    const [entry] = await entriesOf(first, later)
    expect(entry?.offer).toMatchObject({
      appt_time: '09:30',
      hold_expires_at: '2027-06-02T07:00:00.000Z',
    })
    expect(await findViolations(later.database)).toEqual([])
    expect(await list.book(eventId, first, '09:30', later)).toBe('booked')
    expect((await entriesOf(first, later))[0]?.ended_because).toBe('booked')
    expect(await findViolations(later.database)).toEqual([])
  })

  it('WAIT-02 that is not taken goes to the next, and the first may join again at the end', async () => {
    const { eventId, first, second } = await offeredEvent()
    const later = booking.at(AFTER_OFFER)
    expect(await tryHold(eventId, await newPatient(), '09:00', later)).toBe('event-full')
    await list.expire(later)
    await list.runJobs(later)
    expect((await entriesOf(first, later))[0]?.ended_because).toBe('offer-expired')
    expect(await offerTo(second, later)).toBe('09:00')
    expect(list.subjects().filter((subject) => subject.includes('keeps a place'))).toHaveLength(2)
    expect(await list.book(eventId, first, '09:00', later)).toBe('event-full')
    expect(await join(eventId, first, ALL_DAY, later)).toBe('joined')
    expect((await entriesOf(first, later))[0]?.position).toBe(1)
    expect(await list.book(eventId, second, '09:00', later)).toBe('booked')
  })

  it('WAIT-02 that is over before its mail was sent is not mailed, keeps the turn of its patient, and is made again', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    await list.cancel(appointmentId, booker)
    list.failMails(new Error('no connection'))
    await list.runJobs()
    expect(await offerTo(first)).toBe('09:00')
    list.failMails(undefined)
    const later = booking.at(AFTER_OFFER)
    await list.runJobs(later)
    await list.expire(later)
    await list.runJobs(later)
    expect(await offerTo(first, later)).toBe('09:00')
    expect(list.subjects().filter((subject) => subject.includes('keeps a place'))).toEqual([
      'Halyard Men’s Health keeps a place for you until Wednesday 2 June, 20:00',
    ])
    expect(await findViolations(later.database)).toEqual([])
  })

  it('WAIT-02 whose mail is refused for good goes to the next; the first is passed over until an operator retries the mail', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0, second = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    await list.cancel(appointmentId, booker)
    list.failMails(new AddressRefusedError(550))
    await list.runJobs()
    list.failMails(undefined)
    const later = booking.at(AFTER_OFFER)
    await list.expire(later)
    await list.runJobs(later)
    expect(await offerTo(second, later)).toBe('09:00')
    expect((await entriesOf(first, later))[0]?.ended_at).toBeNull()
    const sheet = () => waitingSheet(later.database, eventId, later.clock.now())
    expect(await sheet()).toContain('passed over: no mail of an offer could be delivered')
    await later.database.query('update app.jobs set failed_at = null where failed_at is not null')
    expect(await sheet()).not.toContain('passed over')
  })

  it('WAIT-02 ends by a hold at another event only when the patient agrees; then it goes to the next', async () => {
    const { first, second } = await offeredEvent()
    const other = await newEvent()
    expect(await tryHold(other, first, '09:00')).toBe('offer-open')
    expect(await offerTo(first)).toBe('09:00')
    const agreed = { gives_up_offer: true }
    expect(await tryHold(other, first, '09:00', booking.services, agreed)).toBe('held')
    await list.runJobs()
    expect((await entriesOf(first))[0]?.ended_because).toBe('offer-declined')
    expect(await offerTo(second)).toBe('09:00')
  })

  it('WAIT-02 passes over a patient who holds a place elsewhere, who keeps the position', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0, second = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    expect(await tryHold(await newEvent(), first, '09:00')).toBe('held')
    await list.cancel(appointmentId, booker)
    await list.runJobs()
    expect(await offerTo(second)).toBe('09:00')
    expect((await entriesOf(first))[0]?.position).toBe(1)
  })

  it('WAIT-02 BOOK-11 is not made to a patient who may no longer be tested', async () => {
    const { eventId, appointmentId, booker } = await fullEvent()
    const [first = 0, second = 0] = await waiting(eventId, ALL_DAY, ALL_DAY)
    const { query } = booking.services.database
    await query(`update app.profiles set birth_date = '2000-01-01' where profile_id = $1`, [first])
    await list.cancel(appointmentId, booker)
    await list.runJobs()
    expect((await entriesOf(first))[0]?.ended_because).toBe('not-eligible')
    expect(await offerTo(second)).toBe('09:00')
  })
})

describe('a place that becomes free', () => {
  const raise = async (eventId: number) => {
    const { query } = booking.services.database
    await query(
      `${BY_HAND} update app.events set total_spaces = total_spaces + 1 where event_id = $1`,
      [eventId],
    )
  }
  const holdId = async (who: number) => {
    const own = await booking.services.holds.current({}, { profileId: who })
    return own.ok ? (own.value.hold?.hold_id ?? '') : ''
  }
  type Full = Awaited<ReturnType<typeof fullEvent>>

  /** Each frees the place; the next patient is then offered it by the queued jobs alone. */
  const WAYS: Record<string, (full: Full, first: number) => Promise<unknown>> = {
    'a cancellation': ({ appointmentId, booker }) => list.cancel(appointmentId, booker),
    'a cancellation by an operator': ({ appointmentId, booker }) =>
      booking.services.database.query(
        `select booking.cancel_appointment($1, $2, 'Ada Quill', 'asked')`,
        [appointmentId, booker],
      ),
    'more places': ({ eventId }) => raise(eventId),
    'an offer that is given back': async ({ eventId }, first) => {
      await raise(eventId)
      await list.runJobs()
      const release = { hold_id: await holdId(first) }
      await booking.services.holds.release(release, callerOf(first), CONTEXT)
    },
    'an offer whose patient leaves': async ({ eventId }, first) => {
      await raise(eventId)
      await list.runJobs()
      const [entry] = await entriesOf(first)
      const left = { waiting_id: entry?.waiting_id ?? '' }
      await booking.services.waitingList.leave(left, callerOf(first), CONTEXT)
    },
  }

  it.each(Object.entries(WAYS))('WAIT-02 is offered: %s', async (way, free) => {
    const full = await fullEvent()
    const [first = 0, second = 0] = await waiting(full.eventId, ALL_DAY, ALL_DAY)
    await free(full, first)
    await list.runJobs()
    const next = way.startsWith('an offer') ? second : first
    expect(await offerTo(next)).not.toBeNull()
    expect(await findViolations(booking.services.database)).toEqual([])
  })

  it.each([
    [
      'released',
      (holdOf: string, who: number) =>
        booking.services.holds.release({ hold_id: holdOf }, callerOf(who), CONTEXT),
    ],
    [
      'over',
      (holdOf: string) =>
        booking.services.database.query(
          `update app.appointments set hold_expires_at = app.clock_now() where appointment_id = $1`,
          [holdOf],
        ),
    ],
  ] as const)('WAIT-02 is offered: a hold that is %s', async (_, end) => {
    const eventId = await newEvent({ total_spaces: 1 })
    const holder = await newPatient()
    await tryHold(eventId, holder, '09:00')
    const [first = 0] = await waiting(eventId, ALL_DAY)
    await end(await holdId(holder), holder)
    await list.expire()
    await list.runJobs()
    expect(await offerTo(first)).toBe('09:00')
  })
})
