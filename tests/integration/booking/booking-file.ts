import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type BookingServices, servicesAt } from './booking-setup.ts'

/**
 * The booking services at the time `now`, on a database of the calling test file. Registers the hooks that open and close it:
 * `services` and `at`, the services of another process at another time, work inside hooks and tests only.
 */
export function bookingFile(now: string) {
  let test: TestDatabase
  let services: BookingServices
  beforeAll(async () => {
    test = await testDatabase()
    services = servicesAt(test, now)
  })
  afterAll(() => test.close())
  return {
    get services() {
      return services
    },
    at: (time: string, sharedForMs?: Parameters<typeof servicesAt>[2]) =>
      servicesAt(test, time, sharedForMs),
  }
}
