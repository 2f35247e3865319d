import {
  type FormAnswer,
  type FormState,
  nextFormState,
  readFormAnswer,
} from '#content/rules/form-submission.ts'
import { FORM_FAILED } from '#core/texts/form-failed.ts'
import type { Sent } from '#site/forms/send-form.ts'

/** A form that is being sent. */
export type Sending = Extract<FormState, { step: 'submitting' }>

const NO_ANSWER: FormAnswer = {
  kind: 'error',
  formErrors: [{ code: 'UNSPECIFIED', message: FORM_FAILED }],
  fieldErrors: [],
}

/**
 * The state after one sending; `send` gets the fields to add to the form's own. A card that is still pending although
 * the form was sent again with its key was not authenticated: the form fails with STRIPE_SCA_ERROR (ABOUT-05).
 */
export async function submissionResult(
  state: Sending,
  send: (more: Record<string, string>) => Promise<Sent>,
): Promise<FormState> {
  const { resubmitKey } = state
  const sent = await send(resubmitKey === undefined ? {} : { resubmitKey })
  const answer = sent === undefined ? NO_ANSWER : readFormAnswer(sent.body)
  const next = nextFormState(state, { type: 'answer', answer })
  return next.step === 'pending' && resubmitKey !== undefined
    ? nextFormState(next, { type: 'authentication-failed' })
    : next
}
