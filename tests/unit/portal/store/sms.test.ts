import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, openBrowser } from '#tests/unit/account/store/browser.ts'

beforeEach(() => vi.resetModules())
const NONE = { available: true, wants: false, chosen_at: null, has_mobile: true }
const WANTS = { ...NONE, wants: true, chosen_at: '2027-06-10T08:00:00.000Z' }

async function open() {
  const browser = openBrowser('/portal')
  browser.answers('GET /auth/session', { session: aSession() })
  browser.answers('GET /sms', NONE)
  browser.answers('POST /sms', WANTS)
  const store = await import('#booking/store/sms.ts')
  await store.loadSmsChoice()
  return { browser, store }
}

describe('the choice about text messages', () => {
  it('REM-02 is saved once per press', async () => {
    const { browser, store } = await open()
    await Promise.all([store.chooseSms(true), store.chooseSms(true)])
    expect(browser.asked().filter((asked) => asked === 'POST /sms')).toHaveLength(1)
    expect(store.$smsChoice.get()).toEqual({ state: 'loaded', choice: WANTS, step: 'saved' })
  })

  it('REM-02 stays as it was when it cannot be saved, and says why', async () => {
    const { browser, store } = await open()
    browser.answers('POST /sms', { status: 409, reason: 'no-mobile', error: 'No mobile.' })
    await store.chooseSms(true)
    expect(store.$smsChoice.get()).toEqual({
      state: 'loaded',
      choice: NONE,
      step: 'idle',
      failure: 'No mobile.',
    })
  })

  it('REM-02 that cannot be loaded can be loaded again', async () => {
    const { browser, store } = await open()
    browser.isSilentOn('GET /sms')
    await store.loadSmsChoice()
    expect(store.$smsChoice.get()).toEqual({ state: 'failed' })
    browser.answers('GET /sms', WANTS)
    await store.loadSmsChoice()
    expect(store.$smsChoice.get()).toMatchObject({ state: 'loaded', choice: WANTS })
  })
})
