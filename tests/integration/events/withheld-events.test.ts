import { describe, expect, it } from 'vitest'
import { eventOnWire, withheldEventOnWire } from '#events/contract/events.ts'
import { revokeCode } from '#events/server/database/access-codes.ts'
import { buildPrivateEvent, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from '../booking/booking-file.ts'
import { visitorOf } from '../booking/booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'
const NOBODY = visitorOf()

const booking = bookingFile(NOW)

const privateEvent = (event: Parameters<typeof buildPrivateEvent>[2] = {}) =>
  buildPrivateEvent(booking.services.database, booking.services.sealer, { event_on: DAY, ...event })
const newPatient = () => buildProfile(booking.services.database)

describe('what a private event shows', () => {
  it('EVD-05 without a grant no field but name, day and town, whatever the contract has', async () => {
    const { eventId } = await privateEvent({
      event_name: 'Lodge evening',
      event_description: 'secret-description',
      session_minutes: 12,
      price_pence: 1234,
      payment_required: true,
      lab_name: 'secret-lab',
      exclusive_for: 'secret-firm',
      audience: 'freemasons',
      contact_email: 'secret@halyard.example',
      address_line_1: 'secret-line-1',
      address_line_2: 'secret-line-2',
      city: 'Bristol',
      state: 'secret-state',
      postcode: 'BS1 5ZZ',
      country: 'secret-country',
      latitude: 51.5,
      longitude: -2.5,
    })
    const shown = {
      id: eventId,
      event_id: eventId,
      event_name: 'Lodge evening',
      event_date: DAY,
      city: 'Bristol',
      is_private: true,
    }
    const stranger = await newPatient()
    for (const visitor of [
      NOBODY,
      visitorOf(stranger),
      { ...NOBODY, accessToken: 'x'.repeat(43) },
    ]) {
      const found = await booking.services.events.find({ event_id: eventId }, async () => visitor)
      expect(found).toEqual({
        ok: true,
        value: { ...shown, server_time: new Date(NOW).toISOString() },
      })
      expect(await booking.services.events.slots({ event_id: eventId }, visitor)).toEqual({
        ok: false,
        reason: 'access-code-required',
      })
    }
    const list = await booking.services.events.list({})
    const listed = list.ok ? list.value.events.filter(({ id }) => id === eventId) : []
    expect(listed).toEqual([shown])
    // The four facts and the id are all that the contract lets through: what is added to an event is private by default.
    expect(Object.keys(withheldEventOnWire.shape).sort()).toEqual(Object.keys(shown).sort())
    const whole = Object.keys(eventOnWire.shape)
    expect(whole.filter((name) => name in withheldEventOnWire.shape).sort()).toEqual(
      Object.keys(shown).sort(),
    )
  })

  it('EVD-05 EVL-01 is not found by its address, is in the list of every audience, and stays for its whole day', async () => {
    const { eventId } = await privateEvent({
      event_name: 'Quiet supper',
      city: 'Quietford',
      address_line_1: 'Hidden Temple',
      postcode: 'QQ9 9ZZ',
      audience: 'freemasons',
      event_on: '2027-06-01',
      start_time: '07:00',
      end_time: '08:00',
    })
    const listed = async (input: Parameters<typeof booking.services.events.list>[0]) => {
      const answer = await booking.services.events.list(input)
      return answer.ok && answer.value.events.some(({ id }) => id === eventId)
    }
    expect(await listed({ location: 'quietford' })).toBe(true)
    expect(await listed({ location: 'supper' })).toBe(true)
    for (const location of ['hidden', 'QQ9', 'QQ99ZZ'])
      expect(await listed({ location })).toBe(false)
    for (const audience of ['community', 'freemasons', 'corporate']) {
      expect(await listed({ for: audience })).toBe(true)
    }
    const next = await booking.at('2027-06-01T23:30:00Z').events.list({})
    expect(next.ok && next.value.events.some(({ id }) => id === eventId)).toBe(false)
  })

  it('EVD-05 comes first on its day in the list, so that its place does not tell its time', async () => {
    const day = '2027-08-03'
    const { eventId } = await privateEvent({
      event_on: day,
      start_time: '11:00',
      end_time: '12:00',
    })
    const early = await buildEvent(booking.services.database, {
      event_on: day,
      start_time: '08:00',
    })
    const answer = await booking.services.events.list({})
    const ids = answer.ok ? answer.value.events.map(({ id }) => id) : []
    expect(ids.filter((id) => id === eventId || id === early)).toEqual([eventId, early])
  })

  it('EVD-05 shared answers never give one visitor what another may see', async () => {
    const { eventId, codeId } = await privateEvent()
    const { database } = booking.services
    const guest = await newPatient()
    await grantTo(database, { eventId, codeId }, guest)
    const { events } = booking.at(NOW, { list: 60_000, event: 60_000 })
    const isWhole = async (visitor: typeof NOBODY) => {
      const found = await events.find({ event_id: eventId }, async () => visitor)
      return found.ok && 'starts_at' in found.value
    }
    const asked = [NOBODY, visitorOf(guest), NOBODY, visitorOf(guest), NOBODY]
    expect(await Promise.all(asked.map(isWhole))).toEqual([false, true, false, true, false])
    await revokeCode(database, eventId, codeId)
    expect(await isWhole(visitorOf(guest))).toBe(false)
  })
})
