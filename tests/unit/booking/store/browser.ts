import { vi } from 'vitest'

/** One response: a status and a body, or 'none' when no response arrives. */
export type Reply = { readonly status?: number; readonly body: unknown } | 'none'
type Route = Reply | ((request: Sent) => Reply | Promise<Reply>)

export type Sent = {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
}

/** The parts of a browser that the stores use: address, history, storage, and responses by `METHOD /path`. */
export type FakeBrowser = {
  readonly sent: Sent[]
  readonly left: string[]
  /** Changes a response from now on. */
  answer(route: string, reply: Route): void
  sentTo(route: string): Sent[]
  /** The present address within the site, its fragment included. */
  address(): string
  goBack(): void
  /** Reloads the page at the same address: new stores, same storage. */
  reload(): void
}

const ok = (body: unknown): Reply => ({ status: 200, body })
export const refusal = (status: number, reason: string, error = reason): Reply => ({
  status,
  body: { status, reason, error, request_id: 'r' },
})
export { ok }

class FakeHistory {
  readonly entries: string[]
  constructor(first: string) {
    this.entries = [first]
  }
  get present(): URL {
    return new URL(this.entries.at(-1) ?? '/', 'http://site.example')
  }
  pushState = (_state: unknown, _title: string, path: string) => {
    this.entries.push(path)
  }
  replaceState = (_state: unknown, _title: string, path: string) => {
    this.entries[this.entries.length - 1] = path
  }
}

async function answerOf(reply: Reply): Promise<Response> {
  if (reply === 'none') throw new TypeError('fetch failed')
  return Response.json(reply.body, { status: reply.status ?? 200 })
}

function stubPage(past: FakeHistory, left: string[]): EventTarget {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' }),
  )
  vi.stubGlobal('history', past)
  vi.stubGlobal('location', {
    get pathname() {
      return past.present.pathname
    },
    get search() {
      return past.present.search
    },
    get hash() {
      return past.present.hash
    },
    assign: (path: string) => left.push(path),
    replace: (path: string) => left.push(path),
  })
  return page
}

/** Installs the globals until the end of the test. Import the stores afterwards. */
export function fakeBrowser(path: string, routes: Record<string, Route>): FakeBrowser {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', {})
  vi.stubGlobal('localStorage', { setItem() {}, removeItem() {}, getItem: () => null })
  const past = new FakeHistory(path)
  const sent: Sent[] = []
  const left: string[] = []
  const page = stubPage(past, left)
  const table = new Map<string, Route>(
    Object.entries({ 'POST /logs/error': ok({ status: 'success' }), ...routes }),
  )

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://site.example')
    const request = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/api', '') + url.search,
      body: JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>,
    }
    sent.push(request)
    const route = table.get(`${request.method} ${url.pathname.replace('/api', '')}`)
    if (route === undefined) throw new Error(`unexpected ${request.method} ${request.path}`)
    return answerOf(typeof route === 'function' ? await route(request) : route)
  })

  return {
    sent,
    left,
    answer: (route, reply) => table.set(route, reply),
    sentTo: (route) => sent.filter(({ method, path: to }) => `${method} ${to}`.startsWith(route)),
    address: () => `${past.present.pathname}${past.present.search}${past.present.hash}`,
    goBack() {
      past.entries.pop()
      page.dispatchEvent(new Event('popstate'))
    },
    reload() {
      vi.resetModules()
    },
  }
}
