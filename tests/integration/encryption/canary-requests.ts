import { randomBytes } from 'node:crypto'
import { resendVerification, signIn, signUp } from '#account/contract/accounts.ts'
import {
  checkProfile,
  createProfile,
  getProfile,
  updateProfile,
} from '#account/contract/profiles.ts'
import { ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import { createAppointment } from '#booking/contract/appointments.ts'
import { createConsent } from '#booking/contract/consents.ts'
import { createHold } from '#booking/contract/holds.ts'
import { logError } from '#core/contract/service.ts'
import { isValidNhsNumber } from '#core/rules/nhs-number.ts'
import type { Answer, Visitor } from '#tests/fixtures/visitor.ts'

const token = (name: string) => `${name}-${randomBytes(6).toString('hex')}`

/** Ten random digits with a valid or an invalid check digit. */
function nhsNumber(valid: boolean): string {
  for (;;) {
    const digits = String(4_000_000_000 + (randomBytes(4).readUInt32BE() % 5_999_999_999))
    if (isValidNhsNumber(digits) === valid) return digits
  }
}

/** Values that must never be found in plain text, and `control`, a name that must be found. */
export type Canaries = {
  first: string
  second: string
  mistyped: string
  family: string
  mother: string
  control: string
}

/** New random values for one run. */
export const createCanaries = (): Canaries => ({
  first: nhsNumber(true),
  second: nhsNumber(true),
  mistyped: nhsNumber(false),
  family: token('canary-family'),
  mother: token('canary-mother'),
  control: token('Control'),
})

/** An NHS number in groups of 3, 3 and 4 digits. */
export const spaced = (digits: string) =>
  `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`

const PASSWORD = 'a-long-enough-password'

export type CanaryPatient = {
  email: string
  profileId: number
  eventId: number
  day: string
  time: string
}

const details = ({ control }: Canaries) => ({
  first_name: control,
  last_name: 'Pendle',
  gender: GENDERS[0],
  date_of_birth: '1961-02-03',
  ethnicity: ETHNICITIES[0],
  phone: '01206 555 0100',
  home_address: '1 High Street, Colchester, CO1 1AA, England',
})

/** Signs up, with invalid NHS numbers before and after the valid one. */
export async function signUpWithNumber(
  visitor: Visitor,
  email: string,
  canaries: Canaries,
): Promise<Answer[]> {
  const profile = details(canaries)
  return [
    await visitor.call(signUp, { email, password: PASSWORD, display_name: canaries.control }),
    await visitor.call(createProfile, { ...profile, nhs_number: canaries.mistyped }),
    await visitor.call(createProfile, { ...profile, nhs_number: [canaries.first] }),
    await visitor.call(createProfile, { ...profile, nhs_number: spaced(canaries.first) }),
    await visitor.call(createProfile, { ...profile, nhs_number: canaries.second }),
    await visitor.call(resendVerification, {}),
  ]
}

const answersOf = (patient: CanaryPatient, { family, mother }: Canaries) => ({
  profileId: patient.profileId,
  psaTestDate: patient.day,
  numberOfPsaTest: '3',
  familyHistoryProstateCancer: 'Yes',
  familyMemberWithProstateCancer: ['Grandfather'],
  additionalProstateCancerDetails: family,
  familyHistoryBreastOvarianCancer: 'Yes',
  familyMemberWithOvarianCancer: ['Grandmother'],
  motherSideDetails: mother,
  medicationHistory: ['Combodart'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
  choiceVersion: '0123456789abcdef',
})

/** Books with the consent answers: valid and invalid requests of every kind. */
export async function bookWithAnswers(
  visitor: Visitor,
  patient: CanaryPatient,
  canaries: Canaries,
): Promise<Answer[]> {
  const answers = answersOf(patient, canaries)
  const place = { event_id: patient.eventId, appt_date: patient.day, appt_time: patient.time }
  const booking = {
    profileId: patient.profileId,
    eventId: patient.eventId,
    eventDate: patient.day,
    appointmentStartTime: patient.time,
    eventName: canaries.first,
    lab: canaries.first,
  }
  const form = new URLSearchParams({ ...answers, medicationHistory: 'Combodart' } as never)
  const urlEncoded = { 'content-type': 'application/x-www-form-urlencoded' }
  return [
    await visitor.call(createHold, { ...place, idempotency_key: 'canary-hold' }),
    await visitor.call(createConsent, { ...answers, disclaimer: false }),
    await visitor.call(createConsent, { ...answers, numberOfPsaTest: canaries.family }),
    await visitor.call(createConsent, { ...answers, profileId: 1 }),
    await visitor.call(createConsent, answers),
    await visitor.call(createConsent, answers),
    await visitor.send('POST', '/medical/consent', { body: String(form), headers: urlEncoded }),
    await visitor.call(createAppointment, {
      ...booking,
      ...{ nhs_number: canaries.first, consent: answers },
    }),
    await visitor.call(createAppointment, booking),
  ]
}

/** Sends the number and answers in wrong places: addresses, headers, broken bodies, error reports. */
export async function sendMisplaced(
  visitor: Visitor,
  patient: CanaryPatient,
  canaries: Canaries,
): Promise<Answer[]> {
  const { first, family, mother } = canaries
  const body = JSON.stringify({ nhs_number: first, additionalProstateCancerDetails: family })
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    visitor.send(method, path, method === 'GET' ? { headers } : { body, headers })
  return [
    await visitor.call(getProfile, { email: patient.email, nhs_number: first }),
    await visitor.call(getProfile, { email: `${first}@example.org` }),
    await visitor.call(updateProfile, { email: patient.email, nhs_number: canaries.mistyped }),
    await visitor.call(updateProfile, { email: patient.email, nhs_number: { value: first } }),
    await visitor.call(updateProfile, { email: patient.email, nhs_number: canaries.second }),
    await visitor.call(checkProfile, {
      email: patient.email,
      nhs_number: first,
      firstName: mother,
    }),
    await visitor.call(signIn, { email: patient.email, password: 'wrong', nhs_number: first }),
    await visitor.call(logError, {
      errorMessage: `NHS ${first}: ${family}`,
      description: mother,
      fields: ['nhs_number'],
    }),
    await visitor.call(logError, { errorMessage: 'x', description: 'x', fields: [first] }),
    await call('GET', `/auth/session?nhs_number=${first}&answer=${family}`),
    await call('GET', `/appointments/${first}`),
    await call('GET', `/patients/${first}/${family}`, { 'user-agent': `${first} ${mother}` }),
    await call('POST', `/holds/${first}/release`),
    await call('PATCH', '/medical/consent'),
    await call('POST', '/medical/consent', { 'content-type': 'text/plain' }),
    await call('POST', '/medical/consent', { origin: `https://${family}.example` }),
    await visitor.send('POST', '/medical/consent', { body: `${body} and more` }),
    await visitor.send('POST', '/medical/consent', { body: body.repeat(2000) }),
    await visitor.send('POST', '/medical/consent', {
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${family}` },
    }),
  ]
}
