import { expect, it } from 'vitest'
import { tooManyAttempts } from '#core/texts/common.ts'

it.each([
  [1, 'a minute'],
  [61, '2 minutes'],
  [7_200, '120 minutes'],
  [7_201, '3 hours'],
  [86_400, '24 hours'],
])('AUTH-14 after %i seconds the text says %s', (seconds, words) => {
  expect(tooManyAttempts(seconds)).toBe(`Too many attempts. Please try again in ${words}.`)
})
