import { MIN_STAFF_PASSWORD } from '#core/rules/character-limits.ts'
import { RESET_ATTEMPT_HOURS, RESET_TRIES } from '#core/rules/password.ts'
import { spelledCountOf } from '#core/texts/count.ts'

/** Messages of password reset (AUTH-06) and of changing password and e-mail address (AUTH-13). */

/** Password reset; the first six are the specification's (AUTH-06). */
export const RESET_TEXTS = {
  emailMissing: 'Please enter your email to reset your password.',
  sent: 'Password reset email sent. Check your inbox.',
  codeFormat: 'OTP must be exactly 6 digits and numbers only.',
  resent: 'A new OTP has been sent to your email.',
  /** With a full stop here, unlike on sign-up (AUTH-02). */
  passwordsDiffer: 'Passwords do not match.',
  resend: 'Click to Resend OTP',
  /** The identity provider's message for a code that is wrong, used or expired, as our stand-in gives it. */
  codeRefused: 'Token has expired or is invalid',
  triesUsed: `This code was entered wrongly ${spelledCountOf(RESET_TRIES, 'time')}. Please ask for a new one.`,
  /** The browser did not request a code for this address, or did so too long ago. */
  otherBrowser: `A code works only in the browser that asked for it, for ${spelledCountOf(RESET_ATTEMPT_HOURS, 'hour')}. Please ask for a new one here.`,
  /** The time to choose a password without the old one has expired. */
  codeNeeded: 'The time to choose a new password has expired. Please ask for a new code.',
} as const

/** The prefix of the specification: the reason follows (AUTH-06). */
export const resendFailed = (reason: string): string => `Failed to resend OTP: ${reason}`

/** Changes by a signed-in user (AUTH-13). */
export const CHANGE_TEXTS = {
  oldPasswordMissing: 'Enter your current password.',
  oldPasswordWrong: 'This is not your current password.',
  passwordRefused: 'New password should be different from the old password.',
  /** STF-04 */
  staffPasswordTooShort: `The password of a member of staff needs at least ${MIN_STAFF_PASSWORD} characters.`,
  passwordChanged: 'Your password is changed. Every other device is signed out.',
  sameEmail: 'This is your current email address.',
  emailTaken:
    'This email address belongs to another account. Your account keeps its current address.',
  emailChanged: 'Your email address is changed. Please use it to sign in from now on.',
} as const

/** After requesting a change of address; the same whether the new address is free or not. */
export const emailLinkSent = (email: string): string =>
  `We sent a link to ${email}. Your address changes when you open the link and press the button.`
