import { expect, it } from 'vitest'
import { createLimiter } from '#core/server/database/limits.ts'
import { accessService } from '#events/server/access.ts'
import { buildPrivateEvent, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from '../booking/booking-file.ts'
import { visitorOf } from '../booking/booking-setup.ts'

const booking = bookingFile('2027-06-01T09:00:00Z')

it('EVD-05 the grants of a hundred patients who ask at once are each for their own patient and event', async () => {
  const { database, sealer } = booking.services
  const [one, other] = [
    await buildPrivateEvent(database, sealer),
    await buildPrivateEvent(database, sealer),
  ]
  const patients = await Promise.all(Array.from({ length: 100 }, () => buildProfile(database)))
  const members = patients.filter((_, at) => at % 3 === 0)
  await Promise.all(members.map((patient) => grantTo(database, one, patient)))
  await Promise.all(patients.slice(50).map((patient) => grantTo(database, other, patient)))
  const access = accessService({
    database,
    sealer,
    limiter: createLimiter(database, (text) => sealer.lookup(text, 'limit')),
    timer: { now: () => 0, wait: () => Promise.resolve() },
  })
  const found = await Promise.all(
    patients.map((patient) => access.hasGrant(one.eventId, visitorOf(patient))),
  )
  expect(patients.filter((_, at) => found[at])).toEqual(members)
})
