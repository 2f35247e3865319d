import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SESSION_CHANGED } from '#domain/session-marker.ts'
import { SIGN_OUT_REFUSED } from '#domain/texts/accounts.ts'
import {
  aProfile,
  aSession,
  markerFor,
  NOW,
  openBrowser,
  USER_ID,
} from '#tests/unit/stores/account/browser.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that was just opened: its own copy of the store. */
async function open(address: string, session: object | null) {
  const browser = openBrowser(address)
  browser.answers('GET /auth/session', { session })
  if (session !== null) browser.page.marker = markerFor('2026-11-22T12:30:00Z')
  const store = await import('#stores/account/session.ts')
  const events: string[] = []
  store.onSessionEvent((event) => events.push(event))
  return { browser, store, events }
}

const STORED = {
  profileId: 104,
  email: 'james@example.org',
  firstName: 'James Arthur',
  lastName: 'Barnes',
  nhsNumber: '••• ••• 5919',
}

describe('the session store', () => {
  it('AUTH-10 is loading until the first response, then emits INITIAL_SESSION once', async () => {
    const { browser, store, events } = await open('/', aSession())
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
    const { browser, store } = await open('/', aSession())
    await store.loadSession()
    expect(browser.storedUser()).toEqual(STORED)
    store.updateProfile(aProfile({ nhs_number: null, first_name: 'Jim' }))
    expect(browser.storedUser()).toEqual({ ...STORED, firstName: 'Jim', nhsNumber: null })
  })

  it('AUTH-07 clears stored user and marker when there is no session', async () => {
    const { browser, store } = await open('/', null)
    localStorage.setItem('user', JSON.stringify(STORED))
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    await store.loadSession()
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.storedUser()).toBeNull()
    expect(browser.page.marker).toBe('')
  })

  it('AUTH-07 keeps the stored user while the server does not answer, and retries', async () => {
    const { browser, store, events } = await open('/', aSession())
    localStorage.setItem('user', JSON.stringify(STORED))
    browser.isSilentOn('GET /auth/session')
    expect(await store.loadSession()).toMatchObject({ state: 'failed' })
    expect(browser.storedUser()).toEqual(STORED)
    expect(events).toEqual([])
    browser.answers('GET /auth/session', { session: aSession() })
    expect(await store.loadSession()).toMatchObject({ state: 'signed-in' })
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  it.each([401, 403, 404])('AUTH-07 signs out although the server answers %i', async (status) => {
    const { browser, store, events } = await open('/portal', aSession())
    await store.loadSession()
    const reason = { 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' }[status] ?? ''
    browser.answers('POST /auth/sign-out', { status, reason, error: 'No.' })
    expect(await store.signOut()).toEqual({ ok: true })
    expect(browser.storedUser()).toBeNull()
    expect(browser.page.marker).toBe('')
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  it.each([401, 403, 404])('AUTH-07 signs out although a proxy answers %i', async (status) => {
    const { browser, store } = await open('/portal', aSession())
    await store.loadSession()
    browser.answersText('POST /auth/sign-out', status, '<h1>No</h1>')
    expect(await store.signOut()).toEqual({ ok: true })
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.asked()).not.toContain('POST /logs/error')
  })

  it('AUTH-07 a sign-out that the server did not confirm is logged, and finished before the session is read again', async () => {
    const { browser, store } = await open('/portal', aSession())
    await store.loadSession()
    browser.isSilentOn('POST /auth/sign-out')
    expect(await store.signOut()).toEqual({ ok: true })
    expect(browser.storedUser()).toBeNull()
    expect(browser.page.marker).toBe('')
    expect(browser.sent.at(-1)).toMatchObject({
      path: '/api/logs/error',
      body: { errorMessage: 'Error logging out' },
    })
    expect(await store.readSession()).toMatchObject({ state: 'failed' })
    browser.answers('POST /auth/sign-out', { status: 'success' })
    browser.answers('GET /auth/session', { session: null })
    expect(await store.loadSession()).toEqual({ state: 'signed-out' })
    expect(browser.asked().slice(-2)).toEqual(['POST /auth/sign-out', 'GET /auth/session'])
    await store.readSession()
    expect(browser.asked().slice(-1)).toEqual(['GET /auth/session'])
  })

  it.each([
    [403, 'forbidden'],
    [404, 'not-found'],
  ])(
    'AUTH-07 a sign-out that the server refuses with %i offers to sign in, which forgets it',
    async (status, reason) => {
      const { browser, store } = await open('/portal', aSession())
      await store.loadSession()
      browser.answers('POST /auth/sign-out', { status, reason, error: 'No.' })
      await store.signOut()
      expect(await store.readSession()).toEqual({
        state: 'failed',
        text: SIGN_OUT_REFUSED,
        mustSignIn: true,
      })
      store.enterSession(aSession())
      expect(await store.readSession()).toMatchObject({ state: 'signed-in' })
      expect(browser.asked().at(-1)).toBe('GET /auth/session')
    },
  )

  it('AUTH-07 a sign-out removes what was typed in this tab', async () => {
    const { browser, store } = await open('/portal', aSession())
    await store.loadSession()
    for (const key of ['booking', 'consent', 'sign-up', 'sign-in'])
      sessionStorage.setItem(key, '{}')
    browser.answers('POST /auth/sign-out', { status: 'success' })
    await store.signOut()
    expect({ ...sessionStorage }).toEqual({})
  })

  it('AUTH-07 a failed sign-out that cannot be remembered is shown, and the user stays signed in', async () => {
    const { browser, store } = await open('/portal', aSession())
    await store.loadSession()
    browser.isSilentOn('POST /auth/sign-out')
    vi.stubGlobal('localStorage', undefined)
    expect(await store.signOut()).toMatchObject({ ok: false })
    expect(store.$session.get()).toMatchObject({ state: 'signed-in' })
  })

  it('AUTH-07 only a session that ended by itself leaves a mark for /login', async () => {
    const { browser, store } = await open('/portal', aSession())
    browser.answers('POST /auth/sign-out', { status: 'success' })
    const mark = () => localStorage.getItem('session-ended')
    await store.loadSession()
    await store.signOut()
    expect(mark()).toBeNull()
    store.enterSession(aSession())
    store.handleUnauthorized()
    expect(mark()).toBe(String(NOW.getTime()))
    store.enterSession(aSession())
    expect(mark()).toBeNull()
  })

  it('AUTH-07 a 401 clears both and goes to /login with the origin', async () => {
    const { browser, store, events } = await open('/book-event?event=7', aSession())
    await store.loadSession()
    store.handleUnauthorized()
    expect(browser.storedUser()).toBeNull()
    expect(browser.page.marker).toBe('')
    expect(browser.went).toEqual(['/login?next=%2Fbook-event%3Fevent%3D7'])
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  it('AUTH-10 distinguishes a sign-in from a password recovery', async () => {
    const { store, events } = await open('/login', null)
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
    const { store, events } = await open('/login', null)
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
    const { browser, store } = await open('/portal', aSession())
    await store.loadSession()
    browser.answers(
      'POST /auth/session/extend',
      aSession({ ends_at: '2026-11-22T12:50:00.000Z', server_time: '2026-11-22T12:20:00.000Z' }),
    )
    expect(await store.extendSession()).toEqual({ ok: true })
    expect(store.$session.get()).toMatchObject({
      endsAt: new Date('2026-11-22T12:50:00.000Z'),
      clockOffsetMs: 20 * 60_000,
    })
  })
})

describe('two tabs', () => {
  it('AUTH-07 a sign-out in the other tab signs out here and leaves a guarded page', async () => {
    const { browser, store, events } = await open('/upcoming-events', aSession())
    await store.requireSession()
    browser.page.marker = ''
    browser.otherTabStores(null)
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events'])
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  it('AUTH-07 a sign-out signal of the other tab signs out here at once, and is no ended session', async () => {
    const { browser, store } = await open('/upcoming-events', aSession())
    await store.requireSession()
    browser.otherTabSignals('signed-out')
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events'])
    expect(localStorage.getItem('session-ended')).toBeNull()
  })

  it('AUTH-07 a public page stays when the session has ended', async () => {
    const { browser, store } = await open('/', aSession())
    await store.loadSession()
    browser.page.marker = ''
    browser.comesBack()
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.went).toEqual([])
  })

  it('AUTH-07 a sign-in in the other tab signs in here', async () => {
    const { browser, store, events } = await open('/', null)
    await store.loadSession()
    browser.page.marker = markerFor('2026-11-22T12:30:00Z')
    browser.answers('GET /auth/session', { session: aSession() })
    browser.otherTabStores(STORED)
    await vi.waitFor(() => expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']))
  })

  it('AUTH-07 another user in the other tab becomes the user here', async () => {
    const { browser, store } = await open('/', aSession())
    await store.loadSession()
    const other = aProfile({ profileId: 105, first_name: 'Peter' })
    const userId = '7f6a1a5e-7a51-4a8e-9a3e-0d8a3a7f1c12'
    browser.answers('GET /auth/session', { session: aSession({ user_id: userId, profile: other }) })
    browser.otherTabStores({ ...STORED, profileId: 105 })
    await vi.waitFor(() => expect(store.$session.get()).toMatchObject({ userId }))
    expect(browser.storedUser()).toMatchObject({ profileId: 105, firstName: 'Peter' })
  })
})

describe('a guarded page', () => {
  it('AUTH-08 returns the patient', async () => {
    const { browser, store } = await open('/upcoming-events', aSession())
    expect(await store.requireSession()).toMatchObject({ profile: { profileId: 104 } })
    expect(browser.went).toEqual([])
  })

  it('AUTH-08 goes to /login with the origin when there is no user', async () => {
    const { browser, store } = await open('/upcoming-events?page=2', null)
    expect(await store.requireSession()).toBeUndefined()
    expect(browser.went).toEqual(['/login?next=%2Fupcoming-events%3Fpage%3D2'])
  })

  it('AUTH-04 redirects a user without a profile to finish sign-up', async () => {
    const { browser, store } = await open('/upcoming-events', aSession({ profile: null }))
    expect(await store.requireSession()).toBeUndefined()
    expect(browser.went).toEqual(['/signup?next=%2Fupcoming-events'])
    expect(browser.storedUser()).toBeNull()
  })
})
