import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aProfile, aSession } from '#tests/unit/account/store/browser.ts'
import { openLink } from '#tests/unit/account/store/open-link.ts'

beforeEach(() => vi.resetModules())
const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'

async function open(link: string, session: object | null = null) {
  const browser = openLink(`/verify-email${link}`)
  browser.answers('GET /auth/session', { session })
  browser.answers('POST /auth/verify-email', { status: 'success' })
  const store = await import('#account/store/verify-email.ts')
  const leave = store.arriveAtVerification()
  await vi.waitFor(() => expect(store.$verification.get().step).not.toBe('loading'))
  return { browser, store, leave }
}

describe('/verify-email', () => {
  it('AUTH-12 opening the link confirms nothing; the button does, once', async () => {
    const { browser, store } = await open(`?token=${TOKEN}`)
    expect(store.$verification.get()).toEqual({ step: 'ready', token: TOKEN })
    expect(browser.asked()).toEqual(['GET /auth/session'])
    await Promise.all([store.confirmEmail(), store.confirmEmail()])
    expect(store.$verification.get()).toEqual({ step: 'done' })
    expect(browser.sent.slice(1)).toEqual([
      { method: 'POST', path: '/api/auth/verify-email', body: { token: TOKEN } },
    ])
  })

  it.each([`?token=${TOKEN}`, `#${TOKEN}`, `?token=${TOKEN}.&utm_source=x`])(
    'SITE-16 %s leaves the address before the island runs',
    async (link) => {
      const { browser, store } = await open(link)
      expect(store.$verification.get()).toEqual({ step: 'ready', token: TOKEN })
      expect(browser.address()).toBe('/verify-email')
    },
  )

  it('SITE-16 other text is no link; a whole link that is then opened in the tab is followed until the page is left', async () => {
    const { browser, store, leave } = await open('?next=x#main')
    expect(store.$verification.get()).toEqual({ step: 'no-token' })
    expect(browser.address()).toBe('/verify-email?next=x#main')
    browser.openFragment(`#${TOKEN}`)
    expect(store.$verification.get()).toEqual({ step: 'ready', token: TOKEN })
    expect(browser.address()).toBe('/verify-email')
    leave()
    browser.openFragment(`#${[...TOKEN].reverse().join('')}`)
    expect(store.$verification.get()).toEqual({ step: 'ready', token: TOKEN })
  })

  it('AUTH-12 an expired link cannot be retried; a missing response can', async () => {
    const { browser, store } = await open(`?token=${TOKEN}`)
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

  it('AUTH-12 says that an address is confirmed instead of claiming that a link was sent', async () => {
    const { browser, store } = await open('', aSession())
    const error = 'Your email is confirmed.'
    browser.answers('POST /auth/verify-email/resend', {
      status: 409,
      reason: 'already-confirmed',
      error,
    })
    browser.answers('GET /auth/session', {
      session: aSession({ profile: aProfile({ is_verified: true }) }),
    })
    await store.resendVerification()
    expect(store.$resending.get()).toEqual({ step: 'needless', text: error })
    const { $session } = await import('#account/store/session.ts')
    expect($session.get()).toMatchObject({ profile: { is_verified: true } })
  })
})
