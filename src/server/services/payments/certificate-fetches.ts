import type { Clock } from '#server/database/clock.ts'
import { networkLimit } from '#server/services/network-limit.ts'

/** Whether an event from a network may cause a request for a certificate that is not known (PAY-07). */
export function certificateFetches(clock: Clock): (network: string) => boolean {
  const ofNetwork = networkLimit('certificatePerNetwork', clock)
  const ofAll = networkLimit('certificates', clock)
  return (network) => ofNetwork.count(network) === undefined && ofAll.count('') === undefined
}
