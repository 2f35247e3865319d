import { cleanLine } from '#core/rules/one-line.ts'

/** Whether both name and e-mail address are given; spaces and unseen characters alone are not (FORM-01). */
export function isSubscriptionComplete(name: string, email: string): boolean {
  return cleanLine(name) !== '' && cleanLine(email) !== ''
}
