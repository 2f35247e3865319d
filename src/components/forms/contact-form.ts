import { clearErrors, showErrors } from '#components/forms/contact-errors.ts'
import { sendForm, whileBusy } from '#components/forms/send-form.ts'
import {
  FIELD_ERROR_WORDS,
  type FieldError,
  type FormAnswer,
  type FormState,
  nextFormState,
  readFormAnswer,
} from '#domain/form-submission.ts'

/** Authenticates a card by its client secret. No page of ours takes a card in this form, so none is given. */
type Authenticate = (clientSecret: string) => Promise<boolean>

const SUCCESS = 'Thank you for reaching out! We will get back to you soon.'
const NETWORK: FormAnswer = {
  kind: 'error',
  formErrors: [{ code: 'UNSPECIFIED', message: 'An error occurred. Please try again.' }],
  fieldErrors: [],
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** What can be said before anything is sent; the server says the same. */
function faultsOf(form: HTMLFormElement): FieldError[] {
  const controls = [...form.querySelectorAll<Control>('[data-field] .input')]
  return controls.flatMap((control): FieldError[] => {
    const code = codeOf(control)
    return code ? [{ field: control.name, code, message: FIELD_ERROR_WORDS[code] }] : []
  })
}

function codeOf(control: Control): 'REQUIRED_FIELD_EMPTY' | 'TYPE_EMAIL' | undefined {
  if (control.value.trim() === '') return 'REQUIRED_FIELD_EMPTY'
  return control.validity.typeMismatch ? 'TYPE_EMAIL' : undefined
}

/** Sends until the form has succeeded or failed; a pending card is authenticated and the form sent again (§4). */
async function submitted(form: HTMLFormElement, authenticate: Authenticate): Promise<FormState> {
  let state = nextFormState({ step: 'idle' }, { type: 'submit' })
  while (state.step === 'submitting' || state.step === 'pending') {
    if (state.step === 'pending') {
      const isAuthentic = await authenticate(state.clientSecret)
      const type = isAuthentic ? 'authenticated' : 'authentication-failed'
      state = nextFormState(state, { type })
    } else {
      const { resubmitKey } = state
      const sent = await sendForm(form, resubmitKey ? { resubmitKey } : {})
      const answer = sent === undefined ? NETWORK : readFormAnswer(sent.body)
      state = nextFormState(state, { type: 'answer', answer })
    }
  }
  return state
}

/** The contact form with script: its button is off while it is sent, then it thanks or shows what is wrong. */
export function keepContactForm(
  form: HTMLFormElement,
  authenticate: Authenticate = () => Promise.resolve(false),
): void {
  const button = form.querySelector('button')
  const message = form.querySelector<HTMLElement>('[data-message]')
  if (!(button && message)) return
  const show = (state: FormState) => {
    if (state.step === 'failed') showErrors(form, state)
    if (state.step !== 'succeeded') return
    form.reset()
    message.textContent = SUCCESS
    message.dataset['tone'] = 'good'
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearErrors(form)
    message.textContent = ''
    const fieldErrors = faultsOf(form)
    if (fieldErrors.length > 0) {
      showErrors(form, { formErrors: [], fieldErrors })
      return
    }
    void whileBusy(button, 'Send enquiry', async () => show(await submitted(form, authenticate)))
  })
}
