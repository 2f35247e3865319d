import { askEmailChange, askPasswordReset } from '#account/contract/account-changes.ts'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { createSubscription } from '#content/contract/subscriptions.ts'
import { logError } from '#core/contract/service.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import type { TestService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'
import {
  bookWithAnswers,
  type CanaryPatient,
  createCanaries,
  signUpWithNumber,
} from '#tests/integration/encryption/canary-requests.ts'

/** `marks`: the texts by which the patient's rows are found. */
export type FullPatient = CanaryPatient & { visitor: Visitor; userId: string; marks: string[] }

/** A patient who used every part of the service: sign-up, booking, consent, enquiry, newsletter, error report, password reset, change of address. */
export async function createFullPatient(
  service: TestService,
  email: string,
  { eventId, startsAt }: { eventId: number; startsAt: Date },
): Promise<FullPatient> {
  const visitor = service.visitor()
  const canaries = createCanaries()
  const signedUp = await signUpWithNumber(visitor, email, canaries)
  const profile = signedUp[3]?.body['userProfile'] as { profileId: number; user_id: string }
  const { profileId, user_id: userId } = profile
  const slot = { day: londonDate(startsAt), time: londonTime(startsAt) }
  const patient = { email, profileId, eventId, ...slot }
  await bookWithAnswers(visitor, patient, canaries)
  await visitor.call(createEnquiry, {
    'first-name': canaries.control,
    'last-name': 'Pendle',
    email: email.toUpperCase(),
    'phone-number': '01206 555 0100',
    message: `From ${email}`,
    website: '',
  })
  await visitor.call(createSubscription, {
    name: canaries.control,
    email,
    hear_about_event: true,
    website: '',
  })
  await visitor.call(logError, { description: 'Payment Failure', errorMessage: 'x' })
  await visitor.call(askPasswordReset, { email })
  await visitor.call(askEmailChange, { email: `new.${email}`, password: 'a-long-enough-password' })
  // Wrong addresses are recorded with the account's id.
  await visitor.send('GET', '/auth/profile?email=other@example.org')
  await service.mailsSettled()
  return { ...patient, visitor, userId, marks: [email, canaries.control, userId] }
}
