import type { IsoDate } from '#core/rules/time.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import {
  type BookingServices,
  bookWithConsent,
  CONTEXT,
  callerOf,
  holdInput,
} from '#tests/integration/booking/booking-setup.ts'

/** An event with two booked appointments, one cancelled appointment and one hold; returns its id. */
export async function createBookedEvent(services: BookingServices, day: IsoDate): Promise<number> {
  const id = await buildEvent(services.database, { event_on: day })
  const names: [string, string][] = [
    ['09:10', '=Arthur'],
    ['09:00', 'Björn'],
  ]
  for (const [time, first_name] of names) {
    const patient = await buildProfile(services.database, {
      first_name,
      last_name: 'Pendle, Sr',
      birth_date: '1960-02-03',
      phone: '+441632960100',
    })
    await bookWithConsent(services, patient, id, day, time)
  }
  const cancelled = await buildProfile(services.database)
  const appointment_id = await bookWithConsent(services, cancelled, id, day, '09:20')
  await services.appointments.cancel({ appointment_id }, callerOf(cancelled), CONTEXT)
  await services.holds.create(
    holdInput(id, day, '09:30'),
    callerOf(await buildProfile(services.database)),
  )
  return id
}
