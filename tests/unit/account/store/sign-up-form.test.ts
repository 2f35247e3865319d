import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, startAtNoon } from '#tests/unit/account/store/browser.ts'
import { openSignUpPage, TYPED } from '#tests/unit/account/store/sign-up-page.ts'

beforeEach(startAtNoon)
describe('/signup', () => {
  it('AUTH-02 keeps only the digits of the NHS number, with a message', async () => {
    const { store, form } = await openSignUpPage()
    store.changeSignUp('nhs', '94347a')
    expect(form.$values.get().nhs).toBe('94347')
    expect(form.$errors.get().nhs).toBe('Please enter only digits (max 10).')
    store.changeSignUp('nhs', '943476')
    expect(form.$errors.get().nhs).toBeUndefined()
  })

  it('AUTH-02 an NHS number pasted with its label and spaces is right at once', async () => {
    const { store, form } = await openSignUpPage()
    store.changeSignUp('nhs', 'NHS 943 476 5919')
    expect(form.$values.get().nhs).toBe('9434765919')
    expect(form.$errors.get().nhs).toBeUndefined()
  })

  it('AUTH-02 shows the age message at the field and the dialog', async () => {
    const { browser, store, form, fill } = await openSignUpPage()
    fill({ dateOfBirth: '1986-11-23' })
    await store.signUp()
    expect(form.$errors.get()).toEqual({
      dateOfBirth: 'You must be between 40 and 80 years old to register.',
    })
    expect(store.$signUpDialog.get()).toEqual({ kind: 'age-error' })
    expect(browser.asked()).toEqual(['GET /auth/session'])
  })

  it('AUTH-02 a future birth date has its own message and no dialog', async () => {
    const { store, form, fill } = await openSignUpPage()
    fill({ dateOfBirth: '2026-11-23' })
    await store.signUp()
    expect(form.$errors.get().dateOfBirth).toBe('Date of birth cannot be later than today.')
    expect(store.$signUpDialog.get()).toBeUndefined()
  })

  it('AUTH-03 shows the age notice once per visit', async () => {
    const { store } = await openSignUpPage()
    store.enterDateOfBirth()
    expect(store.$signUpDialog.get()).toEqual({ kind: 'age-notice' })
    store.closeSignUpDialog()
    store.enterDateOfBirth()
    expect(store.$signUpDialog.get()).toBeUndefined()
  })

  it('AUTH-03 the age notice does not come again after a reload, but for the next user of this tab', async () => {
    const first = await openSignUpPage()
    first.store.enterDateOfBirth()
    const kept = sessionStorage['age-notice']
    vi.resetModules()
    const { browser, store } = await openSignUpPage()
    sessionStorage['age-notice'] = kept
    store.enterDateOfBirth()
    expect(store.$signUpDialog.get()).toBeUndefined()
    browser.answers('POST /auth/sign-out', { success: true })
    await store.signOutOther()
    store.enterDateOfBirth()
    expect(store.$signUpDialog.get()).toEqual({ kind: 'age-notice' })
  })

  it.each(['blocked', 'full'] as const)(
    'AUTH-03 AUTH-18 with %s storage the age notice comes once per page, and the form works',
    async (storage) => {
      const { browser, store, fill } = await openSignUpPage('/signup', null, storage)
      store.enterDateOfBirth()
      expect(store.$signUpDialog.get()).toEqual({ kind: 'age-notice' })
      store.closeSignUpDialog()
      store.enterDateOfBirth()
      expect(store.$signUpDialog.get()).toBeUndefined()
      fill()
      await store.signUp()
      expect(browser.went).toEqual(['/signup-success'])
    },
  )

  it('AUTH-07 ‘Not you?’ signs out and clears the form, on the page and in tab storage', async () => {
    const { browser, store, form, fill } = await openSignUpPage(
      '/signup',
      aSession({ profile: null }),
    )
    fill()
    browser.answers('POST /auth/sign-out', { success: true })
    expect(await store.signOutOther()).toBeUndefined()
    expect(form.$values.get()).toEqual(form.initial)
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('AUTH-07 ‘Not you?’ keeps the form when the sign-out failed, and says so', async () => {
    const { browser, store, form, fill } = await openSignUpPage(
      '/signup',
      aSession({ profile: null }),
    )
    fill()
    browser.isSilentOn('POST /auth/sign-out')
    vi.stubGlobal('localStorage', undefined)
    expect(await store.signOutOther()).toEqual(expect.any(String))
    expect(form.$values.get().firstName).toBe('James Arthur')
  })

  it('AUTH-07 a sign-out in another tab clears the form on screen', async () => {
    const { browser, store, form, fill } = await openSignUpPage()
    const stop = store.openSignUp()
    fill()
    browser.otherTabSignals('signed-out')
    stop()
    expect(form.$values.get()).toEqual(form.initial)
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('API-06 shows the server’s message for a field at that field', async () => {
    const { browser, store, form, fill } = await openSignUpPage()
    fill()
    browser.answers('POST /auth/profile', {
      status: 400,
      reason: 'invalid',
      error: 'Please check the highlighted fields.',
      fields: { phone: 'Use 40 characters or fewer.', user_id: 'Not a field of the form.' },
    })
    await store.signUp()
    expect(form.$errors.get()).toEqual({ phoneNumber: 'Use 40 characters or fewer.' })
    expect(form.$submission.get()).toMatchObject({ step: 'refused' })
  })

  it('AUTH-02 keeps the values over a reload, but neither passwords nor NHS number', async () => {
    const { fill } = await openSignUpPage()
    fill()
    vi.resetModules()
    const { signUpForm } = await import('#account/store/sign-up.ts')
    expect(signUpForm.$values.get()).toEqual({
      ...TYPED,
      nhs: '',
      password: '',
      confirmPassword: '',
    })
    expect(sessionStorage['sign-up']).not.toMatch(/sesame|9434765919/)
  })
})
