import { MAX_PASSWORD_BYTES, MIN_PASSWORD } from '#core/rules/character-limits.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** The code of a password reset (AUTH-06). */
export const CODE_PATTERN = /^[0-9]{6}$/
/** Wrong codes that a browser may try per mail that it requested (AUTH-06). */
export const RESET_TRIES = 5
/** How long a browser may try codes after it requested one; the provider's codes expire after an hour too. */
export const RESET_ATTEMPT_HOURS = 1
/** How long a session that was opened by a code may set a new password. */
export const RESET_RIGHT_MINUTES = 15

/** The form in which a password is set and compared: keyboards and systems write one accented letter in two ways. */
export const normalPassword = (password: string): string => password.normalize('NFC')

/** Whether the provider would ignore a part of the password. */
export const isPasswordTooLong = (password: string): boolean =>
  new TextEncoder().encode(normalPassword(password)).byteLength > MAX_PASSWORD_BYTES

export const isPasswordTooShort = (password: string): boolean =>
  normalPassword(password).length < MIN_PASSWORD

/** The fault of a new password, or undefined. */
export function checkPassword(password: string): string | undefined {
  if (password === '') return PROFILE_FAULTS.passwordMissing
  if (isPasswordTooShort(password)) return PROFILE_FAULTS.passwordTooShort
  return isPasswordTooLong(password) ? PROFILE_FAULTS.passwordTooLong : undefined
}
