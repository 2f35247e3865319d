import { vi } from 'vitest'
import type { SignUpForm } from '#account/rules/sign-up.ts'
import { aProfile, aSession, openBrowser } from '#tests/unit/account/store/browser.ts'

/** The form of a patient, filled in correctly. */
export const TYPED: SignUpForm = {
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

const isFull = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

/** Opens /signup; `fill` types `TYPED` with some fields changed. */
export async function openSignUpPage(
  address = '/signup',
  session: object | null = null,
  storage: 'kept' | 'blocked' | 'full' = 'kept',
) {
  const browser = openBrowser(address)
  if (storage === 'blocked') vi.stubGlobal('sessionStorage', undefined)
  if (storage === 'full')
    vi.stubGlobal('sessionStorage', new Proxy(sessionStorage, { set: isFull }))
  browser.answers('GET /auth/session', { session })
  browser.answers('POST /auth/profile/check', { exists: false, message: '' })
  browser.answers('POST /auth/sign-up', aSession({ profile: null }))
  browser.answers('POST /auth/profile', { status: 'success', userProfile: aProfile() })
  browser.answers('GET /auth/profile', { userProfile: aProfile() })
  const store = await import('#account/store/sign-up.ts')
  await store.arriveAtSignUp()
  const fill = (change: Partial<SignUpForm> = {}) => {
    for (const [name, value] of Object.entries({ ...TYPED, ...change })) {
      store.changeSignUp(name as keyof SignUpForm, value)
    }
  }
  return { browser, store, form: store.signUpForm, fill }
}

/** The requests of a sign-up that succeeds, in order. */
export const SIGN_UP_REQUESTS = [
  'GET /auth/session',
  'POST /auth/profile/check',
  'POST /auth/sign-up',
  'POST /auth/profile',
  'GET /auth/profile?email=james%40example.org',
]
