import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SIGN_OUT_REFUSED } from '#core/texts/accounts.ts'
import { aSession, startAtNoon } from '#tests/unit/account/store/browser.ts'
import { openSession } from '#tests/unit/account/store/session-page.ts'

beforeEach(startAtNoon)
describe('the session store', () => {
  it.each([401, 403, 404])('AUTH-07 signs out although the server answers %i', async (status) => {
    const { browser, store, events } = await openSession('/portal', aSession())
    await store.loadSession()
    const reason = { 401: 'unauthorized', 403: 'forbidden', 404: 'not-found' }[status] ?? ''
    browser.answers('POST /auth/sign-out', { status, reason, error: 'No.' })
    expect(await store.signOut()).toEqual({ ok: true })
    expect(browser.storedUser()).toBeNull()
    expect(browser.page.marker).toBe('')
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  })

  it.each([401, 403, 404])('AUTH-07 signs out although a proxy answers %i', async (status) => {
    const { browser, store } = await openSession('/portal', aSession())
    await store.loadSession()
    browser.answersText('POST /auth/sign-out', status, '<h1>No</h1>')
    expect(await store.signOut()).toEqual({ ok: true })
    expect(store.$session.get()).toEqual({ state: 'signed-out' })
    expect(browser.asked()).not.toContain('POST /logs/error')
  })

  it('AUTH-07 a sign-out that the server did not confirm is logged, and finished before the session is read again', async () => {
    const { browser, store } = await openSession('/portal', aSession())
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
      const { browser, store } = await openSession('/portal', aSession())
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
    const { browser, store } = await openSession('/portal', aSession())
    await store.loadSession()
    for (const key of ['booking', 'consent', 'sign-up', 'sign-in'])
      sessionStorage.setItem(key, '{}')
    browser.answers('POST /auth/sign-out', { status: 'success' })
    await store.signOut()
    expect({ ...sessionStorage }).toEqual({})
  })

  it('AUTH-07 a failed sign-out that cannot be remembered is shown, and the user stays signed in', async () => {
    const { browser, store } = await openSession('/portal', aSession())
    await store.loadSession()
    browser.isSilentOn('POST /auth/sign-out')
    vi.stubGlobal('localStorage', undefined)
    expect(await store.signOut()).toMatchObject({ ok: false })
    expect(store.$session.get()).toMatchObject({ state: 'signed-in' })
  })
})
