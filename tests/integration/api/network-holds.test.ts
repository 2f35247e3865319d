import { expect, it } from 'vitest'
import { createHold } from '#booking/contract/holds.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'

const HALL = '192.0.2.60'
const ELSEWHERE = '192.0.2.61'

const service = perFile(testService)

/** Asks for a place of an event that does not exist, as a patient of this network. */
async function hold(network: string) {
  const userId = crypto.randomUUID()
  const email = `${userId}@example.org`
  const { database } = service.db
  await buildProfile(database, { user_id: userId, email })
  const visitor = service.visitor(network)
  const secret = await openSession(database, { userId, email, device: 'Test browser' })
  visitor.cookies.set(sessionCookieName(SITE_URL), secret)
  return visitor.call(createHold, {
    event_id: 999_999,
    appt_date: '2030-01-01',
    appt_time: '09:00',
    idempotency_key: crypto.randomUUID(),
  })
}

it('BOOK-06 API-06 patients of a network that has used up its holds are refused with Retry-After, others are not', async () => {
  const { most, seconds } = LIMITS.holdPerNetwork
  const { holdLimit } = service.wiring.services
  for (let n = 0; n < most - 1; n += 1) holdLimit.count(HALL)
  expect((await hold(HALL)).status).toBe(404)
  const refused = await hold(HALL)
  expect([refused.status, refused.body['reason']]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(seconds - 60)
  expect((await hold(ELSEWHERE)).status).toBe(404)
})
