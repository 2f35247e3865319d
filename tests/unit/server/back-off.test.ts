import { describe, expect, it } from 'vitest'
import { errorLabel, MOST_ATTEMPTS, retrySeconds } from '#server/jobs/back-off.ts'

describe('attempts', () => {
  it('BOOK-10 back off from a minute to a day and end after twelve attempts', () => {
    expect([1, 2, 3].map(retrySeconds)).toEqual([60, 120, 240])
    expect(retrySeconds(11)).toBe(61_440)
    expect(
      Math.max(...Array.from({ length: 11 }, (_, at) => retrySeconds(at + 1) ?? 0)),
    ).toBeLessThanOrEqual(86_400)
    expect(retrySeconds(MOST_ATTEMPTS)).toBeUndefined()
  })

  it('BOOK-10 an error is stored by class and code, without its message', () => {
    const error = Object.assign(new Error('550 no such user arthur@example.org'), {
      code: 'EENVELOPE',
      responseCode: 550,
    })
    expect(errorLabel(error)).toBe('Error EENVELOPE 550')
    expect(errorLabel('arthur@example.org')).toBe('unknown')
  })
})
