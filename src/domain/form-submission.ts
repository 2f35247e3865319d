import { FIELD_ERROR_TEXTS, FORM_ERROR_TEXTS, UNEXPECTED_ANSWER } from '#domain/texts/forms.ts'

export type FieldErrorCode = keyof typeof FIELD_ERROR_TEXTS | 'UNSPECIFIED'
export type FormErrorCode = keyof typeof FORM_ERROR_TEXTS | 'UNSPECIFIED'

/** A code that is none of the known ones becomes `UNSPECIFIED`; then the message alone counts. */
export type FieldError = { field: string; code: FieldErrorCode; message: string }
export type FormError = { code: FormErrorCode; message: string }

/** What a form service answers (§4): a success with the next link, errors, or a card that must be authenticated. */
export type FormAnswer =
  | { kind: 'success'; next: string }
  | { kind: 'error'; formErrors: FormError[]; fieldErrors: FieldError[] }
  | { kind: 'pending'; clientSecret: string; resubmitKey: string }

/** What a form is doing. `resubmitKey` goes with the second attempt, once the card is authenticated. */
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
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
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

/** A refusal of our own API: a sentence, and perhaps words per field, which then say it all. */
function refusalOf(error: string, fields: unknown): FormAnswer {
  const fieldErrors = Object.entries(isRecord(fields) ? fields : {}).map(([field, message]) =>
    fieldErrorOf({ field, message }),
  )
  return fieldErrors.length > 0 ? { kind: 'error', formErrors: [], fieldErrors } : failed(error)
}

/**
 * What a form service, or our own API in its place, answered. Anything it does not know is the error
 * 'Unexpected response format' (§8 Form client).
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
 * The next state of a form (§4 Forms). A form that is being sent cannot be sent again; a pending one is sent again
 * with its key when the card is authenticated, and fails with STRIPE_SCA_ERROR when it is not. An event that does not
 * fit the state changes nothing.
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

/** A field's error as it is shown: its label before the words (ABOUT-05). Example: `Email: This field is required.` */
export function withLabel(label: string, message: string): string {
  return `${label}: ${message}`
}
