import type { Order } from '#payments/server/paypal/gateway.ts'

/** The provider's table of 3-D Secure results: with these statuses of the authentication it advises against going on. */
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['N', 'R', 'U', 'C'])

/**
 * Whether the bank is not liable for a stolen card and the provider advises against the capture. False when the bank is liable (YES,
 * POSSIBLE), when no authentication was requested, and when the card or its bank does not take part (NO without a status, enrolment N, U or B).
 */
export function isAuthenticationRefused({
  authentication,
}: Pick<Order, 'authentication'>): boolean {
  const { liabilityShift, status, enrolled } = authentication ?? {}
  if (liabilityShift === 'UNKNOWN') return true
  if (liabilityShift !== 'NO') return false
  return status === undefined ? enrolled === 'Y' : REFUSED_STATUSES.has(status)
}
