import { describe, expect, it } from 'vitest'
import { MOST_ATTEMPTS, retrySeconds } from '#app/jobs/loop.ts'

describe('attempts', () => {
  it('BOOK-10 back off from a minute to a day and end after twelve attempts', () => {
    expect([1, 2, 3].map(retrySeconds)).toEqual([60, 120, 240])
    expect(retrySeconds(11)).toBe(61_440)
    expect(
      Math.max(...Array.from({ length: 11 }, (_, at) => retrySeconds(at + 1) ?? 0)),
    ).toBeLessThanOrEqual(86_400)
    expect(retrySeconds(MOST_ATTEMPTS)).toBeUndefined()
  })
})
