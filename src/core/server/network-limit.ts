import { LIMITS, type LimitName } from '#core/server/config/limits.ts'
import type { Clock } from '#core/server/database/clock.ts'
import { type Limited, overLimit } from '#core/server/database/limits.ts'

/** Counts uses per network in the memory of this process. */
export type NetworkLimit = { count(network: string): Limited | undefined }

/** Most networks that are kept; the one seen first is removed. Bounds the memory, not the limit of one network. */
const MOST_NETWORKS = 50_000

/**
 * A generous limit per network that needs no statement: for holds, which all arrive in the second in which booking opens. Each
 * process counts for itself.
 */
export function networkLimit(name: LimitName, clock: Clock): NetworkLimit {
  const { most, seconds } = LIMITS[name]
  const windows = new Map<string, { until: number; used: number }>()
  return {
    count(network) {
      const now = clock.now().getTime()
      const known = windows.get(network)
      const window =
        known !== undefined && known.until > now ? known : { until: now + seconds * 1000, used: 0 }
      if (window !== known) windows.delete(network)
      window.used += 1
      windows.set(network, window)
      const [oldest] = windows.keys()
      if (windows.size > MOST_NETWORKS && oldest !== undefined) windows.delete(oldest)
      return window.used > most ? overLimit(Math.ceil((window.until - now) / 1000)) : undefined
    },
  }
}
