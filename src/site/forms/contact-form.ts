import { type FieldError, type FormState, nextFormState } from '#content/rules/form-submission.ts'
import { CARD_PENDING, ENQUIRY_SENT, FIELD_ERROR_TEXTS } from '#content/texts/contact.ts'
import { isEmail } from '#core/rules/email-address.ts'
import { cleanLine } from '#core/rules/one-line.ts'
import { clearErrors, showErrors } from '#site/forms/contact-errors.ts'
import { sendForm, whileBusy } from '#site/forms/send-form.ts'
import { type Sending, submissionResult } from '#site/forms/submission.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/** Checks before sending, with the same messages as the server's. */
function faultsOf(form: HTMLFormElement): FieldError[] {
  const controls = [...form.querySelectorAll<Control>('[data-field] .input')]
  return controls.flatMap((control): FieldError[] => {
    const code = codeOf(control)
    return code ? [{ field: control.name, code, message: FIELD_ERROR_TEXTS[code] }] : []
  })
}

function codeOf(control: Control): 'REQUIRED_FIELD_EMPTY' | 'TYPE_EMAIL' | undefined {
  if (cleanLine(control.value) === '') return 'REQUIRED_FIELD_EMPTY'
  return control.type === 'email' && !isEmail(control.value) ? 'TYPE_EMAIL' : undefined
}

/** Resends a pending form with its key; starts a new submission otherwise. */
const submitted = (state: FormState): FormState =>
  nextFormState(state, { type: state.step === 'pending' ? 'authenticated' : 'submit' })

/**
 * The contact form with script (ABOUT-05): its button is disabled while the form is sent, then it shows success, the
 * errors, or that the card must be authenticated first. In that state the same button sends the form again.
 */
export function enhanceContactForm(form: HTMLFormElement): void {
  const button = form.querySelector('button')
  const message = form.querySelector<HTMLElement>('[data-message]')
  if (!(button && message)) return
  let state: FormState = { step: 'idle' }

  const show = () => {
    if (state.step === 'failed') showErrors(form, state)
    if (state.step === 'pending') message.textContent = CARD_PENDING
    if (state.step !== 'succeeded') return
    form.reset()
    message.textContent = ENQUIRY_SENT
    message.dataset['tone'] = 'good'
  }
  const send = async (sending: Sending) => {
    state = await submissionResult(sending, (more) => sendForm(form, more))
    show()
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearErrors(form)
    message.textContent = ''
    delete message.dataset['tone']
    const fieldErrors = faultsOf(form)
    if (fieldErrors.length > 0) {
      showErrors(form, { formErrors: [], fieldErrors })
      return
    }
    const next = submitted(state)
    if (next.step !== 'submitting') return
    state = next
    void whileBusy(button, 'Send enquiry', () => send(next))
  })
}
