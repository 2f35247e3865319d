export type FetchBudget = {
  /** Of one network within a minute. */
  readonly perNetwork: number
  /** Of all networks within a minute. */
  readonly inAll: number
}

const MINUTE_MS = 60_000

type Use = { readonly network: string; readonly endsAt: number }

/**
 * How many addresses that are not known to be the provider's may be fetched. One network's forged events use up its own share only. `now`: milliseconds
 * of a clock that never goes back.
 */
export function fetchBudget({ perNetwork, inAll }: FetchBudget, now: () => number) {
  let uses: Use[] = []
  return {
    /** Counts one; answers a function that gives it back, or undefined when too many were counted. */
    take(network: string): (() => void) | undefined {
      const at = now()
      uses = uses.filter(({ endsAt }) => endsAt > at)
      const own = uses.filter((use) => use.network === network).length
      if (own >= perNetwork || uses.length >= inAll) return undefined
      const use = { network, endsAt: at + MINUTE_MS }
      uses.push(use)
      return () => {
        uses = uses.filter((other) => other !== use)
      }
    },
  }
}

/** Addresses without a certificate of the provider, for a minute each. */
export function absentAddresses(now: () => number) {
  const until = new Map<string, number>()
  return {
    add: (href: string) => void until.set(href, now() + MINUTE_MS),
    has(href: string): boolean {
      for (const [known, end] of until) if (end <= now()) until.delete(known)
      return until.has(href)
    },
  }
}
