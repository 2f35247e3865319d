import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOLD_MINUTES, holdSecondsLeft } from '#booking/rules/hold.ts'
import { instant, MINUTE, PROPERTY } from '../../events/rules/samples.ts'

const made = new Date('2026-10-25T00:50:00Z')
const hold = { expiresAt: new Date(made.getTime() + HOLD_MINUTES * MINUTE) }
const after = (ms: number): Date => new Date(made.getTime() + ms)

it('BOOK-06 a hold lasts 15 minutes, the end instant excluded', () => {
  expect(HOLD_MINUTES).toBe(15)
  expect(holdSecondsLeft(hold, after(15 * MINUTE - 1))).toBe(1)
  expect(holdSecondsLeft(hold, after(15 * MINUTE))).toBe(0)
})

it.each([
  [0, 900],
  [1, 900],
  [1000, 899],
  [899_999, 1],
  [900_000, 0],
  [999_999, 0],
])('BOOK-06 after %i ms the countdown shows %i seconds', (ms, seconds) => {
  expect(holdSecondsLeft(hold, after(ms))).toBe(seconds)
})

it('BOOK-06 the countdown shows 0 exactly when the hold is over', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -5000, max: 5000 }), (expiresAt, ms) => {
      const now = new Date(expiresAt.getTime() + ms)
      expect(holdSecondsLeft({ expiresAt }, now) === 0).toBe(expiresAt <= now)
    }),
    PROPERTY,
  )
})
