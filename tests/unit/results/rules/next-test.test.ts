import { expect, it } from 'vitest'
import { nextTestFault } from '#results/rules/next-test.ts'
import type { Light, RiskGroup } from '#results/rules/result.ts'

/** A sample of 5 November 2026, judged five days later. */
const days = { takenOn: '2026-11-05', today: '2026-11-10' }
const fault = (light: Light, riskGroup: RiskGroup, retestOn: string | null) =>
  nextTestFault({ light, riskGroup, retestOn }, days)

it.each([
  ['green', 'low', '2029-10-05', '2029-12-11'],
  ['green', 'intermediate', '2028-10-05', '2028-12-11'],
  ['green', 'high', '2027-10-05', '2027-12-11'],
  ['amber', 'low', '2027-01-04', '2027-03-12'],
  ['amber', 'high', '2027-01-04', '2027-03-12'],
] as const)(
  'LAB-13 the next test of %s and %s is from %s to %s: a month around what the text says',
  (light, riskGroup, first, last) => {
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
    const after = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
    expect([first, last].map((day) => fault(light, riskGroup, day))).toEqual([undefined, undefined])
    for (const day of [before, after, null]) {
      expect(fault(light, riskGroup, day)).toMatch(/^does not agree with the text/)
    }
  },
)

it('LAB-13 red has no next test; the fault of another colour says what its text says', () => {
  expect(fault('red', 'high', null)).toBeUndefined()
  expect(fault('red', 'high', '2027-11-05')).toMatch(/^must be empty for red/)
  expect(fault('green', 'low', '2026-12-01')).toBe(
    'does not agree with the text: the text of green and low says 3 years, so a day from 05/10/2029 to 11/12/2029',
  )
  expect(fault('green', 'high', null)).toContain('green and high says 1 year,')
  expect(fault('amber', 'low', '2029-11-05')).toContain('amber says 3 months')
})
