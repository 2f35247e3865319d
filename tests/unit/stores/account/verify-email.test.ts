import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, openBrowser } from '#tests/unit/stores/account/browser.ts'

beforeEach(() => vi.resetModules())
const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'

async function open(hash: string, session: object | null = null) {
  const browser = openBrowser(`/verify-email${hash}`)
  browser.answers('GET /auth/session', { session })
  browser.answers('POST /auth/verify-email', { status: 'success' })
  const store = await import('#stores/account/verify-email.ts')
  await store.arriveAtVerification()
  return { browser, store }
}

describe('/verify-email', () => {
  it('AUTH-12 opening the link confirms nothing; the button does, once', async () => {
    const { browser, store } = await open(`#token=${TOKEN}`)
    expect(store.$verification.get()).toEqual({ step: 'ready', token: TOKEN })
    expect(browser.asked()).toEqual(['GET /auth/session'])
    await Promise.all([store.confirmEmail(), store.confirmEmail()])
    expect(store.$verification.get()).toEqual({ step: 'done' })
    expect(browser.sent.slice(1)).toEqual([
      { method: 'POST', path: '/api/auth/verify-email', body: { token: TOKEN } },
    ])
  })

  it('AUTH-12 accepts a bare token and no other text', async () => {
    const { store } = await open(`#${TOKEN}`)
    expect(store.$verification.get()).toMatchObject({ step: 'ready' })
    vi.resetModules()
    const other = await open('#main')
    expect(other.store.$verification.get()).toEqual({ step: 'no-token' })
  })

  it('AUTH-12 an expired link cannot be retried; a missing response can', async () => {
    const { browser, store } = await open(`#token=${TOKEN}`)
    browser.isSilentOn('POST /auth/verify-email')
    await store.confirmEmail()
    expect(store.$verification.get()).toMatchObject({ step: 'failed', token: TOKEN })
    const error = 'This link has expired.'
    browser.answers('POST /auth/verify-email', { status: 410, reason: 'link-invalid', error })
    await store.confirmEmail()
    expect(store.$verification.get()).toEqual({ step: 'failed', text: error })
  })

  it('AUTH-12 sends the link again to the signed-in user', async () => {
    const { browser, store } = await open('', aSession())
    browser.answers('POST /auth/verify-email/resend', { status: 'success' })
    await Promise.all([store.resendVerification(), store.resendVerification()])
    expect(store.$resending.get()).toEqual({ step: 'sent' })
    expect(browser.asked()).toEqual(['GET /auth/session', 'POST /auth/verify-email/resend'])
  })

  it('AUTH-07 goes to /login when the session has ended', async () => {
    const { browser, store } = await open('', aSession())
    browser.answers('POST /auth/verify-email/resend', {
      status: 401,
      reason: 'unauthorized',
      error: 'Unauthorized',
    })
    await store.resendVerification()
    expect(browser.went).toEqual(['/login?next=%2Fverify-email'])
  })
})
