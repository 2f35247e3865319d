import type { IncomingHttpHeaders } from 'node:http'

type Get = (path: string) => Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>

const MOST_STEPS = 5

/** Whether a redirect may be used again without a request (RFC 9111). Without a directive a permanent one may be kept at will. */
function mayKeep(control: string | undefined): boolean {
  if (control === undefined) return true
  const seconds = /(?:s-maxage|max-age)=(\d+)/.exec(control)?.[1]
  return !/no-cache|no-store/.test(control) && seconds !== '0'
}

/**
 * A browser, or a proxy for all visitors, that keeps every redirect for as long as the rules of HTTP allow. It opens an
 * address and returns the one at which its redirects end; it throws for an endless circle, which browsers refuse.
 */
export function cachingClient(get: Get): (path: string) => Promise<string> {
  const kept = new Map<string, string>()
  return async (path) => {
    let at = path
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const known = kept.get(at)
      if (known === undefined) {
        const { status, headers } = await get(at)
        if (status !== 301 || headers.location === undefined) return at
        if (mayKeep(headers['cache-control'])) kept.set(at, headers.location)
        at = headers.location
      } else at = known
    }
    throw new Error(`too many redirects from ${path}`)
  }
}
