import { expect, it } from 'vitest'
import { LIMITS } from '#core/server/config/limits.ts'
import { networkLimit } from '#core/server/network-limit.ts'

const { most, seconds } = LIMITS.holdPerNetwork

it('BOOK-06 holds are limited per network for an hour; other networks are not affected', () => {
  let now = 0
  const limit = networkLimit('holdPerNetwork', { now: () => new Date(now) })
  for (let n = 0; n < most; n += 1) expect(limit.count('hall')).toBeUndefined()
  now += 60_000
  expect(limit.count('hall')).toMatchObject({
    reason: 'too-many-requests',
    retryAfterSeconds: seconds - 60,
  })
  expect(limit.count('home')).toBeUndefined()
  now = seconds * 1000
  expect(limit.count('hall')).toBeUndefined()
})

it('BOOK-06 a hall of 200 patients can hold fifteen times each within an hour', () => {
  expect(most).toBeGreaterThanOrEqual(200 * 15)
  expect(LIMITS.bookPerNetwork.most).toBeGreaterThanOrEqual(2 * 200)
})
