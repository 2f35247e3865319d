import { createConsent, createTestConsent } from '#booking/contract/consents.ts'
import {
  type ConsentAnswers,
  checkConsent,
  EMPTY_CONSENT,
  toggleMedication,
} from '#booking/rules/consent.ts'
import { type Answer, call } from '#core/contract/call.ts'
import type { InputOf } from '#core/contract/endpoint.ts'
import { ANSWER_KEYS } from '#core/rules/tab-signals.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { createForm, type FormErrors } from '#core/store/form.ts'

/** The consent form's values. A reload in this tab keeps them; the end of the journey clears them. */
export const consentForm = createForm<ConsentAnswers>({
  initial: EMPTY_CONSENT,
  check: (answers) =>
    Object.fromEntries(checkConsent(answers).map(({ field, message }) => [field, message])),
  keep: { key: ANSWER_KEYS.consent, except: [] },
})

type Relatives = 'familyMemberWithProstateCancer' | 'familyMemberWithOvarianCancer'

export function toggleRelative(field: Relatives, relative: string): void {
  const chosen = consentForm.$values.get()[field]
  consentForm.set(
    field,
    chosen.includes(relative) ? chosen.filter((one) => one !== relative) : [...chosen, relative],
  )
}

export function toggleMedicine(medicine: string): void {
  const { medicationHistory } = consentForm.$values.get()
  consentForm.set('medicationHistory', toggleMedication(medicationHistory, medicine))
}

/** Details or relatives answer the question: typing details clears the error of the relatives too. */
export function setDetails(
  field: 'additionalProstateCancerDetails' | 'motherSideDetails',
  details: string,
): void {
  const relatives: Relatives =
    field === 'motherSideDetails'
      ? 'familyMemberWithOvarianCancer'
      : 'familyMemberWithProstateCancer'
  consentForm.set(relatives, consentForm.$values.get()[relatives])
  consentForm.set(field, details)
}

/** The request body: follow-ups only when their question is answered Yes, and never the private-GP box (CONS-01). */
function toWire(answers: ConsentAnswers) {
  const { privateGp: _, ...sent } = answers
  const fathersSide = answers.familyHistoryProstateCancer === 'Yes'
  const mothersSide = answers.familyHistoryBreastOvarianCancer === 'Yes'
  return {
    ...sent,
    familyMemberWithProstateCancer: fathersSide ? sent.familyMemberWithProstateCancer : [],
    additionalProstateCancerDetails: fathersSide ? sent.additionalProstateCancerDetails : '',
    familyMemberWithOvarianCancer: mothersSide ? sent.familyMemberWithOvarianCancer : [],
    motherSideDetails: mothersSide ? sent.motherSideDetails : '',
  }
}

export type ConsentOutcome =
  | { readonly kind: 'stored' }
  /** The patient has no place on the day of the test any more. */
  | { readonly kind: 'no-place' }
  /** The server refused; `fields` has its messages per field. `text` names a limit. */
  | {
      readonly kind: 'refused'
      readonly fields: FormErrors<ConsentAnswers>
      readonly text: string | undefined
    }
  /** No response. */
  | { readonly kind: 'exception' }

/** The patient and the day of the test. */
type Test = { readonly profileId: number; readonly psaTestDate: IsoDate }

// The form was validated before: no answer is empty any more.
const inputOf = (answers: ConsentAnswers, test: Test) =>
  ({ ...toWire(answers), ...test }) as InputOf<typeof createConsent>

function outcomeOf(answer: Answer<unknown, string>): ConsentOutcome {
  if (answer.ok) return { kind: 'stored' }
  if (answer.reason === 'network') return { kind: 'exception' }
  if (answer.fields['psaTestDate'] !== undefined) return { kind: 'no-place' }
  const isLimited = answer.reason === 'too-many-requests'
  return { kind: 'refused', fields: answer.fields, text: isLimited ? answer.text : undefined }
}

/** Sends the answers for one test date (API-04). */
export const sendConsent = async (answers: ConsentAnswers, test: Test): Promise<ConsentOutcome> =>
  outcomeOf(await call(createConsent, inputOf(answers, test)))

/** `link-invalid`: the link is not the patient's, or not for a day of a test (CONS-04). */
export type TestConsentOutcome = ConsentOutcome | { readonly kind: 'link-invalid' }

/** Sends the answers of /test-consent (CONS-04). */
export async function sendTestConsent(
  answers: ConsentAnswers,
  test: Test,
): Promise<TestConsentOutcome> {
  const answer = await call(createTestConsent, inputOf(answers, test))
  const isLinkInvalid =
    !answer.ok && (answer.reason === 'link-invalid' || answer.reason === 'forbidden')
  return isLinkInvalid ? { kind: 'link-invalid' } : outcomeOf(answer)
}
