import { expect, it } from 'vitest'
import { MIN_PASSWORD } from '#domain/character-limits.ts'
import { checkPassword } from '#domain/password.ts'
import { PROFILE_FAULTS } from '#domain/texts/accounts.ts'

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
  ['x'.repeat(73), 'Please use a password of 72 characters or fewer.'],
])('AUTH-02 %s: %s', (password, message) => {
  expect(checkPassword(password)).toBe(message)
})
