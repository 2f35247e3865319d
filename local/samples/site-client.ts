import { setTimeout as pause } from 'node:timers/promises'

/** Tries of a call while the site is busy: the first start shares the machine with the build. */
const TRIES = 8
const BETWEEN_TRIES_MS = 3_000

/** A client of the running site with its own cookies. */
export type Visitor = {
  get: (path: string) => Promise<unknown>
  /** Returns the response body; throws `Refused` with the site's message. */
  post: (path: string, body: unknown) => Promise<unknown>
}

/** An error response of the site; `reason` is the API's. */
export class Refused extends Error {
  readonly reason: unknown
  readonly status: number
  constructor(path: string, status: number, body: unknown) {
    super(`${path} answered ${status}: ${JSON.stringify(body)}`)
    this.name = 'Refused'
    this.status = status
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
  /** A call that returns 503 has changed nothing, or can be repeated. */
  const repeatedly = async (method: string, path: string, body?: unknown) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(method, path, body)
      } catch (error) {
        if (!(error instanceof Refused && error.status === 503 && tries < TRIES)) throw error
        await pause(BETWEEN_TRIES_MS)
      }
    }
  }
  return {
    get: (path) => repeatedly('GET', path),
    post: (path, body) => repeatedly('POST', path, body),
  }
}
