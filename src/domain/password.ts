import { PROFILE_FAULTS } from '#domain/texts/accounts.ts'

/** Fewest characters of a new password (AUTH-06). */
export const MIN_PASSWORD = 6

/** Most characters of a new password: the identity provider hashes no more. */
export const MAX_PASSWORD = 72

/** The code of a password reset (AUTH-06). */
export const CODE_PATTERN = /^[0-9]{6}$/

/** The fault of a new password, or undefined. */
export function checkPassword(password: string): string | undefined {
  if (password === '') return PROFILE_FAULTS.passwordMissing
  if (password.length < MIN_PASSWORD) return PROFILE_FAULTS.passwordTooShort
  return password.length > MAX_PASSWORD ? PROFILE_FAULTS.passwordTooLong : undefined
}
