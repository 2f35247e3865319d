import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignUpForm } from '#domain/sign-up.ts'
import { aProfile, aSession, openBrowser, USER_ID } from '#tests/unit/stores/account/browser.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const TYPED: SignUpForm = {
  firstName: 'James Arthur',
  lastName: 'Barnes',
  address1: '1 Quay Street',
  address2: '',
  postCode: 'YO21 3EN',
  country: 'United Kingdom',
  occupation: '',
  nhs: '9434765919',
  gender: 'Male',
  dateOfBirth: '1962-03-27',
  phoneNumber: '+447700900123',
  email: ' James@Example.org ',
  password: 'open sesame',
  confirmPassword: 'open sesame',
  ethnicity: 'White British',
}

async function open(address = '/signup', session: object | null = null) {
  const browser = openBrowser(address)
  browser.answers('GET /auth/session', { session })
  browser.answers('POST /auth/profile/check', { exists: false, message: '' })
  browser.answers('POST /auth/sign-up', aSession({ profile: null }))
  browser.answers('POST /auth/profile', { status: 'success', userProfile: aProfile() })
  browser.answers('GET /auth/profile', { userProfile: aProfile() })
  const store = await import('#stores/account/sign-up.ts')
  await store.arriveAtSignUp()
  const fill = (change: Partial<SignUpForm> = {}) => {
    for (const [name, value] of Object.entries({ ...TYPED, ...change })) {
      store.changeSignUp(name as keyof SignUpForm, value)
    }
  }
  return { browser, store, form: store.signUpForm, fill }
}

const STEPS = [
  'GET /auth/session',
  'POST /auth/profile/check',
  'POST /auth/sign-up',
  'POST /auth/profile',
  'GET /auth/profile?email=james%40example.org',
]

describe('/signup', () => {
  it('AUTH-04 AUTH-05 checks, creates account and profile, fetches, and goes to /signup-success', async () => {
    const { browser, store, fill } = await open('/signup?next=%2Fbook-event%3Fevent%3D7')
    fill()
    await store.signUp()
    expect(browser.asked()).toEqual(STEPS)
    expect(browser.went).toEqual(['/signup-success?next=%2Fbook-event%3Fevent%3D7'])
    expect(browser.storedUser()).toMatchObject({ profileId: 104, nhsNumber: '••• ••• 5919' })
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('AUTH-02 sends the specified payload, the e-mail address trimmed and in lower case', async () => {
    const { browser, store, fill } = await open()
    fill({ address2: 'Flat 2' })
    await store.signUp()
    expect(browser.sent[2]?.body).toEqual({
      email: 'james@example.org',
      password: 'open sesame',
      display_name: 'James Arthur Barnes',
      phone: '+447700900123',
    })
    expect(browser.sent[3]?.body).toEqual({
      user_id: USER_ID,
      first_name: 'James Arthur',
      last_name: 'Barnes',
      gender: 'Male',
      date_of_birth: '1962-03-27',
      ethnicity: 'White British',
      occupation: null,
      phone: '+447700900123',
      email: 'james@example.org',
      home_address: '1 Quay Street, Flat 2, YO21 3EN, United Kingdom',
      nhs_number: '9434765919',
      ni_number: null,
      nhs_gp_email: null,
      nhs_gp_phone_number: null,
      is_verified: false,
      is_active: true,
    })
  })

  it('AUTH-02 keeps only the digits of the NHS number, with a message', async () => {
    const { store, form } = await open()
    store.changeSignUp('nhs', '94347a')
    expect(form.$values.get().nhs).toBe('94347')
    expect(form.$errors.get().nhs).toBe('Please enter only digits (max 10).')
    store.changeSignUp('nhs', '943476')
    expect(form.$errors.get().nhs).toBeUndefined()
  })

  it('AUTH-02 an NHS number pasted with its label and spaces is right at once', async () => {
    const { store, form } = await open()
    store.changeSignUp('nhs', 'NHS 943 476 5919')
    expect(form.$values.get().nhs).toBe('9434765919')
    expect(form.$errors.get().nhs).toBeUndefined()
  })

  it('AUTH-02 shows the age message at the field and the dialog', async () => {
    const { browser, store, form, fill } = await open()
    fill({ dateOfBirth: '1986-11-23' })
    await store.signUp()
    expect(form.$errors.get()).toEqual({
      dateOfBirth: 'You must be between 40 and 80 years old to register.',
    })
    expect(store.$signUpDialog.get()).toEqual({ kind: 'age-error' })
    expect(browser.asked()).toEqual(['GET /auth/session'])
  })

  it('AUTH-02 a future birth date has its own message and no dialog', async () => {
    const { store, form, fill } = await open()
    fill({ dateOfBirth: '2026-11-23' })
    await store.signUp()
    expect(form.$errors.get().dateOfBirth).toBe('Date of birth cannot be later than today.')
    expect(store.$signUpDialog.get()).toBeUndefined()
  })

  it('AUTH-03 shows the age notice once per visit', async () => {
    const { store } = await open()
    store.enterDateOfBirth()
    expect(store.$signUpDialog.get()).toEqual({ kind: 'age-notice' })
    store.closeSignUpDialog()
    store.enterDateOfBirth()
    expect(store.$signUpDialog.get()).toBeUndefined()
  })

  it('AUTH-04 an existing profile stops with the dialog, with the server’s message or ours', async () => {
    const { browser, store, form, fill } = await open()
    fill()
    browser.answers('POST /auth/profile/check', { exists: true, message: 'You are here already.' })
    await store.signUp()
    const kind = 'sign-up-error'
    expect(store.$signUpDialog.get()).toEqual({ kind, text: 'You are here already.' })
    browser.answers('POST /auth/profile/check', { exists: true, message: '' })
    await store.signUp()
    const text = 'A profile already exists for these details.'
    expect(store.$signUpDialog.get()).toEqual({ kind, text })
    expect(form.$submission.get().step).toBe('editing')
    expect(browser.asked()).not.toContain('POST /auth/sign-up')
  })

  it('AUTH-04 shows the provider’s message when the account is refused', async () => {
    const { browser, store, form, fill } = await open()
    fill()
    const error = 'User already registered'
    browser.answers('POST /auth/sign-up', { status: 422, reason: 'sign-up-refused', error })
    await store.signUp()
    expect(form.$submission.get()).toMatchObject({ step: 'failed', text: error })
    // The page then offers to sign in, with the address filled in.
    expect(store.$isAddressTaken.get()).toBe(true)
    const { signInForm } = await import('#stores/account/sign-in.ts')
    expect(signInForm.$values.get().email).toBe('james@example.org')
    browser.answers('POST /auth/sign-up', { status: 422, reason: 'sign-up-refused', error: 'No.' })
    await store.signUp()
    expect(store.$isAddressTaken.get()).toBe(false)
  })

  it.each([
    ['POST /auth/profile/check', 'An unexpected error occurred. Please try again.'],
    ['POST /auth/sign-up', 'An unexpected error occurred. Please try again.'],
    ['POST /auth/profile', 'Error creating profile'],
    ['GET /auth/profile', 'Failed to fetch user profile. Please log in again.'],
  ])('AUTH-04 no response to %s: shows the specified message', async (call, text) => {
    const { browser, store, form, fill } = await open()
    fill()
    browser.isSilentOn(call)
    await store.signUp()
    expect(form.$submission.get()).toMatchObject({ step: 'failed', text })
    expect(browser.went).toEqual([])
  })

  it.each([
    [
      'POST /auth/sign-up',
      429,
      'too-many-requests',
      'Too many attempts. Please try again in 12 minutes.',
    ],
    [
      'POST /auth/profile',
      503,
      'busy',
      'We are very busy at the moment. Please try again in a few seconds.',
    ],
  ])(
    'AUTH-04 a limit or a busy server at %s says when to try again',
    async (call, status, reason, error) => {
      const { browser, store, form, fill } = await open()
      fill()
      browser.answers(call, { status, reason, error })
      await store.signUp()
      expect(form.$submission.get()).toMatchObject({ step: 'failed', text: error })
    },
  )

  it('AUTH-04 shows a refused profile, and the next attempt resumes after the account', async () => {
    const { browser, store, form, fill } = await open()
    fill()
    browser.answers('POST /auth/profile', { status: 500, reason: 'failure', error: 'No.' })
    await store.signUp()
    expect(form.$submission.get()).toMatchObject({ text: 'Error creating user profile' })
    browser.answers('POST /auth/profile', { status: 'success', userProfile: aProfile() })
    const before = browser.sent.length
    await store.signUp()
    expect(browser.asked().slice(before)).toEqual([STEPS[1], STEPS[3], STEPS[4]])
    expect(browser.went).toEqual(['/signup-success'])
  })

  it('AUTH-04 does not ask a returning user without a profile for e-mail and password', async () => {
    const { browser, store, form, fill } = await open('/signup', aSession({ profile: null }))
    fill({ email: '', password: '', confirmPassword: '' })
    await store.signUp()
    expect(form.$errors.get()).toEqual({})
    expect(browser.asked()).toEqual([STEPS[0], STEPS[1], STEPS[3], STEPS[4]])
    expect(browser.went).toEqual(['/signup-success'])
  })

  it('AUTH-07 ‘Not you?’ signs out and clears the form, on the page and in tab storage', async () => {
    const { browser, store, form, fill } = await open('/signup', aSession({ profile: null }))
    fill()
    browser.answers('POST /auth/sign-out', { success: true })
    expect(await store.signOutOther()).toBeUndefined()
    expect(form.$values.get()).toEqual(form.initial)
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('AUTH-07 ‘Not you?’ keeps the form when the sign-out failed, and says so', async () => {
    const { browser, store, form, fill } = await open('/signup', aSession({ profile: null }))
    fill()
    browser.isSilentOn('POST /auth/sign-out')
    vi.stubGlobal('localStorage', undefined)
    expect(await store.signOutOther()).toEqual(expect.any(String))
    expect(form.$values.get().firstName).toBe('James Arthur')
  })

  it('AUTH-07 a sign-out in another tab clears the form on screen', async () => {
    const { browser, store, form, fill } = await open()
    const stop = store.openSignUp()
    fill()
    browser.otherTabSignals('signed-out')
    stop()
    expect(form.$values.get()).toEqual(form.initial)
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('API-06 shows the server’s message for a field at that field', async () => {
    const { browser, store, form, fill } = await open()
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
    const { fill } = await open()
    fill()
    vi.resetModules()
    const { signUpForm } = await import('#stores/account/sign-up.ts')
    expect(signUpForm.$values.get()).toEqual({
      ...TYPED,
      nhs: '',
      password: '',
      confirmPassword: '',
    })
    expect(sessionStorage['sign-up']).not.toMatch(/sesame|9434765919/)
  })

  it('AUTH-04 a double click sends once', async () => {
    const { browser, store, fill } = await open()
    fill()
    await Promise.all([store.signUp(), store.signUp()])
    expect(browser.asked()).toEqual(STEPS)
  })

  it('AUTH-01 redirects a user with account and profile', async () => {
    const { browser } = await open('/signup?next=%2Fportal', aSession())
    expect(browser.went).toEqual(['/portal'])
  })
})
