/** Fewest characters of a new password (§9). */
export const MIN_PASSWORD = 6

/** Most characters of a new password; the identity provider hashes no more. */
export const MAX_PASSWORD = 72

/** Shown for a new password with fewer than the least (§5 Reset). */
export const TOO_SHORT = 'Please use a longer password.'

/** Shown for a new password with more than the most. */
export const TOO_LONG = 'Please use a password of 72 characters or fewer.'

/** Shown on sign-up when the second password differs (§5 Sign-up; without a full stop there). */
export const MISMATCH = 'Passwords do not match'

/** What is wrong with a new password, or undefined. */
export function checkPassword(password: string): string | undefined {
  if (password === '') return 'Enter a password.'
  if (password.length < MIN_PASSWORD) return TOO_SHORT
  return password.length > MAX_PASSWORD ? TOO_LONG : undefined
}
