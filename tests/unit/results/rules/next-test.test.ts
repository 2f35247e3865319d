import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nextTestFault, otherInterval, proposedNextTest } from '#results/rules/next-test.ts'
import {
  LIGHTS,
  type Light,
  RISK_GROUPS,
  type RiskGroup,
  resultTextId,
} from '#results/rules/result.ts'

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

it('LAB-06 LAB-13 the proposal is the day of the text from the sample, or from today when that has passed; red has none', () => {
  const proposed = (light: Light, riskGroup: RiskGroup, today = days.today) =>
    proposedNextTest({ light, riskGroup }, { takenOn: days.takenOn, today })
  expect(proposed('green', 'low')).toBe('2029-11-05')
  expect(proposed('green', 'intermediate')).toBe('2028-11-05')
  expect(proposed('green', 'high')).toBe('2027-11-05')
  expect(proposed('amber', 'high')).toBe('2027-02-04')
  expect(proposed('amber', 'high', '2027-02-04')).toBe('2027-05-06')
  expect(proposed('red', 'low')).toBeNull()
})

it.each([
  ['Please have another test in 3 years.', 'green', 'low', undefined],
  ['Please have another test in three years.', 'green', 'low', undefined],
  ['Please have another test in 2 years.', 'green', 'low', '2 years'],
  ['In 1 year, and every year for 3 years.', 'green', 'high', undefined],
  ['In one year, and every year for 3 years.', 'green', 'intermediate', '1 year'],
  ['Please have the test again in 3 months.', 'amber', 'low', undefined],
  ['Please have the test again in six months.', 'amber', 'low', '6 months'],
  ['The date of your next test is with your result.', 'green', 'low', undefined],
  ['See your GP. If you have no appointment in 1 month, call us.', 'red', 'high', undefined],
] as const)('LAB-13 the published text ‘%s’ of %s and %s: %s', (text, light, riskGroup, other) => {
  expect(otherInterval(text, { light, riskGroup })).toBe(other)
})

it('LAB-13 LAB-06 the sample texts of all colours and risk groups name the interval of the proposal', () => {
  const texts = readFileSync('content/data.ndjson', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"_type":"resultText"'))
    .map((line) => JSON.parse(line) as { _id: string; nextStep: unknown })
  expect(texts).toHaveLength(9)
  for (const light of LIGHTS) {
    for (const riskGroup of RISK_GROUPS) {
      const text = texts.find(({ _id }) => _id === resultTextId(light, riskGroup))
      const said = JSON.stringify(text?.nextStep)
      expect(otherInterval(said, { light, riskGroup }), text?._id).toBeUndefined()
      if (light !== 'red') expect(said).toMatch(/in \d (month|year)/)
    }
  }
})
