/** The sentences of the newsletter block, to the letter (FORM-01, §5, §8). */
export const NEWSLETTER_WORDS = {
  incomplete: 'Please provide both name and email.',
  network: 'An error occurred. Please try again.',
  success: 'Successfully subscribed to the newsletter!',
} as const

/** Whether both name and e-mail address are given; spaces alone are nothing (§5 Newsletter). */
export function isSubscriptionComplete(name: string, email: string): boolean {
  return name.trim() !== '' && email.trim() !== ''
}

/** What the server said, as the block shows it (§8 Newsletter). Example: `Error: Too many attempts.` */
export function newsletterError(message: string): string {
  return `Error: ${message}`
}
