import { FORM_FAILED } from '#core/texts/form-failed.ts'

/** Messages of the newsletter block (FORM-01). */
export const NEWSLETTER_TEXTS = {
  incomplete: 'Please provide both name and email.',
  network: FORM_FAILED,
  success: 'Successfully subscribed to the newsletter!',
} as const

/** Beside the message of success, which alone would not be true yet (ours). */
export const NEWSLETTER_NEXT_STEP =
  'One step is left: we have sent you a message. Please open the link in it to confirm that the address is yours.'

/** The server's error as the newsletter block shows it (FORM-01). Example: `Error: Too many attempts.` */
export function newsletterError(message: string): string {
  return `Error: ${message}`
}

/** The link of a newsletter mail has expired. */
export const NEWSLETTER_LINK_INVALID =
  'This link has expired or is not complete. Please subscribe again.'
