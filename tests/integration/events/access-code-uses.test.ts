import { expect, it } from 'vitest'
import { buildPrivateEvent, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { bookingFile } from '../booking/booking-file.ts'
import { bookWithConsent, CONTEXT, callerOf, holdInput } from '../booking/booking-setup.ts'

const DAY = '2027-06-16'

const booking = bookingFile('2027-06-01T09:00:00Z')

it('EVD-05 a patient who was seen and books again uses their code once', async () => {
  const event = await buildPrivateEvent(
    booking.services.database,
    booking.services.sealer,
    { event_on: DAY },
    { mostUses: 1 },
  )
  const { database, appointments, holds } = booking.services
  const [patient, other] = [await buildProfile(database), await buildProfile(database)]
  await grantTo(database, event, patient)
  await grantTo(database, event, other)
  const used = async () => {
    const { rows } = await database.query<{ used: number }>(
      'select used from app.access_codes where code_id = $1',
      [event.codeId],
    )
    return rows[0]?.used
  }
  const seen = await bookWithConsent(booking.services, patient, event.eventId, DAY, '09:00')
  await database.query(
    `update app.appointments set status = 'attended' where appointment_id = $1`,
    [seen],
  )
  const again = await bookWithConsent(booking.services, patient, event.eventId, DAY, '09:10')
  expect(await used()).toBe(1)
  expect(await findViolations(database)).toEqual([])
  await appointments.cancel({ appointment_id: again }, callerOf(patient), CONTEXT)
  expect(await used()).toBe(1)
  const refused = await holds.create(holdInput(event.eventId, DAY, '09:20'), callerOf(other))
  expect(refused).toMatchObject({ ok: false, reason: 'access-code-used-up' })
  expect(await findViolations(database)).toEqual([])
})
