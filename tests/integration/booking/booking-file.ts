import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { servicesAt } from './booking-setup.ts'

/** The booking services at the time `now` on a database of the calling test file; `at`: those of another process at another time. */
export function bookingFile(now: string) {
  const test = perFile(testDatabase)
  const at = (time: string, sharedForMs?: Parameters<typeof servicesAt>[2]) =>
    servicesAt(test, time, sharedForMs)
  return { services: perFile(() => at(now)), at }
}
