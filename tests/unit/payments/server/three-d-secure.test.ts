import { expect, it } from 'vitest'
import { isAuthenticationRefused } from '#payments/server/three-d-secure.ts'

it.each([
  ['Y', 'Y', 'POSSIBLE', false],
  ['Y', 'Y', 'YES', false],
  ['Y', 'A', 'POSSIBLE', false],
  ['Y', 'N', 'NO', true],
  ['Y', 'R', 'NO', true],
  ['Y', 'U', 'NO', true],
  ['Y', 'U', 'UNKNOWN', true],
  ['Y', 'C', 'UNKNOWN', true],
  ['Y', 'C', 'NO', true],
  ['Y', undefined, 'NO', true],
  ['N', undefined, 'NO', false],
  ['U', undefined, 'NO', false],
  ['B', undefined, 'NO', false],
  ['U', undefined, 'UNKNOWN', true],
  [undefined, undefined, 'UNKNOWN', true],
  [undefined, undefined, undefined, false],
] as const)(
  'PAY-04 enrolment %s, status %s, liability %s: refused is %s',
  (enrolled, status, liabilityShift, isRefused) => {
    const authentication = { enrolled, status, liabilityShift }
    expect(isAuthenticationRefused({ authentication })).toBe(isRefused)
  },
)

it('PAY-04 a card that was not checked is not refused', () => {
  expect(isAuthenticationRefused({})).toBe(false)
})
