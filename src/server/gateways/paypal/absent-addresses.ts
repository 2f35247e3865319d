const MINUTE_MS = 60_000

/** Addresses without a certificate of the provider, for a minute each. `now`: milliseconds of a clock that never goes back. */
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
