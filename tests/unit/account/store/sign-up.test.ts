import { beforeEach, describe, expect, it } from 'vitest'
import { aProfile, aSession, startAtNoon, USER_ID } from '#tests/unit/account/store/browser.ts'
import { openSignUpPage, SIGN_UP_REQUESTS } from '#tests/unit/account/store/sign-up-page.ts'

beforeEach(startAtNoon)
describe('/signup', () => {
  it('AUTH-04 AUTH-05 checks, creates account and profile, fetches, and goes to /signup-success', async () => {
    const { browser, store, fill } = await openSignUpPage('/signup?next=%2Fbook-event%3Fevent%3D7')
    fill()
    await store.signUp()
    expect(browser.asked()).toEqual(SIGN_UP_REQUESTS)
    expect(browser.went).toEqual(['/signup-success?next=%2Fbook-event%3Fevent%3D7'])
    expect(browser.storedUser()).toMatchObject({ profileId: 104, nhsNumber: '••• ••• 5919' })
    expect(sessionStorage['sign-up']).toBeUndefined()
  })

  it('AUTH-02 sends the specified payload, the e-mail address trimmed and in lower case', async () => {
    const { browser, store, fill } = await openSignUpPage()
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

  it('AUTH-04 an existing profile stops with the dialog, with the server’s message or ours', async () => {
    const { browser, store, form, fill } = await openSignUpPage()
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
    const { browser, store, form, fill } = await openSignUpPage()
    fill()
    const error = 'User already registered'
    browser.answers('POST /auth/sign-up', { status: 422, reason: 'sign-up-refused', error })
    await store.signUp()
    expect(form.$submission.get()).toMatchObject({ step: 'failed', text: error })
    // The page then offers to sign in, with the address filled in.
    expect(store.$isAddressTaken.get()).toBe(true)
    const { signInForm } = await import('#account/store/sign-in.ts')
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
    const { browser, store, form, fill } = await openSignUpPage()
    fill()
    browser.isSilentOn(call)
    await store.signUp()
    expect(form.$submission.get()).toMatchObject({ step: 'failed', text })
    expect(browser.went).toEqual([])
  })

  it('AUTH-02 AUTH-04 the limit of profile checks stops no sign-up', async () => {
    const { browser, store, fill } = await openSignUpPage()
    fill()
    const refusal = { status: 429, reason: 'too-many-requests', error: 'Too many attempts.' }
    browser.answers('POST /auth/profile/check', refusal)
    await store.signUp()
    expect(browser.went).toHaveLength(1)
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
      const { browser, store, form, fill } = await openSignUpPage()
      fill()
      browser.answers(call, { status, reason, error })
      await store.signUp()
      expect(form.$submission.get()).toMatchObject({ step: 'failed', text: error })
    },
  )

  it('AUTH-04 shows a refused profile, and the next attempt resumes after the account', async () => {
    const { browser, store, form, fill } = await openSignUpPage()
    fill()
    browser.answers('POST /auth/profile', { status: 500, reason: 'failure', error: 'No.' })
    await store.signUp()
    expect(form.$submission.get()).toMatchObject({ text: 'Error creating user profile' })
    browser.answers('POST /auth/profile', { status: 'success', userProfile: aProfile() })
    const before = browser.sent.length
    await store.signUp()
    expect(browser.asked().slice(before)).toEqual([
      SIGN_UP_REQUESTS[1],
      SIGN_UP_REQUESTS[3],
      SIGN_UP_REQUESTS[4],
    ])
    expect(browser.went).toEqual(['/signup-success'])
  })

  it('AUTH-04 does not ask a returning user without a profile for e-mail and password', async () => {
    const { browser, store, form, fill } = await openSignUpPage(
      '/signup',
      aSession({ profile: null }),
    )
    fill({ email: '', password: '', confirmPassword: '' })
    await store.signUp()
    expect(form.$errors.get()).toEqual({})
    expect(browser.asked()).toEqual([
      SIGN_UP_REQUESTS[0],
      SIGN_UP_REQUESTS[1],
      SIGN_UP_REQUESTS[3],
      SIGN_UP_REQUESTS[4],
    ])
    expect(browser.went).toEqual(['/signup-success'])
  })

  it('AUTH-04 a double click sends once', async () => {
    const { browser, store, fill } = await openSignUpPage()
    fill()
    await Promise.all([store.signUp(), store.signUp()])
    expect(browser.asked()).toEqual(SIGN_UP_REQUESTS)
  })

  it('AUTH-01 redirects a user with account and profile', async () => {
    const { browser } = await openSignUpPage('/signup?next=%2Fportal', aSession())
    expect(browser.went).toEqual(['/portal'])
  })
})
