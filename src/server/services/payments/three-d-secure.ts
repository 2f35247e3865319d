import type { Order } from '#server/gateways/paypal/gateway.ts'

/** The provider's table of 3-D Secure results: with these statuses of the authentication it advises against going on. */
const REFUSED_STATUSES: ReadonlySet<string> = new Set(['N', 'R', 'U', 'C'])

/**
 * The bank does not bear the risk of a stolen card, and the provider advises against the capture. It goes on when the bank bears the risk
 * (YES, POSSIBLE), when nothing was asked of the bank, and when the card or its bank takes no part (NO without a status, enrolment N, U or B).
 */
export function isAuthenticationRefused({
  authentication,
}: Pick<Order, 'authentication'>): boolean {
  const { liabilityShift, status, enrolled } = authentication ?? {}
  if (liabilityShift === 'UNKNOWN') return true
  if (liabilityShift !== 'NO') return false
  return status === undefined ? enrolled === 'Y' : REFUSED_STATUSES.has(status)
}
