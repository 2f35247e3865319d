/** Whether both name and e-mail address are given; spaces alone are not (FORM-01). */
export function isSubscriptionComplete(name: string, email: string): boolean {
  return name.trim() !== '' && email.trim() !== ''
}
