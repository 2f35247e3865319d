import { describe, expect, it } from 'vitest'
import { hasWaitingList } from '#events/rules/event.ts'
import { eventFacts } from '#events/store/event-facts.ts'
import { knownEvent } from '#events/store/known-event.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from './booking-file.ts'
import { bookWithConsent, callerOf, holdInput, nobody, visitorOf } from './booking-setup.ts'
import { ALL_DAY, DAY, NOW } from './waiting-setup.ts'

const booking = bookingFile(NOW)

const create = (changes: Parameters<typeof buildEvent>[1]) =>
  buildEvent(booking.services.database, {
    event_on: DAY,
    start_time: '09:00',
    end_time: '10:00',
    session_minutes: 15,
    places_per_slot: 1,
    ...changes,
  })
const newPatient = () => buildProfile(booking.services.database, { birth_date: '1970-01-01' })

/** What a visitor sees of an event: in the list, on its page, and as times. */
async function seen(eventId: number, at = booking.services) {
  const list = await at.events.list({})
  const found = await at.events.find({ event_id: eventId }, nobody)
  const slots = await at.events.slots({ event_id: eventId }, visitorOf())
  if (!list.ok || !found.ok || !slots.ok) throw new Error('The event is missing.')
  const listed = list.value.events.find(({ event_id }) => event_id === eventId)
  if (!listed || !('starts_at' in listed && 'starts_at' in found.value)) throw new Error('withheld')
  const now = at.clock.now()
  const card = eventFacts(listed, 'Halyard', now)
  expect(eventFacts(found.value, 'Halyard', now)).toMatchObject({
    places: card.places,
    state: card.state,
  })
  return {
    state: card.state,
    places: card.places,
    hasWaitingList: hasWaitingList(knownEvent(found.value), now),
    times: Object.values(slots.value).flatMap((day) => day.availableTimeSlots).length,
  }
}

const FULL = { state: 'full', places: 'Fully Booked', hasWaitingList: true, times: 0 }

describe('an event with more places than times', () => {
  it('EVL-05 EVL-09 WAIT-01 is full everywhere once no time is free, and the waiting list takes patients', async () => {
    const eventId = await create({ total_spaces: 50 })
    expect(await seen(eventId)).toMatchObject({ state: 'open', places: '4 places left', times: 4 })
    for (const time of ['09:00', '09:15', '09:30']) {
      await bookWithConsent(booking.services, await newPatient(), eventId, DAY, time)
    }
    expect(await seen(eventId)).toMatchObject({ state: 'open', times: 1 })
    const holder = await newPatient()
    await booking.services.holds.create(holdInput(eventId, DAY, '09:45'), callerOf(holder))
    expect(await seen(eventId)).toEqual(FULL)
    const joined = await booking.services.waitingList.join(
      { event_id: eventId, ...ALL_DAY },
      callerOf(await newPatient()),
    )
    expect(joined.ok).toBe(true)
  })

  it.each([{ end_time: null }, { session_minutes: null }])(
    'EVL-05 EVL-09 without any time is full from the beginning: %o',
    async (changes) => {
      expect(await seen(await create({ total_spaces: 20, ...changes }))).toEqual(FULL)
    },
  )

  it('EVL-09 counts several people at one time, and no partial last time', async () => {
    const eventId = await create({ total_spaces: 9, places_per_slot: 2, end_time: '10:10' })
    for (const time of ['09:00', '09:00', '09:15']) {
      await bookWithConsent(booking.services, await newPatient(), eventId, DAY, time)
    }
    expect(await seen(eventId)).toMatchObject({ places: '5 places left' })
  })

  it('EVL-09 a night in which the clocks go back has no more places than times', async () => {
    const eventId = await create({
      event_on: '2027-10-31',
      start_time: '00:00',
      end_time: '03:00',
      session_minutes: 30,
      total_spaces: 8,
    })
    expect(await seen(eventId)).toMatchObject({ places: '6 places left', times: 6 })
  })

  it('EVL-05 EVL-09 a corporate event that is running has the places of its remaining times; another is closed, not full', async () => {
    const during = booking.at('2027-06-17T08:35:00Z')
    const corporate = await create({ total_spaces: 4, exclusive_for: 'corporate ' })
    const closed = await create({ total_spaces: 4 })
    expect(await seen(corporate, during)).toMatchObject({ places: '1 place left', times: 1 })
    expect(await seen(closed, during)).toMatchObject({ state: 'closed' })
  })
})
