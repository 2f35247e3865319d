import { describe, expect, it } from 'vitest'
import { revokeCode } from '#events/server/database/access-codes.ts'
import { grantFinder, moveGrants } from '#events/server/database/access-grants.ts'
import { buildCode, buildPrivateEvent, CODE, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { bookingFile } from '../booking/booking-file.ts'
import {
  bookingInput,
  bookWithConsent,
  CONTEXT,
  callerOf,
  consentInput,
  holdInput,
  visitorOf,
} from '../booking/booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

const booking = bookingFile(NOW)

const privateEvent = (
  event: Parameters<typeof buildPrivateEvent>[2] = {},
  code: Parameters<typeof buildPrivateEvent>[3] = {},
) => {
  const { database, sealer } = booking.services
  return buildPrivateEvent(database, sealer, { event_on: DAY, ...event }, code)
}
const newPatient = () => buildProfile(booking.services.database)

/** Each test has a network of its own, so that its wrong codes are not counted for another one. */
let networks = 0
const newContext = () => {
  networks += 1
  return { ...CONTEXT, network: `198.51.100.${networks}` }
}
const check = (eventId: number, code: string, profileId?: number, context = newContext()) =>
  booking.services.access.check(
    { event_id: eventId, access_code: code },
    profileId === undefined ? undefined : callerOf(profileId),
    context,
  )
const reasonOf = (outcome: { ok: boolean; reason?: string }) => outcome.ok || outcome.reason

const hold = async (eventId: number, profileId: number, time = '09:00', at = booking.services) =>
  reasonOf(await at.holds.create(holdInput(eventId, DAY, time), callerOf(profileId)))

async function book(eventId: number, profileId: number, time = '09:00', at = booking.services) {
  await at.consents.create(consentInput(profileId, DAY), callerOf(profileId), CONTEXT)
  const input = bookingInput(profileId, eventId, DAY, time)
  return reasonOf(await at.appointments.create(input, callerOf(profileId), newContext()))
}

/** The hold by the database function alone, as a service without its own check would ask for it. */
async function holdInDatabase(eventId: number, profileId: number) {
  const { rows } = await booking.services.database.query<{ reason: string | null }>(
    `select r_reason as reason from booking.hold_slot(p_event => $1, p_slot => (select starts_at from app.events
       where event_id = $1), p_profile => $2::bigint, p_key => 'key-' || $2::bigint, p_minutes => 15)`,
    [eventId, profileId],
  )
  return rows[0]?.reason ?? 'held'
}

describe('the access code of a private event', () => {
  it('EVD-05 is accepted however it is typed, and opens the event for the patient', async () => {
    const { eventId } = await privateEvent()
    for (const typed of [CODE, 'lodge 2041', ' Lodge–20 41 ', 'LODGE2041']) {
      const profileId = await newPatient()
      expect(await check(eventId, typed, profileId)).toEqual({
        ok: true,
        value: { token: undefined },
      })
      const found = await booking.services.events.find({ event_id: eventId }, async () =>
        visitorOf(profileId),
      )
      expect(found).toMatchObject({
        value: { address_line1: 'Corn Exchange', start_time: '09:00' },
      })
      expect(await hold(eventId, profileId)).toBe(true)
      await booking.services.database.query(
        `update app.appointments set status = 'cancelled', cancelled_at = now(), cancelled_by = 'patient'`,
      )
    }
  })

  it('EVD-05 a wrong code, one of another event, and unknown and public events are refused alike', async () => {
    const { eventId } = await privateEvent()
    await privateEvent({}, { code: 'OTHER-LODGE-1' })
    const publicEvent = await buildEvent(booking.services.database, { event_on: DAY })
    await buildCode(booking.services.database, booking.services.sealer, publicEvent)
    const refused = { ok: false, reason: 'access-code-invalid' }
    expect(await check(eventId, 'LODGE-2042')).toEqual(refused)
    expect(await check(eventId, 'OTHER-LODGE-1')).toEqual(refused)
    expect(await check(publicEvent, CODE)).toEqual(refused)
    expect(await check(999_999, CODE)).toEqual(refused)
  })

  it('EVD-05 is valid from its first instant to before its end, and until it is revoked', async () => {
    const validFrom = new Date('2027-06-02T00:00:00Z')
    const validUntil = new Date('2027-06-04T00:00:00Z')
    const { eventId, codeId } = await privateEvent({}, { validFrom, validUntil })
    const profileId = await newPatient()
    await grantTo(booking.services.database, { eventId, codeId }, profileId)
    const times = {
      '2027-06-01T23:59:00Z': 'access-code-invalid',
      '2027-06-02T00:01:00Z': true,
      '2027-06-03T23:59:00Z': true,
      '2027-06-04T00:00:01Z': 'access-code-invalid',
    }
    for (const [time, expected] of Object.entries(times)) {
      const at = booking.at(time)
      const input = { event_id: eventId, access_code: CODE }
      expect(reasonOf(await at.access.check(input, undefined, newContext()))).toBe(expected)
      const held = await hold(eventId, profileId, '09:00', at)
      expect(held).toBe(expected === true ? true : 'access-code-required')
    }
    expect(await revokeCode(booking.services.database, eventId, codeId)).toBe(true)
    const at = booking.at('2027-06-02T00:20:00Z')
    expect(await hold(eventId, profileId, '09:00', at)).toBe('access-code-required')
  })

  it('EVD-05 several codes of one event are valid side by side; revoking one leaves the others', async () => {
    const { eventId, codeId } = await privateEvent()
    const { database, sealer } = booking.services
    await buildCode(database, sealer, eventId, { code: 'GUEST-7310' })
    const [member, guest] = [await newPatient(), await newPatient()]
    expect(reasonOf(await check(eventId, CODE, member))).toBe(true)
    expect(reasonOf(await check(eventId, 'GUEST-7310', guest))).toBe(true)
    await revokeCode(database, eventId, codeId)
    const hasGrant = grantFinder(database)
    expect(await hasGrant(eventId, visitorOf(member))).toBe(false)
    expect(await hasGrant(eventId, visitorOf(guest))).toBe(true)
    expect(reasonOf(await check(eventId, CODE))).toBe('access-code-invalid')
  })

  it('EVD-05 a used-up code replaces none with uses left, whether it is typed or comes from a browser', async () => {
    const event = await privateEvent({}, { mostUses: 1 })
    const { database, sealer } = booking.services
    const guestCode = await buildCode(database, sealer, event.eventId, { code: 'GUEST-7310' })
    const [booked, typing, moving] = [await newPatient(), await newPatient(), await newPatient()]
    for (const patient of [booked, moving]) await grantTo(database, event, patient)
    await bookWithConsent(booking.services, booked, event.eventId, DAY, '09:00')

    for (const code of ['GUEST-7310', CODE]) await check(event.eventId, code, typing)
    for (const patient of [moving, booked]) {
      const given = await check(event.eventId, 'GUEST-7310')
      await moveGrants(database, (given.ok && given.value.token) || '', patient)
    }
    const { rows } = await database.query<{ patient: number; code: string }>(
      'select profile_id as patient, code_id as code from app.access_grants where event_id = $1',
      [event.eventId],
    )
    expect(new Map(rows.map(({ patient, code }) => [patient, code]))).toEqual(
      new Map([
        [booked, event.codeId],
        [typing, guestCode],
        [moving, guestCode],
      ]),
    )
    expect(await hold(event.eventId, typing, '09:10')).toBe(true)
    expect(await hold(event.eventId, moving, '09:20')).toBe(true)
  })
})

describe('hold and booking of a private event', () => {
  it('EVD-05 BOOK-06 without a grant are refused by the services and by the database functions alike', async () => {
    const { eventId } = await privateEvent()
    const profileId = await newPatient()
    expect(await hold(eventId, profileId)).toBe('access-code-required')
    expect(await book(eventId, profileId)).toBe('access-code-required')
    expect(await holdInDatabase(eventId, profileId)).toBe('access-code-required')
    const other = await privateEvent({}, { code: 'OTHER-LODGE-2' })
    await grantTo(booking.services.database, other, profileId)
    expect(await holdInDatabase(eventId, profileId)).toBe('access-code-required')
  })

  it('EVD-05 without a grant are not told that the event is cancelled, over or not open', async () => {
    const profileId = await newPatient()
    const paid = await privateEvent({ payment_required: true, price_pence: 2500 })
    const cancelled = await privateEvent({ cancelled_at: new Date(NOW) })
    const after = booking.at('2027-06-18T09:00:00Z')
    for (const { eventId, codeId } of [paid, cancelled]) {
      expect(await hold(eventId, profileId)).toBe('access-code-required')
      expect(await hold(eventId, profileId, '09:00', after)).toBe('access-code-required')
      await grantTo(booking.services.database, { eventId, codeId }, profileId)
    }
    expect(await hold(paid.eventId, profileId)).toBe('not-open-paid')
    expect(await hold(paid.eventId, profileId, '09:00', after)).toBe('event-passed')
    expect(await hold(cancelled.eventId, profileId)).toBe('event-cancelled')
  })

  it('EVD-05 BOOK-08 a code that is revoked while its patient holds a place ends the booking; booked appointments stay', async () => {
    const event = await privateEvent()
    const { database } = booking.services
    const [booked, holder] = [await newPatient(), await newPatient()]
    await grantTo(database, event, booked)
    await grantTo(database, event, holder)
    const id = await bookWithConsent(booking.services, booked, event.eventId, DAY, '09:00')
    expect(await hold(event.eventId, holder, '09:10')).toBe(true)
    await revokeCode(database, event.eventId, event.codeId)
    expect(await book(event.eventId, holder, '09:10')).toBe('access-code-required')
    const { rows } = await database.query<{ hold: string; reason: string | null }>(
      `select appointment_id as hold, (booking.confirm_appointment(appointment_id, profile_id, 'paid')) as reason
         from app.appointments where profile_id = $1 and status = 'held'`,
      [holder],
    )
    expect(rows).toMatchObject([{ reason: 'access-code-required' }])
    const moved = await booking.services.appointments.reschedule(
      { appointment_id: id, appt_time: '09:20' },
      callerOf(booked),
      CONTEXT,
    )
    expect(moved).toMatchObject({ ok: true })
    const seen = await booking.services.events.find({ event_id: event.eventId }, async () =>
      visitorOf(booked),
    )
    expect(seen).toMatchObject({ value: { address_line1: 'Corn Exchange' } })
  })

  it('EVD-05 the uses of a code count booked patients: a hold keeps one, a cancellation gives it back', async () => {
    const event = await privateEvent({}, { mostUses: 2 })
    const { database, appointments } = booking.services
    const patients = [await newPatient(), await newPatient(), await newPatient()] as const
    for (const patient of patients) await grantTo(database, event, patient)
    const id = await bookWithConsent(booking.services, patients[0], event.eventId, DAY, '09:00')
    expect(await hold(event.eventId, patients[1], '09:10')).toBe(true)
    expect(await hold(event.eventId, patients[2], '09:20')).toBe('access-code-used-up')
    expect(await book(event.eventId, patients[1], '09:10')).toBe(true)
    expect(await holdInDatabase(event.eventId, patients[2])).toBe('access-code-used-up')
    expect(await hold(event.eventId, patients[0], '09:30')).toBe('existing-booking')
    const used = () =>
      database.query<{ used: number }>('select used from app.access_codes where code_id = $1', [
        event.codeId,
      ])
    expect((await used()).rows).toEqual([{ used: 2 }])
    await appointments.cancel({ appointment_id: id }, callerOf(patients[0]), CONTEXT)
    expect((await used()).rows).toEqual([{ used: 1 }])
    expect(await hold(event.eventId, patients[2], '09:20')).toBe(true)
    expect(await book(event.eventId, patients[2], '09:20')).toBe(true)
    expect((await used()).rows).toEqual([{ used: 2 }])
    expect(await findViolations(database)).toEqual([])
  })
})
