import { atom, type ReadableAtom } from 'nanostores'
import { getTestConsent } from '#booking/contract/consents.ts'
import { consentForm, sendTestConsent, type TestConsentOutcome } from '#booking/store/consent.ts'
import { TEST_CONSENT_TEXTS } from '#booking/texts/test-consent.ts'
import { call } from '#core/contract/call.ts'
import { ANSWER_KEYS } from '#core/rules/tab-signals.ts'
import { type IsoDate, isIsoDate, londonDate } from '#core/rules/time.ts'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import { reportError } from '#core/store/error-log.ts'
import { goTo } from '#core/store/navigation.ts'
import { keptInTab } from '#core/store/tab-storage.ts'

/** What the address of /test-consent names. */
export type ConsentLink = { readonly profileId: number; readonly testDate: IsoDate }

export type TestConsent =
  /** The parameters are not read yet. */
  | { readonly step: 'arriving' }
  | { readonly step: 'loading' }
  /** A parameter is missing or wrong, or the link is another patient's. */
  | { readonly step: 'invalid' }
  /** The link could not be checked. */
  | { readonly step: 'failed'; readonly text: string }
  | {
      readonly step: 'form'
      readonly testDate: IsoDate
      /** The London day of an earlier consent for the same test. */
      readonly agreedOn: IsoDate | undefined
      /** Why the last sending stored nothing. */
      readonly problem: string | undefined
    }
  | { readonly step: 'done' }

const $state = atom<TestConsent>({ step: 'arriving' })
export const $testConsent: ReadableAtom<TestConsent> = $state

/** Whose answers for which test the consent form of this tab has. */
const $owner = keptInTab<ConsentLink | undefined>(ANSWER_KEYS.testConsent, undefined, {
  encode: (owner) => owner,
  decode: (kept) => kept as ConsentLink | undefined,
})

/** The parameters of the address, or undefined when one is missing or wrong. */
export function readConsentLink(): ConsentLink | undefined {
  const query = new URLSearchParams(location.search)
  const profileId = wholeIdOf(query.get('profile_id') ?? '')
  const testDate = query.get('test_date') ?? ''
  if (profileId === undefined || !isIsoDate(testDate)) return undefined
  return { profileId, testDate }
}

/** Before the sign-in: an error is shown immediately for a link without its parameters. */
export function checkParameters(): void {
  $state.set({ step: readConsentLink() === undefined ? 'invalid' : 'loading' })
}

/** Asks the server whether the link is the patient's, then shows the form. */
export async function openTestConsent(): Promise<void> {
  const link = readConsentLink()
  if (link === undefined) return $state.set({ step: 'invalid' })
  $state.set({ step: 'loading' })
  const { profileId, testDate } = link
  const answer = await call(getTestConsent, { profile_id: profileId, test_date: testDate })
  if (!answer.ok) {
    const isRefused = answer.reason === 'link-invalid' || answer.reason === 'forbidden'
    return $state.set(isRefused ? { step: 'invalid' } : { step: 'failed', text: answer.text })
  }
  const owner = $owner.get()
  if (owner?.profileId !== profileId || owner.testDate !== testDate) consentForm.clear()
  $owner.set(link)
  consentForm.reopen()
  const agreedAt = answer.value.agreed_at
  const agreedOn = agreedAt === null ? undefined : londonDate(new Date(agreedAt))
  $state.set({ step: 'form', testDate, agreedOn, problem: undefined })
}

function setProblem(problem: string | undefined): void {
  const state = $state.get()
  if (state.step === 'form') $state.set({ ...state, problem })
}

/** 'Submit': stores the consent once. */
export async function submitTestConsent(): Promise<void> {
  const isBusy = consentForm.$submission.get().step === 'sending'
  if ($state.get().step !== 'form' || isBusy) return
  const link = readConsentLink()
  if (link === undefined) return setProblem(TEST_CONSENT_TEXTS.missing)
  setProblem(undefined)
  let outcome: TestConsentOutcome | undefined
  await consentForm.submit(async (answers) => {
    const test = { profileId: link.profileId, psaTestDate: link.testDate }
    outcome = await sendTestConsent(answers, test)
    if (outcome.kind === 'refused') return { ok: false, fields: outcome.fields }
    return outcome.kind === 'stored' ? { ok: true } : { ok: false }
  })
  if (outcome !== undefined) conclude(outcome)
}

function conclude(outcome: TestConsentOutcome): void {
  if (outcome.kind === 'link-invalid') $state.set({ step: 'invalid' })
  else if (outcome.kind === 'exception') setProblem(TEST_CONSENT_TEXTS.exception)
  else if (outcome.kind === 'stored') {
    consentForm.clear()
    $owner.set(undefined)
    $state.set({ step: 'done' })
  } else refused(outcome.kind === 'refused' ? outcome : { fields: {}, text: undefined })
}

/** Shows that the consent was not stored; the error log gets field names only (FORM-02). */
function refused({ fields, text }: { fields: object; text: string | undefined }): void {
  const errorMessage = TEST_CONSENT_TEXTS.failed
  const description = 'Consent Creation Failed'
  reportError({ errorMessage, description, fields: Object.keys(fields) })
  setProblem(text ?? errorMessage)
}

/** After a message: to the home page, so that Back does not return to it. */
export const leaveTestConsent = (): void => goTo('/', { replace: true })
