import { FIELD_ERROR_TEXTS, FORM_ERROR_TEXTS } from '#content/texts/contact.ts'
import { isRecord } from '#core/rules/record.ts'
import { UNEXPECTED_ANSWER } from '#core/texts/failures.ts'

export type FieldErrorCode = keyof typeof FIELD_ERROR_TEXTS | 'UNSPECIFIED'
export type FormErrorCode = keyof typeof FORM_ERROR_TEXTS | 'UNSPECIFIED'

/** An unknown code becomes `UNSPECIFIED`: then the message alone is shown. */
export type FieldError = { field: string; code: FieldErrorCode; message: string }
export type FormError = { code: FormErrorCode; message: string }

/** The response of a form service (ABOUT-05): success with the next link, errors, or a card that must be authenticated. */
export type FormAnswer =
  | { kind: 'success'; next: string }
  | { kind: 'error'; formErrors: FormError[]; fieldErrors: FieldError[] }
  | { kind: 'pending'; clientSecret: string; resubmitKey: string }

/** The state of a form. `resubmitKey` is sent with the second attempt, after the card was authenticated. */
export type FormState =
  | { step: 'idle' }
  | { step: 'submitting'; resubmitKey: string | undefined }
  | { step: 'pending'; clientSecret: string; resubmitKey: string }
  | { step: 'succeeded'; next: string }
  | { step: 'failed'; formErrors: FormError[]; fieldErrors: FieldError[] }

export type FormEvent =
  | { type: 'submit' }
  | { type: 'answer'; answer: FormAnswer }
  | { type: 'authenticated' }
  | { type: 'authentication-failed' }

type Json = Record<string, unknown>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const knownField = (code: unknown): code is keyof typeof FIELD_ERROR_TEXTS =>
  typeof code === 'string' && Object.hasOwn(FIELD_ERROR_TEXTS, code)
const knownForm = (code: unknown): code is keyof typeof FORM_ERROR_TEXTS =>
  typeof code === 'string' && Object.hasOwn(FORM_ERROR_TEXTS, code)

function fieldErrorOf({ field, code, message }: Json): FieldError {
  if (!knownField(code)) {
    return {
      field: textOf(field),
      code: 'UNSPECIFIED',
      message: textOf(message) || UNEXPECTED_ANSWER,
    }
  }
  return { field: textOf(field), code, message: textOf(message) || FIELD_ERROR_TEXTS[code] }
}

function formErrorOf({ code, message }: Json): FormError {
  if (!knownForm(code))
    return { code: 'UNSPECIFIED', message: textOf(message) || UNEXPECTED_ANSWER }
  return { code, message: textOf(message) || FORM_ERROR_TEXTS[code] }
}

const failed = (message: string): FormAnswer => ({
  kind: 'error',
  formErrors: [{ code: 'UNSPECIFIED', message }],
  fieldErrors: [],
})

function errorsOf(errors: readonly unknown[]): FormAnswer {
  const records = errors.filter(isRecord)
  if (records.length === 0) return failed(UNEXPECTED_ANSWER)
  return {
    kind: 'error',
    formErrors: records.filter(({ field }) => !field).map(formErrorOf),
    fieldErrors: records.filter(({ field }) => field).map(fieldErrorOf),
  }
}

/** A refusal of our own API: its message, or the messages of its fields when there are any. */
function refusalOf(error: string, fields: unknown): FormAnswer {
  const fieldErrors = Object.entries(isRecord(fields) ? fields : {}).map(([field, message]) =>
    fieldErrorOf({ field, message }),
  )
  return fieldErrors.length > 0 ? { kind: 'error', formErrors: [], fieldErrors } : failed(error)
}

/**
 * Reads the response of a form service, or of our API instead. An unknown response is the error
 * 'Unexpected response format' (ABOUT-05).
 */
export function readFormAnswer(body: unknown): FormAnswer {
  if (!isRecord(body)) return failed(UNEXPECTED_ANSWER)
  const { next, errors, error, fields, stripe, resubmitKey } = body
  if (Array.isArray(errors)) return errorsOf(errors)
  if (typeof error === 'string') return refusalOf(error, fields)
  if (isRecord(stripe) && typeof resubmitKey === 'string') {
    const clientSecret = stripe['paymentIntentClientSecret']
    if (typeof clientSecret === 'string') return { kind: 'pending', clientSecret, resubmitKey }
  }
  return typeof next === 'string' ? { kind: 'success', next } : failed(UNEXPECTED_ANSWER)
}

function afterAnswer(answer: FormAnswer): FormState {
  if (answer.kind === 'success') return { step: 'succeeded', next: answer.next }
  if (answer.kind === 'pending') {
    return { step: 'pending', clientSecret: answer.clientSecret, resubmitKey: answer.resubmitKey }
  }
  return { step: 'failed', formErrors: answer.formErrors, fieldErrors: answer.fieldErrors }
}

/**
 * The next state of a form (ABOUT-05). A form that is being sent cannot be sent again; a pending one is sent again
 * with its key when the card is authenticated, and fails with STRIPE_SCA_ERROR when it is not. An event that does not
 * apply to the state changes nothing.
 */
export function nextFormState(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'submit':
      return state.step === 'submitting' || state.step === 'pending'
        ? state
        : { step: 'submitting', resubmitKey: undefined }
    case 'answer':
      return state.step === 'submitting' ? afterAnswer(event.answer) : state
    case 'authenticated':
      return state.step === 'pending'
        ? { step: 'submitting', resubmitKey: state.resubmitKey }
        : state
    case 'authentication-failed':
      return state.step === 'pending'
        ? afterAnswer(failed(FIELD_ERROR_TEXTS.STRIPE_SCA_ERROR))
        : state
  }
}

/** A field's error as it is shown: label, colon, message (ABOUT-05). Example: `Email: This field is required.` */
export function withLabel(label: string, message: string): string {
  return `${label}: ${message}`
}
