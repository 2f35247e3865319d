/** A visitor of the running site, with his own cookies. */
export type Visitor = {
  get: (path: string) => Promise<unknown>
  /** Answers the body; rejects with the site's own words when it refuses. */
  post: (path: string, body: unknown) => Promise<unknown>
}

/** The site refused; `reason` is the API's. */
export class Refused extends Error {
  readonly reason: unknown
  constructor(path: string, status: number, body: unknown) {
    super(`${path} answered ${status}: ${JSON.stringify(body)}`)
    this.name = 'Refused'
    this.reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : ''
  }
}

/**
 * Speaks to the API at `address` as a browser on `siteUrl` would: changes need the site's own Origin.
 */
export function visit(address: string, siteUrl: string): Visitor {
  const cookies = new Map<string, string>()
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        origin: new URL(siteUrl).origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const content: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) throw new Refused(path, answer.status, content)
    return content
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  }
}
