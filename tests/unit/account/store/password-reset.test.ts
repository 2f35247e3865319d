import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, openBrowser } from '#tests/unit/account/store/browser.ts'

beforeEach(() => vi.resetModules())
const ASK = 'POST /auth/password-reset'
const VERIFY = 'POST /auth/password-reset/verify'
const SET = 'POST /auth/password-reset/password'
const SENT = { status: 'success', message: 'Password reset email sent. Check your inbox.' }
const REFUSED = { status: 400, reason: 'code-refused', error: 'Token has expired or is invalid' }
const recovery = () => aSession({ may_reset_password: true })

type Options = { address?: string; session?: object | null; kept?: string }

async function open({ address = '/reset-password', session = null, kept }: Options = {}) {
  const browser = openBrowser(address)
  if (kept !== undefined) sessionStorage.setItem('password-reset', JSON.stringify(kept))
  browser.answers('GET /auth/session', { session })
  browser.answers(ASK, SENT)
  const store = await import('#account/store/password-reset.ts')
  const { signInForm } = await import('#account/store/sign-in.ts')
  const close = store.openPasswordReset()
  await vi.waitFor(() => expect(store.$resetStep.get()).not.toBe('loading'))
  return { browser, store, signInForm, close }
}

describe('Forgot password?', () => {
  it('AUTH-06 needs an e-mail', async () => {
    const { browser, store, signInForm } = await open({ address: '/login' })
    await store.forgotPassword()
    expect(signInForm.$errors.get()).toEqual({
      email: 'Please enter your email to reset your password.',
    })
    expect(browser.asked()).not.toContain(ASK)
  })

  it('AUTH-06 keeps the e-mail in session storage and goes to /reset-password', async () => {
    const { browser, store, signInForm } = await open({ address: '/login' })
    signInForm.set('email', ' James@Example.org ')
    await Promise.all([store.forgotPassword(), store.forgotPassword()])
    expect(browser.sent.filter(({ path }) => path.endsWith('password-reset'))).toEqual([
      expect.objectContaining({ body: { email: 'james@example.org' } }),
    ])
    expect(browser.went).toEqual(['/reset-password#sent'])
    expect(sessionStorage['password-reset']).toBe('"james@example.org"')
    expect(localStorage['password-reset']).toBeUndefined()
  })

  it('AUTH-06 shows why no mail was sent', async () => {
    const { browser, store, signInForm } = await open({ address: '/login' })
    const error = 'Too many attempts. Please try again in 15 minutes.'
    browser.answers(ASK, { status: 429, reason: 'too-many-requests', error })
    signInForm.set('email', 'james@example.org')
    await store.forgotPassword()
    expect(store.$forgetting.get()).toEqual({ step: 'failed', text: error })
    expect(browser.went).toEqual([])
  })
})

describe('the steps of /reset-password', () => {
  it.each<[string, Options, string]>([
    ['no address is known', {}, 'ask'],
    ['a code was asked for in this tab', { kept: 'james@example.org' }, 'code'],
    ['a code has opened the session', { session: recovery() }, 'password'],
    ['a password has opened the session', { session: aSession() }, 'ask'],
  ])('AUTH-06 when %s', async (_, options, step) => {
    expect((await open(options)).store.$resetStep.get()).toBe(step)
  })

  it('AUTH-06 says that the mail was sent', async () => {
    const { store } = await open({ address: '/reset-password#sent', kept: 'james@example.org' })
    expect(store.$resetMessage.get()).toEqual({ kind: 'success', text: SENT.message })
  })
})

describe('the code', () => {
  it.each(['', '12345', '1234567', '12a456', '१२३४५६'])(
    'AUTH-06 %j is malformed',
    async (typed) => {
      const { browser, store } = await open({ kept: 'james@example.org' })
      store.typeResetCode(typed)
      await store.enterResetCode()
      expect(store.resetCodeForm.$errors.get()).toEqual({
        code: 'OTP must be exactly 6 digits and numbers only.',
      })
      expect(browser.asked()).not.toContain(VERIFY)
    },
  )

  it.each(['123 456', '123-456', '123\u00a0456', '\u202a123\u2011456\u202c', '１２３４５６'])(
    'AUTH-06 %j is sent as its digits',
    async (typed) => {
      const { browser, store } = await open({ kept: 'james@example.org' })
      browser.answers(VERIFY, REFUSED)
      store.typeResetCode(typed)
      await store.enterResetCode()
      expect(browser.sent.at(-1)?.body).toEqual({ email: 'james@example.org', code: '123456' })
    },
  )

  it('AUTH-06 that is refused shows the provider’s message, and the button resends until the code changes', async () => {
    const { browser, store } = await open({ kept: 'james@example.org' })
    browser.answers(VERIFY, REFUSED)
    store.typeResetCode('123456')
    await store.enterResetCode()
    expect(store.resetCodeForm.$submission.get()).toMatchObject({ text: REFUSED.error })
    expect(store.$offersResend.get()).toBe(true)
    store.typeResetCode('123457')
    expect(store.$offersResend.get()).toBe(false)
  })

  it('AUTH-06 resent clears the code', async () => {
    const { store } = await open({ kept: 'james@example.org' })
    store.typeResetCode('123456')
    await store.resendResetCode()
    expect(store.resetCodeForm.$values.get()).toEqual({ code: '' })
    expect(store.$resetMessage.get()).toEqual({
      kind: 'success',
      text: 'A new OTP has been sent to your email.',
    })
  })

  it('AUTH-06 that cannot be resent says why', async () => {
    const { browser, store } = await open({ kept: 'james@example.org' })
    browser.answers(ASK, { status: 503, reason: 'unavailable', error: 'Not now.' })
    await store.resendResetCode()
    expect(store.$resetMessage.get()).toEqual({
      kind: 'error',
      text: 'Failed to resend OTP: Not now.',
    })
  })

  it('AUTH-06 that could not be compared is not a reason to resend', async () => {
    const { browser, store } = await open({ kept: 'james@example.org' })
    browser.isSilentOn(VERIFY)
    store.typeResetCode('123456')
    await store.enterResetCode()
    expect(store.$offersResend.get()).toBe(false)
  })

  it('AUTH-06 AUTH-10 that is right signs in with PASSWORD_RECOVERY, moves to step 2 and forgets the address', async () => {
    const { browser, store } = await open({ kept: 'james@example.org' })
    const session = await import('#account/store/session.ts')
    const events: string[] = []
    session.onSessionEvent((event) => events.push(event))
    browser.answers(VERIFY, recovery())
    store.typeResetCode(' 123456 ')
    await store.enterResetCode()
    await vi.waitFor(() => expect(store.$resetStep.get()).toBe('password'))
    expect(events).toEqual(['PASSWORD_RECOVERY'])
    expect(browser.sent.at(-1)?.body).toEqual({ email: 'james@example.org', code: '123456' })
    expect(sessionStorage['password-reset']).toBeUndefined()
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('123456')
  })

  it('AUTH-06 entered in another tab moves this tab to step 2', async () => {
    const { browser, store } = await open({ kept: 'james@example.org' })
    browser.answers('GET /auth/session', { session: recovery() })
    browser.page.marker = '9999999999'
    browser.otherTabStores({ profileId: 104 })
    await vi.waitFor(() => expect(store.$resetStep.get()).toBe('password'))
  })
})

describe('the new password', () => {
  it.each([
    ['', '', { password: 'Enter a password.', confirmation: 'Enter the password again.' }],
    ['short', 'short', { password: 'Please use a longer password.' }],
    ['a-calm-harbour', 'a-calm-harbor', { confirmation: 'Passwords do not match.' }],
  ])('AUTH-06 %j and %j', async (password, confirmation, errors) => {
    const { browser, store } = await open({ session: recovery() })
    store.newPasswordForm.set('password', password)
    store.newPasswordForm.set('confirmation', confirmation)
    await store.setNewPassword()
    expect(store.newPasswordForm.$errors.get()).toEqual(errors)
    expect(browser.asked()).not.toContain(SET)
  })

  it('AUTH-06 leads to the home page and is cleared', async () => {
    const { browser, store } = await open({ session: recovery() })
    browser.answers(SET, { status: 'success' })
    store.newPasswordForm.set('password', 'a-calm-harbour')
    store.newPasswordForm.set('confirmation', 'a-calm-harbour')
    await store.setNewPassword()
    expect(browser.went).toEqual(['/'])
    expect(store.newPasswordForm.$values.get()).toEqual({ password: '', confirmation: '' })
  })

  it('AUTH-06 after 15 minutes needs a new code', async () => {
    const { browser, store } = await open({ session: recovery() })
    const error = 'The time to choose a new password has expired. Please ask for a new code.'
    browser.answers(SET, { status: 403, reason: 'code-needed', error })
    store.newPasswordForm.set('password', 'a-calm-harbour')
    store.newPasswordForm.set('confirmation', 'a-calm-harbour')
    await store.setNewPassword()
    expect(store.$resetStep.get()).toBe('ask')
    expect(store.$resetMessage.get()).toEqual({ kind: 'error', text: error })
    expect(store.resetEmailForm.$values.get()).toEqual({ email: 'james@example.org' })
  })
})
