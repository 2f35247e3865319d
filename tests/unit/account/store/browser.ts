import { vi } from 'vitest'
import type { SessionOnWire } from '#account/contract/accounts.ts'
import type { ProfileOnWire } from '#account/contract/profiles.ts'

export const USER_ID = '6f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c11'

/** Sunday noon: the start time of every test. */
export const NOW = new Date('2026-11-22T12:00:00.000Z')

export const aProfile = (change: Partial<ProfileOnWire> = {}): ProfileOnWire => ({
  profileId: 104,
  user_id: USER_ID,
  first_name: 'James Arthur',
  last_name: 'Barnes',
  gender: 'Male',
  date_of_birth: '1962-03-27',
  ethnicity: 'White British',
  occupation: null,
  phone: '+447700900123',
  email: 'james@example.org',
  home_address: '1 Quay Street, YO21 3EN, United Kingdom',
  billing_address: null,
  nhs_number: '9434765919',
  ni_number: null,
  nhs_gp_email: null,
  nhs_gp_phone_number: null,
  is_verified: false,
  nhs_number_unavailable: false,
  nhs_number_to_check: false,
  is_active: true,
  version: 1,
  ...change,
})

export const aSession = (change: Partial<SessionOnWire> = {}): SessionOnWire => ({
  email: 'james@example.org',
  user_id: USER_ID,
  profile: aProfile(),
  ends_at: '2026-11-22T12:30:00.000Z',
  absolute_end_at: '2026-11-23T00:00:00.000Z',
  server_time: NOW.toISOString(),
  ...change,
})

/** A response: a body, or a status with the reason and message of a refusal. */
export type Reply = object | { status: number; reason: string; error: string; fields?: object }
type Sent = { method: string; path: string; body: unknown }

function memoryStorage(): Storage {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = String(value)
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(kept, {
    get: (target, key: string) => methods[key as keyof typeof methods] ?? target[key],
  }) as unknown as Storage
}

/** A document with one readable cookie, the session marker. */
class Page extends EventTarget {
  marker = ''
  blocksCookies = false
  visibilityState = 'visible'
  get cookie(): string {
    return this.marker === '' ? 'theme=plain' : `theme=plain; halyard_signed_in=${this.marker}`
  }
  set cookie(text: string) {
    if (text.startsWith('halyard_signed_in=')) this.marker = /=([^;]*)/.exec(text)?.[1] ?? ''
  }
}

const NETWORK_DOWN = Symbol('network down')

/** Before a test, or a reload within one: the clock is at `NOW`, and stores are imported anew. */
export function startAtNoon(): void {
  vi.unstubAllGlobals()
  vi.useFakeTimers({ now: NOW })
  vi.resetModules()
}

/** The parts of a browser that the stores use: address, storage, the marker cookie, and responses by `METHOD /path`. */
export function openBrowser(address: string) {
  const url = new URL(address, 'https://halyard.example')
  const went: string[] = []
  const sent: Sent[] = []
  const replies = new Map<string, Reply | Response | typeof NETWORK_DOWN>()
  const page = new Page()
  const frame = new EventTarget()
  const go = (path: string) => went.push(path)

  vi.stubGlobal('location', {
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    assign: go,
    replace: go,
  })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', frame)
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body?: string }) => {
    const key = `${init.method} ${path.replace('/api', '').replace(/\?.*/, '')}`
    sent.push({ method: init.method, path, body: init.body ? JSON.parse(init.body) : undefined })
    const reply = replies.get(key)
    if (reply === undefined || reply === NETWORK_DOWN) throw new TypeError('fetch failed')
    if (reply instanceof Response) return reply.clone()
    const status = 'status' in reply && typeof reply.status === 'number' ? reply.status : 200
    if ('ends_at' in reply && !page.blocksCookies) page.marker = markerFor(String(reply.ends_at))
    return new Response(JSON.stringify(reply), { status })
  })

  return {
    /** The addresses that the page went to, in order. */
    went,
    /** The requests, in order. */
    sent,
    page,
    asked: () => sent.map(({ method, path }) => `${method} ${path.replace('/api', '')}`),
    answers(key: string, reply: Reply | Response) {
      replies.set(key, reply)
    },
    /** A response that is not JSON, as of a proxy. */
    answersText(key: string, status: number, text: string) {
      replies.set(key, new Response(text, { status }))
    },
    isSilentOn(key: string) {
      replies.set(key, NETWORK_DOWN)
    },
    storedUser: (): unknown => JSON.parse(localStorage.getItem('user') ?? 'null'),
    /** Another tab stored or removed the stored user. */
    otherTabStores(user: object | null) {
      const newValue = user === null ? null : JSON.stringify(user)
      frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'user', newValue }))
    },
    /** Another tab changed an entry of local storage; the entry `user` went before. */
    otherTabSignals(key: string) {
      localStorage.removeItem('user')
      frame.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: '1' }))
    },
    /** Back shows this page again as it was left. */
    isRestored: () =>
      frame.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    comesBack: () => page.dispatchEvent(new Event('visibilitychange')),
  }
}

/** The marker cookie's value for an instant. */
export const markerFor = (instant: string): string => String(Date.parse(instant) / 1000)
