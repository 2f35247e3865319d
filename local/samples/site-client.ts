/** A client of the running site with its own cookies. */
export type Visitor = {
  get: (path: string) => Promise<unknown>
  /** Returns the response body; throws `Refused` with the site's message. */
  post: (path: string, body: unknown) => Promise<unknown>
}

/** An error response of the site; `reason` is the API's. */
export class Refused extends Error {
  readonly reason: unknown
  constructor(path: string, status: number, body: unknown) {
    super(`${path} answered ${status}: ${JSON.stringify(body)}`)
    this.name = 'Refused'
    this.reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : ''
  }
}

/**
 * Calls the API at `address` as a browser on `siteUrl` would: writes need the site's Origin.
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
