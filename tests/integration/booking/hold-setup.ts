import { beforeEach } from 'vitest'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from './booking-file.ts'
import { type BookingServices, callerOf, holdInput } from './booking-setup.ts'

/** A Tuesday, 10:00 in London. */
export const NOW = '2027-06-01T09:00:00Z'
export const DAY = '2027-06-16'

type Changes = Parameters<typeof buildEvent>[1]
type Attempt = { time?: string; date?: string; who?: number; at?: BookingServices; key?: string }

/** Events on `DAY` and requests for holds, by a new patient in each test. Registers the hooks of the test file. */
export function holdSetup() {
  const booking = bookingFile(NOW)
  let patient: number
  beforeEach(async () => {
    patient = await buildProfile(booking.services.database, { birth_date: '1970-01-01' })
  })
  return {
    booking,
    get patient() {
      return patient
    },
    createEvent: (changes: Changes = {}) =>
      buildEvent(booking.services.database, { event_on: DAY, ...changes }),
    /** Requests a hold; returns 'held' or the reason of the refusal. */
    async tryHold(eventId: number, attempt: Attempt = {}): Promise<string> {
      const { time = '09:00', date = DAY, who = patient, at = booking.services, key } = attempt
      const outcome = await at.holds.create(holdInput(eventId, date, time, key), callerOf(who))
      return outcome.ok ? 'held' : outcome.reason
    },
  }
}
