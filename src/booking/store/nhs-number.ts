import { computed } from 'nanostores'
import { type ProfileOnWire, updateProfile as saveProfile } from '#account/contract/profiles.ts'
import { readSession, updateProfile } from '#account/store/session.ts'
import { PROFILE_LOG } from '#account/texts/portal.ts'
import { requestedEvent } from '#booking/store/requested-event.ts'
import { call } from '#core/contract/call.ts'
import { cleanNhsInput, isValidNhsNumber, NHS_NUMBER_LENGTH } from '#core/rules/nhs-number.ts'
import { reportError } from '#core/store/error-log.ts'
import { createForm, type FormErrors, type SendOutcome } from '#core/store/form.ts'
import { goTo, onReturn } from '#core/store/navigation.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'
import { NHS_PAGE_TEXTS } from '#core/texts/nhs-number.ts'

export type NhsNumberForm = { readonly nhs_number: string; readonly confirmation: string }

function check({ nhs_number, confirmation }: NhsNumberForm): FormErrors<NhsNumberForm> {
  return {
    ...(isValidNhsNumber(nhs_number) ? {} : { nhs_number: NHS_PAGE_TEXTS.invalid }),
    ...(confirmation === nhs_number ? {} : { confirmation: NHS_PAGE_TEXTS.mismatch }),
  }
}

/** The two fields of /check-nhs-number. Never kept over a reload: an NHS number is stored by the server only. */
export const nhsNumberForm = createForm<NhsNumberForm>({
  initial: { nhs_number: '', confirmation: '' },
  check,
})

/** Whether Confirm can be pressed: no error, and no empty field (NHS-01). */
export const $canConfirm = computed(
  [nhsNumberForm.$values, nhsNumberForm.$errors],
  (values, errors) =>
    Object.keys(errors).length === 0 &&
    values.confirmation !== '' &&
    Object.keys(check(values)).length === 0,
)

/** The error of a field that is complete, or that the patient has left; an unfinished one has none yet. */
function errorOf(name: keyof NhsNumberForm, isLeft: boolean): string | undefined {
  const values = nhsNumberForm.$values.get()
  const text = values[name]
  if (text === '') return undefined
  const isComplete =
    text.length >= NHS_NUMBER_LENGTH ||
    (name === 'confirmation' && text.length >= values.nhs_number.length)
  return isLeft || isComplete ? check(values)[name] : undefined
}

/** Changes a field: keeps its digits, all of them, with a message when something else was typed or more than ten (NHS-01). */
export function changeNhsNumber(name: keyof NhsNumberForm, text: string): void {
  const { digits, altered } = cleanNhsInput(text)
  nhsNumberForm.set(name, digits)
  const error = altered ? PROFILE_FAULTS.nhsDigitsOnly : errorOf(name, false)
  nhsNumberForm.set(name, digits, error)
  const { confirmation } = nhsNumberForm.$values.get()
  const isTooLong = confirmation.length > NHS_NUMBER_LENGTH
  if (name === 'nhs_number' && !isTooLong) {
    nhsNumberForm.set('confirmation', confirmation, errorOf('confirmation', false))
  }
}

/** The patient leaves a field. */
export function leaveNhsNumber(name: keyof NhsNumberForm): void {
  if (nhsNumberForm.$errors.get()[name] !== undefined) return
  nhsNumberForm.set(name, nhsNumberForm.$values.get()[name], errorOf(name, true))
}

async function save(
  profile: ProfileOnWire,
  nhs_number: string,
): Promise<SendOutcome<NhsNumberForm>> {
  // Also an unchanged number: another tab may have changed it. The server stores only what differs.
  const { email, version } = profile
  const answer = await call(saveProfile, { email, version, nhs_number })
  if (answer.ok) {
    updateProfile(answer.value.userProfile)
    return { ok: true }
  }
  // The page shows the number that was stored in the meantime; the next Confirm is a choice against it.
  if (answer.reason === 'profile-changed') await readSession()
  const errorMessage = answer.reason === 'network' ? PROFILE_LOG.unanswered : PROFILE_LOG.refused
  const { description } = PROFILE_LOG
  reportError({ errorMessage, description, fields: Object.keys(answer.fields) })
  return { ok: false, fields: answer.fields, text: answer.text }
}

/** 'Confirm': saves the number if it changed, then goes on to the booking (NHS-02). */
export async function confirmNhsNumber(profile: ProfileOnWire): Promise<void> {
  const eventId = requestedEvent()
  if (typeof eventId !== 'number') return goTo('/events', { replace: true })
  await nhsNumberForm.submit(({ nhs_number }) => save(profile, nhs_number))
  if (nhsNumberForm.$submission.get().step !== 'done') return
  nhsNumberForm.clearValues()
  goTo(`/book-event?event=${eventId}`)
}

/** Without an event there is nothing to check a number for (NHS-01). Returns a function that stops it. */
export function watchNhsNumber(): () => void {
  if (typeof requestedEvent() !== 'number') goTo('/events', { replace: true })
  return onReturn(nhsNumberForm.clear)
}
