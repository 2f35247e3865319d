import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SESSION_CHANGED } from '#core/rules/session-marker.ts'
import {
  aProfile,
  aSession,
  markerFor,
  NOW,
  startAtNoon,
  USER_ID,
} from '#tests/unit/account/store/browser.ts'
import { openSession, STORED } from '#tests/unit/account/store/session-page.ts'

beforeEach(startAtNoon)
describe('the session store', () => {
  it('AUTH-10 is loading until the first response, then emits INITIAL_SESSION once', async () => {
    const { browser, store, events } = await openSession('/', aSession())
    expect(store.$session.get()).toEqual({ state: 'loading' })
    expect(store.$isSessionLoading.get()).toBe(true)
    await Promise.all([store.loadSession(), store.loadSession()])
    await store.loadSession()
    expect(browser.asked()).toEqual(['GET /auth/session'])
    expect(events).toEqual(['INITIAL_SESSION'])
    expect(store.$session.get()).toMatchObject({ state: 'signed-in', userId: USER_ID })
    expect(store.$isSessionLoading.get()).toBe(false)
  })

  it('AUTH-07 stores the user with the NHS number masked except for four digits', async () => {
    const { browser, store } = await openSession('/', aSession())
    await store.loadSession()
    expect(browser.storedUser()).toEqual(STORED)
    store.updateProfile(aProfile({ nhs_number: null, first_name: 'Jim' }))
    expect(browser.storedUser()).toEqual({ ...STORED, firstName: 'Jim', nhsNumber: null })
  })

  it('AUTH-07 clears stored user and marker when there is no session', async () => {
    const { browser, store } = await openSession('/', null)
    localStorage.setItem('user', JSON.stringify(STORED))
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    await store.loadSession()
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.storedUser()).toBeNull()
    expect(browser.page.marker).toBe('')
  })

  it('AUTH-07 keeps the stored user while the server does not answer, and retries', async () => {
    const { browser, store, events } = await openSession('/', aSession())
    localStorage.setItem('user', JSON.stringify(STORED))
    browser.isSilentOn('GET /auth/session')
    expect(await store.loadSession()).toMatchObject({ state: 'failed' })
    expect(browser.storedUser()).toEqual(STORED)
    expect(events).toEqual([])
    browser.answers('GET /auth/session', { session: aSession() })
    expect(await store.loadSession()).toMatchObject({ state: 'signed-in' })
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  it('AUTH-07 only a session that ended by itself leaves a mark for /login', async () => {
    const { browser, store } = await openSession('/portal', aSession())
    browser.answers('POST /auth/sign-out', { status: 'success' })
    const mark = () => localStorage.getItem('session-ended')
    await store.loadSession()
    await store.signOut()
    expect(mark()).toBeNull()
    store.enterSession(aSession())
    store.signInAgain()
    expect(mark()).toBe(String(NOW.getTime()))
    store.enterSession(aSession())
    expect(mark()).toBeNull()
  })

  it('AUTH-10 distinguishes a sign-in from a password recovery', async () => {
    const { store, events } = await openSession('/login', null)
    await store.loadSession()
    store.enterSession(aSession())
    store.updateProfile(aProfile())
    store.leaveSession()
    store.leaveSession()
    store.enterSession(aSession(), 'PASSWORD_RECOVERY')
    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'USER_UPDATED',
      'SIGNED_OUT',
      'PASSWORD_RECOVERY',
    ])
  })

  it('AUTH-10 announces every session event to the header', async () => {
    const { store, events } = await openSession('/login', null)
    const listener = vi.fn()
    window.addEventListener(SESSION_CHANGED, listener)
    await store.loadSession()
    store.enterSession(aSession())
    store.updateProfile(aProfile())
    store.leaveSession()
    store.enterSession(aSession(), 'PASSWORD_RECOVERY')
    expect(events).toHaveLength(5)
    expect(listener).toHaveBeenCalledTimes(5)
  })

  it('AUTH-11 extends the session and uses the server’s clock', async () => {
    const { browser, store } = await openSession('/portal', aSession())
    await store.loadSession()
    browser.answers(
      'POST /auth/session/extend',
      aSession({ ends_at: '2026-11-22T12:50:00.000Z', server_time: '2026-11-22T12:20:00.000Z' }),
    )
    expect(await store.extendSession()).toEqual({ ok: true })
    expect(store.$session.get()).toMatchObject({
      endsAt: new Date('2026-11-22T12:50:00.000Z'),
    })
    const { serverNow } = await import('#core/contract/server-clock.ts')
    expect(serverNow()).toEqual(new Date('2026-11-22T12:20:00.000Z'))
  })
})

describe('a guarded page', () => {
  it('AUTH-08 returns the patient', async () => {
    const { browser, store } = await openSession('/upcoming-events', aSession())
    expect(await store.requireSession()).toMatchObject({ profile: { profileId: 104 } })
    expect(browser.went).toEqual([])
  })

  it('AUTH-08 goes to /login with the origin when there is no user', async () => {
    const { browser, store } = await openSession('/upcoming-events?page=2', null)
    expect(await store.requireSession()).toBeUndefined()
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events%3Fpage%3D2'])
  })

  it('AUTH-04 redirects a user without a profile to finish sign-up', async () => {
    const { browser, store } = await openSession('/upcoming-events', aSession({ profile: null }))
    expect(await store.requireSession()).toBeUndefined()
    expect(browser.went).toEqual(['/signup?next=%2Fupcoming-events'])
    expect(browser.storedUser()).toBeNull()
  })
})
