import { expect, it } from 'vitest'
import { MIN_PASSWORD } from '#core/rules/character-limits.ts'
import { checkPassword } from '#core/rules/password.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

it('AUTH-06 a new password has at least 6 characters', () => {
  expect(MIN_PASSWORD).toBe(6)
  expect(PROFILE_FAULTS.passwordTooShort).toBe('Please use a longer password.')
  expect(PROFILE_FAULTS.passwordsDiffer).toBe('Passwords do not match')
})

it.each([
  ['', 'Enter a password.'],
  ['12345', 'Please use a longer password.'],
  ['123456', undefined],
  ['x'.repeat(72), undefined],
  ['x'.repeat(73), PROFILE_FAULTS.passwordTooLong],
  // Two bytes each, of which bcrypt sees 72.
  ['£'.repeat(36), undefined],
  ['£'.repeat(37), PROFILE_FAULTS.passwordTooLong],
  ['e\u0301'.repeat(36), undefined],
  ['e\u0301'.repeat(5), 'Please use a longer password.'],
])('AUTH-02 %s: %s', (password, message) => {
  expect(checkPassword(password)).toBe(message)
})

it('AUTH-02 the message names the rule in words', () => {
  expect(PROFILE_FAULTS.passwordTooLong).toBe(
    'Please use a shorter password: up to 72 plain letters and digits. Other characters count as two to four.',
  )
})
