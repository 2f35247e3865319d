import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '#tests/unit/account/store/browser.ts'
import { openLink } from '#tests/unit/account/store/open-link.ts'

beforeEach(() => vi.resetModules())
const TOKEN = 'x'.repeat(43)

async function openPasswordForm() {
  const browser = openBrowser('/portal')
  const store = await import('#account/store/change-password.ts')
  store.typePassword('oldPassword', 'a-calm-harbour')
  store.typePassword('password', 'a-quieter-harbour')
  store.typePassword('confirmation', 'a-quieter-harbour')
  return { browser, store, form: store.changePasswordForm }
}

async function openEmailForm() {
  const browser = openBrowser('/portal')
  const store = await import('#account/store/change-email.ts')
  store.typeNewEmail('newEmail', ' New@Example.org ')
  store.typeNewEmail('emailPassword', 'a-calm-harbour')
  return { browser, store, form: store.changeEmailForm }
}

async function openChange(link: string) {
  const browser = openLink(`/confirm-email-change${link}`)
  browser.answers('GET /auth/session', { session: null })
  const store = await import('#account/store/change-email.ts')
  store.arriveAtEmailConfirmation()
  await vi.waitFor(() => expect(browser.asked()).toEqual(['GET /auth/session']))
  return { browser, store }
}

describe('changing the password', () => {
  it('AUTH-13 sends both passwords, then clears them and says so until the form is edited', async () => {
    const { browser, store, form } = await openPasswordForm()
    browser.answers('POST /auth/password', { status: 'success' })
    browser.answers('GET /auth/sessions', { sessions: [] })
    await store.changePassword()
    expect(browser.sent[0]?.body).toEqual({
      old_password: 'a-calm-harbour',
      password: 'a-quieter-harbour',
    })
    // The list of sessions on the same page is read again.
    expect(browser.asked()).toEqual(['POST /auth/password', 'GET /auth/sessions'])
    expect(form.$values.get()).toEqual({ oldPassword: '', password: '', confirmation: '' })
    expect(store.$isPasswordChanged.get()).toBe(true)
    store.typePassword('oldPassword', 'x')
    expect(store.$isPasswordChanged.get()).toBe(false)
  })

  it('AUTH-13 shows a wrong old password at its field and keeps what was typed', async () => {
    const { browser, store, form } = await openPasswordForm()
    const error = 'This is not your current password.'
    browser.answers('POST /auth/password', { status: 400, reason: 'wrong-password', error })
    await store.changePassword()
    expect(form.$errors.get()).toEqual({ oldPassword: error })
    expect(form.$values.get().password).toBe('a-quieter-harbour')
  })

  it('AUTH-13 checks the form before it is sent', async () => {
    const { browser, store, form } = await openPasswordForm()
    store.typePassword('oldPassword', '')
    store.typePassword('confirmation', 'other')
    await store.changePassword()
    expect(form.$errors.get()).toEqual({
      oldPassword: 'Enter your current password.',
      confirmation: 'Passwords do not match.',
    })
    expect(browser.sent).toEqual([])
  })
})

describe('changing the e-mail address', () => {
  it('AUTH-13 says where the link was sent', async () => {
    const { browser, store, form } = await openEmailForm()
    browser.answers('POST /auth/email-change', { status: 'success' })
    await store.changeEmail()
    expect(browser.sent.at(-1)?.body).toEqual({
      email: 'new@example.org',
      password: 'a-calm-harbour',
    })
    expect(store.$linkSentTo.get()).toBe('new@example.org')
    expect(form.$values.get()).toEqual({ newEmail: '', emailPassword: '' })
  })

  it('AUTH-13 shows the server’s messages at their fields', async () => {
    const { browser, store, form } = await openEmailForm()
    browser.answers('POST /auth/email-change', {
      status: 400,
      reason: 'invalid',
      error: 'x',
      fields: { email: 'This is your current email address.' },
    })
    await store.changeEmail()
    expect(form.$errors.get()).toEqual({ newEmail: 'This is your current email address.' })
  })
})

describe('the link to the new address', () => {
  it('AUTH-13 changes nothing until the button is pressed', async () => {
    const { browser, store } = await openChange(`?token=${TOKEN}`)
    expect(store.$emailConfirmation.get()).toEqual({ step: 'ready', token: TOKEN })
    expect(browser.asked()).toEqual(['GET /auth/session'])
    browser.answers('POST /auth/email-change/confirm', { status: 'success' })
    await store.confirmNewEmail()
    expect(store.$emailConfirmation.get()).toEqual({ step: 'done' })
  })

  it('AUTH-13 that is incomplete, expired or of a taken address cannot be used again', async () => {
    expect((await openChange('?token=short')).store.$emailConfirmation.get()).toEqual({
      step: 'no-token',
    })
    vi.resetModules()
    const { browser, store } = await openChange(`?token=${TOKEN}`)
    const error = 'This link has expired or was already used. Please ask for a new one.'
    browser.answers('POST /auth/email-change/confirm', {
      status: 410,
      reason: 'link-invalid',
      error,
    })
    await store.confirmNewEmail()
    expect(store.$emailConfirmation.get()).toEqual({ step: 'failed', text: error })
  })

  it('AUTH-13 can be tried again after a lost connection', async () => {
    const { browser, store } = await openChange(`?token=${TOKEN}`)
    browser.isSilentOn('POST /auth/email-change/confirm')
    await store.confirmNewEmail()
    expect(store.$emailConfirmation.get()).toMatchObject({ step: 'failed', token: TOKEN })
  })
})
