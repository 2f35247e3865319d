import { describe, expect, it } from 'vitest'
import { PLACE_REFUSALS } from '#events/texts/place-refusals.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { auditLog, bookWithConsent, CONTEXT, callerOf, holdInput } from './booking-setup.ts'
import { DAY, holdSetup, NOW } from './hold-setup.ts'

const holds = holdSetup()
const { booking, createEvent, tryHold } = holds

describe('refusals by the database', () => {
  it('BOOK-05 BOOK-07 refuses a taken slot, a full event, a second booking and a reused key', async () => {
    const id = await createEvent({ total_spaces: 2 })
    const second = await buildProfile(booking.services.database)
    const third = await buildProfile(booking.services.database)
    const key = 'key-of-one-patient'
    expect(await tryHold(id, { key })).toBe('held')
    expect(await tryHold(id, { key })).toBe('held')
    expect(await tryHold(id, { key, time: '09:10' })).toBe('key-reused')
    expect(await tryHold(id, { who: second })).toBe('slot-taken')
    expect(await tryHold(id, { who: second, time: '09:10' })).toBe('held')
    expect(await tryHold(id, { who: third, time: '09:20' })).toBe('event-full')
    await bookWithConsent(booking.services, holds.patient, id, DAY, '09:00')
    expect(await tryHold(await createEvent())).toBe('existing-booking')
  })

  it('BOOK-05 a cancelled or ended appointment does not prevent a new hold', async () => {
    const id = await createEvent()
    const appointmentId = await bookWithConsent(booking.services, holds.patient, id, DAY, '09:00')
    expect(await tryHold(await createEvent())).toBe('existing-booking')
    await booking.services.appointments.cancel(
      { appointment_id: appointmentId },
      callerOf(holds.patient),
      CONTEXT,
    )
    await bookWithConsent(booking.services, holds.patient, id, DAY, '09:10')
    const ended = booking.at('2027-06-16T08:20:00Z')
    const next = await createEvent({ event_on: '2027-06-30' })
    expect(await tryHold(next, { date: '2027-06-30', at: ended })).toBe('held')
  })

  it('BOOK-06 a second hold replaces the first; releasing it frees the place', async () => {
    const id = await createEvent()
    const created = await booking.services.holds.create(
      holdInput(id, DAY, '09:00'),
      callerOf(holds.patient),
    )
    expect(created).toMatchObject({
      value: {
        event_id: id,
        appt_date: DAY,
        appt_time: '09:00',
        server_time: new Date(NOW).toISOString(),
      },
    })
    await booking.services.holds.create(holdInput(id, DAY, '09:10'), callerOf(holds.patient))
    const now = await booking.services.holds.current({ event_id: id }, callerOf(holds.patient))
    if (!now.ok || now.value.hold === null) throw new Error('no hold')
    expect(now.value.hold.appt_time).toBe('09:10')
    const minutes = (Date.parse(now.value.hold.hold_expires_at ?? '') - Date.parse(NOW)) / 60_000
    expect(Math.round(minutes)).toBe(15)
    const other = await buildProfile(booking.services.database)
    const holdId = now.value.hold.hold_id
    const before = (await auditLog(booking.services.database)).length
    expect(
      await booking.services.holds.release({ hold_id: holdId }, callerOf(other), CONTEXT),
    ).toEqual({
      ok: false,
      reason: 'forbidden',
    })
    expect((await auditLog(booking.services.database)).slice(before)).toMatchObject([
      { action: 'foreign-access-refused', subject: `appointment:${holdId}` },
    ])
    expect(await tryHold(id, { who: other, time: '09:10' })).toBe('slot-taken')
    expect(
      await booking.services.holds.release({ hold_id: holdId }, callerOf(holds.patient), CONTEXT),
    ).toMatchObject({
      ok: true,
    })
    expect(
      await booking.services.holds.release({ hold_id: holdId }, callerOf(holds.patient), CONTEXT),
    ).toMatchObject({
      ok: true,
    })
    expect(await tryHold(id, { who: other, time: '09:10' })).toBe('held')
    expect(
      await booking.services.holds.current({ event_id: id }, callerOf(holds.patient)),
    ).toMatchObject({
      value: { hold: null },
    })
  })

  it('BOOK-06 the live hold is found without naming its event', async () => {
    const id = await createEvent()
    const other = await createEvent()
    expect(await tryHold(id)).toBe('held')
    const hold = { event_id: id, appt_date: DAY, appt_time: '09:00' }
    expect(await booking.services.holds.current({}, callerOf(holds.patient))).toMatchObject({
      value: { hold },
    })
    expect(
      await booking.services.holds.current({ event_id: other }, callerOf(holds.patient)),
    ).toMatchObject({
      value: { hold: null },
    })
  })

  it('BOOK-05 the booked appointment of any event comes with the hold, until it has ended or is cancelled', async () => {
    const id = await createEvent()
    const booked = await bookWithConsent(booking.services, holds.patient, id, DAY, '09:10')
    const blocking = { value: { hold: null, appointment: { appointment_id: booked } } }
    const asked = { event_id: await createEvent() }
    expect(await booking.services.holds.current(asked, callerOf(holds.patient))).toMatchObject(
      blocking,
    )
    const none = { value: { appointment: null } }
    const other = await buildProfile(booking.services.database)
    expect(await booking.services.holds.current(asked, callerOf(other))).toMatchObject(none)
    const ended = booking.at('2027-06-16T08:20:00Z')
    expect(await ended.holds.current(asked, callerOf(holds.patient))).toMatchObject(none)
    await booking.services.appointments.cancel(
      { appointment_id: booked },
      callerOf(holds.patient),
      CONTEXT,
    )
    expect(await booking.services.holds.current(asked, callerOf(holds.patient))).toMatchObject(none)
  })

  it('BOOK-05 an appointment that is closed does not block, also before its end', async () => {
    const id = await createEvent()
    const booked = await bookWithConsent(booking.services, holds.patient, id, DAY, '09:10')
    await booking.services.database.query(
      'update app.appointments set closed_at = now() where appointment_id = $1',
      [booked],
    )
    const current = await booking.services.holds.current({}, callerOf(holds.patient))
    expect(current).toMatchObject({ value: { appointment: null } })
    expect(await tryHold(await createEvent())).toBe('held')
  })

  it('BOOK-06 a hold ends at its expiry time without any job, and its place is free again', async () => {
    const id = await createEvent()
    await tryHold(id)
    const later = booking.at('2027-06-01T09:16:00Z')
    expect(await later.holds.current({ event_id: id }, callerOf(holds.patient))).toMatchObject({
      value: { hold: null },
    })
    const other = await buildProfile(booking.services.database)
    expect(await tryHold(id, { who: other, at: later })).toBe('held')
  })

  it('BOOK-06 a hold created before the cut-off can be renewed after it', async () => {
    const id = await createEvent({ event_on: '2027-06-02' })
    const before = booking.at('2027-06-01T07:55:00Z')
    const after = booking.at('2027-06-01T08:05:00Z')
    expect(await tryHold(id, { date: '2027-06-02', at: before })).toBe('held')
    expect(await tryHold(id, { date: '2027-06-02', at: after })).toBe('held')
    expect(await tryHold(id, { date: '2027-06-02', time: '09:10', at: after })).toBe(
      'booking-closed',
    )
  })

  it('BOOK-06 an event that changed a moment after it was read is decided as it is now', async () => {
    const id = await createEvent()
    const update = (set: string) =>
      booking.services.database.query(
        `${BY_HAND} update app.events set ${set} where event_id = $1`,
        [id],
      )
    expect(await tryHold(id)).toBe('held')
    await update(`is_private = true`)
    const other = await buildProfile(booking.services.database)
    expect(await tryHold(id, { who: other, time: '09:10' })).toBe('access-code-required')
    await update('is_private = false')
    expect(await tryHold(id, { who: other, time: '09:10' })).toBe('held')
    await update(`cancelled_at = now()`)
    expect(await tryHold(id, { who: other, time: '09:20' })).toBe('event-cancelled')
  })

  it('BOOK-06 after 45 minutes of holds in a day the refusal names the helpline', async () => {
    const id = await createEvent()
    for (const minute of ['00', '16', '32']) {
      const at = booking.at(`2027-06-01T09:${minute}:00Z`)
      expect(await tryHold(id, { at })).toBe('held')
    }
    const at = booking.at('2027-06-01T09:48:00Z')
    expect(await tryHold(id, { at })).toBe('hold-limit')
    expect(PLACE_REFUSALS['hold-limit'].text).toContain('Please call our booking helpline.')
  })

  it('EVD-05 BOOK-06 limits the number of requests per patient', async () => {
    const outcomes = await Promise.all(Array.from({ length: 61 }, () => tryHold(999_999)))
    expect(outcomes.filter((one) => one === 'too-many-requests')).toHaveLength(1)
  })
})
