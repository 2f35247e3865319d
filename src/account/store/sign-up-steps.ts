import { signUp as signUpOnServer } from '#account/contract/accounts.ts'
import {
  checkProfile,
  createProfile,
  getProfile,
  type ProfileOnWire,
} from '#account/contract/profiles.ts'
import {
  displayName,
  type ETHNICITIES,
  type GENDERS,
  joinAddress,
} from '#account/rules/profile-fields.ts'
import type { SignUpForm } from '#account/rules/sign-up.ts'
import { blocksCookies, keepsSession } from '#account/store/cookies.ts'
import { $session, enterSession, leaveSession, updateProfile } from '#account/store/session.ts'
import { type Answer, call, callEvenSignedOut, type Failure } from '#core/contract/call.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import type { FormErrors } from '#core/store/form.ts'
import { COOKIES_BLOCKED, PROVIDER_TEXTS, SIGN_UP_TEXTS } from '#core/texts/account-forms.ts'

export type SignUpOutcome =
  | { readonly ok: true }
  /** `dialog` is the text of the 'Signup Error' dialog; `text` is shown on the page. */
  | {
      readonly ok: false
      readonly dialog?: string
      /** The address has an account already. */
      readonly isTaken?: boolean
      readonly text?: string
      readonly fields?: FormErrors<SignUpForm>
    }
type Stopped = Extract<SignUpOutcome, { ok: false }>

/** The form's field for each field name of the API. */
const FORM_FIELDS: Readonly<Record<string, keyof SignUpForm>> = {
  firstName: 'firstName',
  lastName: 'lastName',
  dateOfBirth: 'dateOfBirth',
  first_name: 'firstName',
  last_name: 'lastName',
  gender: 'gender',
  date_of_birth: 'dateOfBirth',
  ethnicity: 'ethnicity',
  occupation: 'occupation',
  phone: 'phoneNumber',
  email: 'email',
  password: 'password',
  home_address: 'address1',
  nhs_number: 'nhs',
}

function stopped({ fields }: Failure<string>, text: string): Stopped {
  const own: FormErrors<SignUpForm> = {}
  for (const [name, message] of Object.entries(fields)) {
    const field = FORM_FIELDS[name]
    if (field !== undefined) own[field] = message
  }
  return { ok: false, text, fields: own }
}

/** The server's message, unless it only says that something failed. */
function messageOf({ reason, text }: Failure<string>): string {
  return reason === 'network' || reason === 'failure' ? SIGN_UP_TEXTS.unexpected : text
}

async function findExisting(form: SignUpForm, email: string): Promise<Stopped | undefined> {
  const { firstName, lastName, dateOfBirth } = form
  const answer = await call(checkProfile, { email, firstName, lastName, dateOfBirth })
  // Strangers of the network can use up its limit; the sign-up itself refuses a taken address.
  if (!answer.ok && answer.reason === 'too-many-requests') return undefined
  if (!answer.ok) return stopped(answer, messageOf(answer))
  const { exists, message } = answer.value
  return exists ? { ok: false, dialog: message || SIGN_UP_TEXTS.profileExists } : undefined
}

async function createAccount(form: SignUpForm, email: string): Promise<Stopped | undefined> {
  const answer = await call(signUpOnServer, {
    email,
    password: form.password,
    display_name: displayName(form.firstName, form.lastName),
    phone: form.phoneNumber.trim(),
  })
  if (!answer.ok) {
    const isTaken = answer.text === PROVIDER_TEXTS.signUpRefused
    return { ...stopped(answer, messageOf(answer)), isTaken }
  }
  if (!(await keepsSession())) return { ok: false, text: COOKIES_BLOCKED.text }
  enterSession(answer.value)
  return undefined
}

function create(
  form: SignUpForm,
  email: string,
  userId: string,
): Promise<Answer<{ userProfile: ProfileOnWire }, 'profile-exists' | 'unauthorized'>> {
  return callEvenSignedOut(createProfile, {
    user_id: userId,
    first_name: form.firstName,
    last_name: form.lastName,
    // The form was validated: both are one of the choices.
    gender: form.gender as (typeof GENDERS)[number],
    date_of_birth: form.dateOfBirth,
    ethnicity: form.ethnicity as (typeof ETHNICITIES)[number],
    occupation: form.occupation.trim() || null,
    phone: form.phoneNumber,
    email,
    home_address: joinAddress(form),
    nhs_number: form.nhs || null,
    ni_number: null,
    nhs_gp_email: null,
    nhs_gp_phone_number: null,
    is_verified: false,
    is_active: true,
  })
}

/** Not refused: the same attempt can succeed later, and the server's message says when. */
const LATER = new Set<string>(['too-many-requests', 'busy', 'unavailable'])

function profileMessage({ reason, text }: Failure<string>): string {
  if (LATER.has(reason)) return text
  return reason === 'network' ? SIGN_UP_TEXTS.profileFailed : SIGN_UP_TEXTS.profileRefused
}

async function createOwnProfile(
  form: SignUpForm,
  email: string,
  userId: string,
): Promise<Stopped | undefined> {
  const answer = await create(form, email, userId)
  if (answer.ok) return undefined
  if (answer.reason === 'profile-exists') return { ok: false, dialog: answer.text }
  // The account stays: the next attempt with the same e-mail and password resumes here.
  if (answer.reason === 'unauthorized') leaveSession()
  return stopped(answer, profileMessage(answer))
}

async function fetchOwnProfile(email: string): Promise<SignUpOutcome> {
  const answer = await callEvenSignedOut(getProfile, { email })
  if (!answer.ok) return { ok: false, text: SIGN_UP_TEXTS.fetchFailed }
  updateProfile(answer.value.userProfile)
  return { ok: true }
}

/** The account of an earlier attempt, when there is one. */
function openAccount(): { email: string; userId: string } | undefined {
  const session = $session.get()
  return session.state === 'signed-in' ? session : undefined
}

/** Profile check, account, profile, fetch (AUTH-04); stops at the first failure, and skips the account when it exists. */
export async function sendSignUp(form: SignUpForm): Promise<SignUpOutcome> {
  // Before an account is made that the form could not finish.
  if (blocksCookies()) return { ok: false, text: COOKIES_BLOCKED.text }
  const email = openAccount()?.email ?? normaliseEmail(form.email)
  const existing = await findExisting(form, email)
  if (existing) return existing
  const refusal = openAccount() ? undefined : await createAccount(form, email)
  if (refusal) return refusal
  const account = openAccount()
  if (!account) return { ok: false, text: SIGN_UP_TEXTS.unexpected }
  const failed = await createOwnProfile(form, account.email, account.userId)
  return failed ?? fetchOwnProfile(account.email)
}
