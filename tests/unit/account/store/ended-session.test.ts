import { atom } from 'nanostores'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Answer } from '#core/contract/call.ts'
import { type Access, defineEndpoint } from '#core/contract/endpoint.ts'
import { aSession, startAtNoon } from '#tests/unit/account/store/browser.ts'
import { openSession } from '#tests/unit/account/store/session-page.ts'

const newEndpoint = (access: Access) =>
  defineEndpoint({
    name: 'listThings',
    method: 'GET',
    path: '/things',
    summary: 'A new endpoint',
    access,
    input: z.object({}),
    output: z.object({}),
    reasons: {},
  })

type Ask = (calls: typeof import('#core/contract/call.ts')) => Promise<Answer<unknown, string>>

/** A page for patients with the store of a new endpoint, which does not handle an ended session. */
async function openPage() {
  const page = await openSession('/things?page=2', aSession())
  page.browser.answers('GET /things', { status: 401, reason: 'unauthorized', error: 'No' })
  const calls = await import('#core/contract/call.ts')
  const $things = atom('loading')
  const load = async (ask: Ask) => {
    const answer = await ask(calls)
    $things.set(answer.ok ? 'loaded' : answer.reason)
  }
  return { ...page, $things, load }
}

const listThings = newEndpoint('patient')
const asks: Ask = ({ call }) => call(listThings, {})
const settle = () => vi.advanceTimersByTimeAsync(0)
const LOGIN = '/login?next=%2Fthings%3Fpage%3D2'

beforeEach(startAtNoon)
describe('a call that is answered 401', () => {
  it.each<[string, Ask]>([
    ['call', asks],
    ['callForFile', ({ callForFile }) => callForFile(listThings, {})],
  ])(
    'AUTH-07 by %s ends the session and leads to /login and back, without help of its store',
    async (_name, ask) => {
      const { browser, store, events, $things, load } = await openPage()
      await store.requireSession()
      void load(ask)
      await settle()
      expect(browser.went).toEqual([LOGIN])
      expect(browser.storedUser()).toBeNull()
      expect(browser.page.marker).toBe('')
      expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
      expect($things.get()).toBe('loading')
    },
  )

  it('AUTH-07 control: a call that leaves the end to its store does none of this', async () => {
    const { browser, store, $things, load } = await openPage()
    await store.requireSession()
    await load(({ callEvenSignedOut }) => callEvenSignedOut(listThings, {}))
    expect($things.get()).toBe('unauthorized')
    expect(browser.went).toEqual([])
    expect(browser.storedUser()).not.toBeNull()
  })

  it('AUTH-07 leaves once for several calls, and Back opens the page anew', async () => {
    const { browser, store, load } = await openPage()
    await store.requireSession()
    void load(asks)
    void load(asks)
    await settle()
    expect(browser.went).toEqual([LOGIN])
    browser.isRestored()
    await settle()
    expect(browser.went).toContain('/things?page=2')
  })

  it('AUTH-08 leaves a page whose session is still read to its guard, which Back skips', async () => {
    const { browser, store, load } = await openPage()
    browser.answers('GET /auth/session', { session: null })
    void load(asks)
    await store.requireSession()
    await settle()
    expect(browser.went).toEqual([LOGIN])
  })

  it.each([
    ['a public endpoint', 'public', undefined],
    ['a call that may outlive its page', 'patient', { keepalive: true }],
  ] as const)('AUTH-07 of %s ends no session', async (_title, access, options) => {
    const { browser, store, $things, load } = await openPage()
    await store.requireSession()
    await load(({ call }) => call(newEndpoint(access), {}, options))
    expect($things.get()).toBe('failure')
    expect(browser.went).toEqual([])
  })
})
