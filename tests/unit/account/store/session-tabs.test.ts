import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UNFINISHED_SIGN_OUT } from '#core/rules/session-marker.ts'
import {
  aProfile,
  aSession,
  markerFor,
  startAtNoon,
  USER_ID,
} from '#tests/unit/account/store/browser.ts'
import { openSession, STORED } from '#tests/unit/account/store/session-page.ts'

beforeEach(startAtNoon)
const OTHER_ID = '7f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c12'
const OTHERS_SESSION = {
  session: aSession({
    user_id: OTHER_ID,
    profile: aProfile({ profileId: 105, first_name: 'Peter' }),
  }),
}

/** A page of the patient `USER_ID`; `seen` has every user that it could show. */
async function guardedPage() {
  const page = await openSession('/upcoming-events?x=1', aSession())
  const seen: string[] = []
  page.store.$session.subscribe((session) => {
    if (session.state === 'signed-in') seen.push(session.userId)
  })
  await page.store.requireSession()
  return { ...page, seen }
}

describe('two tabs', () => {
  it('AUTH-07 a sign-out in the other tab signs out here and leaves a guarded page', async () => {
    const { browser, store, events } = await openSession('/upcoming-events', aSession())
    await store.requireSession()
    browser.page.marker = ''
    browser.otherTabStores(null)
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events'])
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  it('AUTH-07 a sign-out signal of the other tab signs out here at once, and is no ended session', async () => {
    const { browser, store } = await openSession('/upcoming-events', aSession())
    await store.requireSession()
    browser.otherTabSignals('signed-out')
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events'])
    expect(localStorage.getItem('session-ended')).toBeNull()
  })

  it('AUTH-07 a public page stays when the session has ended', async () => {
    const { browser, store } = await openSession('/', aSession())
    await store.loadSession()
    browser.page.marker = ''
    browser.comesBack()
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual([])
  })

  it('AUTH-07 a marker that a late answer brings back after an unfinished sign-out signs nobody in', async () => {
    const { browser, store } = await openSession('/', null)
    await store.loadSession()
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    browser.answers('GET /auth/session', { session: aSession() })
    localStorage.setItem(UNFINISHED_SIGN_OUT, '1')
    browser.comesBack()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.asked()).toEqual(['GET /auth/session'])
    localStorage.removeItem(UNFINISHED_SIGN_OUT)
    browser.comesBack()
    await vi.waitFor(() => expect(store.$session.get()).toMatchObject({ state: 'signed-in' }))
  })

  it('AUTH-07 a sign-in in the other tab signs in here', async () => {
    const { browser, store, events } = await openSession('/', null)
    await store.loadSession()
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    browser.answers('GET /auth/session', { session: aSession() })
    browser.otherTabStores(STORED)
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']))
  })

  it('AUTH-07 another user in the other tab becomes the user here', async () => {
    const { browser, store } = await openSession('/', aSession())
    await store.loadSession()
    browser.answers('GET /auth/session', OTHERS_SESSION)
    browser.otherTabStores({ ...STORED, profileId: 105 })
    await vi.waitFor(() => expect(store.$session.get()).toMatchObject({ userId: OTHER_ID }))
    expect(browser.storedUser()).toMatchObject({ profileId: 105, firstName: 'Peter' })
  })

  it('AUTH-07 a guarded page shows nothing more when another user signs in, and is loaded again', async () => {
    const { browser, store, seen } = await guardedPage()
    browser.answers('GET /auth/session', OTHERS_SESSION)
    browser.otherTabStores({ ...STORED, profileId: 105 })
    expect(store.$session.get()).toEqual({ state: 'loading' })
    await vi.waitFor(() => expect(browser.went).toEqual(['/upcoming-events?x=1']))
    expect(browser.storedUser()).toMatchObject({ profileId: 105 })
    expect(seen).not.toContain(OTHER_ID)
  })
})

describe('a guarded page that Back restores', () => {
  it.each([
    ['is loaded again for another user', OTHERS_SESSION, ['/upcoming-events?x=1']],
    [
      'asks to sign in without a session',
      { session: null },
      ['/login?next=%2Fupcoming-events%3Fx%3D1'],
    ],
    ['goes on for the same user', { session: aSession() }, []],
  ])('AUTH-07 %s, and shows nothing before it knows', async (_title, answer, went) => {
    const { browser, store, seen } = await guardedPage()
    browser.answers('GET /auth/session', answer)
    browser.isRestored()
    expect(store.$session.get()).toEqual({ state: 'loading' })
    await vi.waitFor(() => expect(browser.asked()).toHaveLength(2))
    await vi.waitFor(() => expect(browser.went).toEqual(went))
    if (went.length === 0) {
      await vi.waitFor(() => expect(store.$session.get()).toMatchObject({ userId: USER_ID }))
    }
    expect(seen).not.toContain(OTHER_ID)
  })

  it('AUTH-07 a session that is extended for another user loads a guarded page again', async () => {
    const { browser, store, seen } = await guardedPage()
    browser.answers('POST /auth/session/extend', OTHERS_SESSION.session)
    await store.extendSession()
    expect(browser.went).toEqual(['/upcoming-events?x=1'])
    expect(seen).not.toContain(OTHER_ID)
  })
})
