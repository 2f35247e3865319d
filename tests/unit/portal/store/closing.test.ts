import { beforeEach, describe, expect, it } from 'vitest'
import { PROFILE_FORM_KEY } from '#core/rules/tab-signals.ts'
import { aSession, markerFor, openBrowser, startAtNoon } from '#tests/unit/account/store/browser.ts'

beforeEach(startAtNoon)
const CLOSE = 'POST /auth/profile/closing'
const PREVIEW = {
  kept_until: '2034-03-02',
  address_confirmed: true,
  payments_made: false,
  payments_tried: false,
  cancelled: [],
}

async function open() {
  const browser = openBrowser('/portal')
  browser.answers('GET /auth/session', { session: aSession() })
  browser.answers('GET /auth/profile/closing', PREVIEW)
  browser.page.marker = markerFor('2026-11-22T12:30:00Z')
  const session = await import('#account/store/session.ts')
  const store = await import('#portal/store/closing.ts')
  await session.loadSession()
  const sent = () => browser.asked().filter((call) => call.startsWith('POST'))
  return { browser, session, store, sent }
}

describe("'Delete my account'", () => {
  it('PORT-05 shows what happens, asks for the password, closes once and leaves nothing in this browser', async () => {
    const { browser, session, store, sent } = await open()
    sessionStorage.setItem(PROFILE_FORM_KEY, '{}')
    await store.openClosing()
    expect(store.$closing.get()).toEqual({ step: 'asking', preview: PREVIEW })
    await store.confirmClosing()
    expect(sent()).toEqual([])
    expect(store.closingForm.$errors.get()).toEqual({ closingPassword: 'Enter your password.' })

    store.closingForm.set('closingPassword', 'a-calm-harbour')
    browser.answers(CLOSE, new Response('{"status":"success","kept_until":"2034-03-02"}'))
    await Promise.all([store.confirmClosing(), store.confirmClosing()])
    expect(sent()).toEqual([CLOSE])
    expect(store.$closing.get()).toEqual({ step: 'closed', keptUntil: '2034-03-02' })
    expect(store.closingForm.$values.get().closingPassword).toBe('')
    expect(session.$session.get().state).toBe('signed-out')
    expect(browser.storedUser()).toBeNull()
    expect(sessionStorage.getItem(PROFILE_FORM_KEY)).toBeNull()
    expect(browser.went).toEqual([])
  })

  it('PORT-05 PAY-08 sends the refund that was shown; another one is shown first, and the password stays', async () => {
    const { browser, store } = await open()
    const previewOf = (pence: number) => ({
      ...PREVIEW,
      cancelled: [
        {
          event_name: 'Hall',
          appt_date: '2026-12-09',
          appt_time: '09:00',
          refund: { amount_pence: pence, due_on: '2026-12-14' },
        },
      ],
    })
    browser.answers('GET /auth/profile/closing', previewOf(2_250))
    await store.openClosing()
    store.closingForm.set('closingPassword', 'a-calm-harbour')
    browser.answers(CLOSE, { status: 409, reason: 'refund-changed', error: 'It has changed.' })
    browser.answers('GET /auth/profile/closing', previewOf(0))
    await store.confirmClosing()
    expect(store.$closing.get()).toEqual({ step: 'asking', preview: previewOf(0) })
    expect(store.closingForm.$submission.get()).toMatchObject({ text: 'It has changed.' })
    expect(store.closingForm.$values.get().closingPassword).toBe('a-calm-harbour')
    browser.answers(CLOSE, new Response('{"status":"success","kept_until":null}'))
    await store.confirmClosing()
    expect(browser.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { password: 'a-calm-harbour', refund_pence: 2_250 },
      { password: 'a-calm-harbour', refund_pence: 0 },
    ])
  })

  it.each([
    [{ status: 409, reason: 'result-pending', error: 'Still to come.' }, 'Still to come.'],
    [
      { status: 500, reason: 'failure', error: 'x' },
      'We cannot tell at the moment what would be deleted. Please try again.',
    ],
  ])('PORT-05 a preview refused by %j says why and asks for no password', async (reply, text) => {
    const { browser, store } = await open()
    browser.answers('GET /auth/profile/closing', reply)
    await store.openClosing()
    expect(store.$closing.get()).toEqual({ step: 'refused', text })
  })

  it.each([
    [
      { status: 400, reason: 'wrong-password', error: 'This is not your password.' },
      { errors: { closingPassword: 'This is not your password.' } },
    ],
    [
      { status: 503, reason: 'unavailable', error: 'Not available.' },
      { errors: {}, text: 'Not available.' },
    ],
    [
      { status: 500, reason: 'failure', error: 'x' },
      { errors: {}, text: 'Your account was not deleted. Please try again.' },
    ],
  ])('PORT-05 after %j the account stays', async (reply, expected) => {
    const { browser, session, store } = await open()
    await store.openClosing()
    store.closingForm.set('closingPassword', 'wrong')
    browser.answers(CLOSE, reply)
    await store.confirmClosing()
    expect(store.closingForm.$errors.get()).toEqual(expected.errors)
    if ('text' in expected) {
      expect(store.closingForm.$submission.get()).toMatchObject({ text: expected.text })
    }
    expect(store.$closing.get().step).toBe('asking')
    expect(session.$session.get().state).toBe('signed-in')
    store.shutClosing()
    expect(store.closingForm.$values.get().closingPassword).toBe('')
  })
})
