import { beforeEach } from 'vitest'
import type { Database } from '#core/server/database/database.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from './booking-file.ts'
import { createOutbox, type Outbox } from './outbox.ts'

export const NOW = '2027-06-01T09:00:00Z'
export const DAY = '2027-06-16'

/** Patients, events on `DAY` and, in each test, an empty queue and outbox. Registers the hooks of the test file. */
export function mailSetup() {
  const booking = bookingFile(NOW)
  let outbox: Outbox
  beforeEach(async () => {
    outbox = createOutbox()
    await booking.services.database.query('delete from app.jobs')
  })
  return {
    booking,
    get outbox() {
      return outbox
    },
    /** The dependencies of a job loop that sends to the outbox of this test. */
    jobDeps: (database: Database = booking.services.database) => outbox.depsFor(database),
    newPatient: () => buildProfile(booking.services.database),
    newEvent: () => buildEvent(booking.services.database, { event_on: DAY }),
    async addressOf(profileId: number): Promise<string> {
      const { email } = await booking.services.database.kysely
        .selectFrom('profiles')
        .select('email')
        .where('profile_id', '=', profileId)
        .executeTakeFirstOrThrow()
      return email
    },
  }
}
