import { isSubscriptionComplete } from '#content/rules/newsletter.ts'
import { NEWSLETTER_TEXTS, newsletterError } from '#content/texts/newsletter.ts'
import { cleanLine } from '#core/rules/one-line.ts'
import { type Sent, sendForm, whileBusy } from '#site/forms/send-form.ts'

type Tone = 'good' | 'bad'

/** The message for a response (FORM-01); a body with `error` is a refusal, whatever its status. */
function messageFor(sent: Sent): { text: string; tone: Tone } {
  if (sent === undefined) return { text: NEWSLETTER_TEXTS.network, tone: 'bad' }
  const { error } = (sent.body ?? {}) as { error?: unknown }
  if (typeof error === 'string') return { text: newsletterError(error), tone: 'bad' }
  return sent.ok
    ? { text: NEWSLETTER_TEXTS.success, tone: 'good' }
    : { text: NEWSLETTER_TEXTS.network, tone: 'bad' }
}

/** The newsletter form with script: idle, submitting, then a message; success clears the inputs (FORM-01). */
export function enhanceNewsletterForm(form: HTMLFormElement): void {
  const [name, email] = ['name', 'email'].map((field) =>
    form.querySelector<HTMLInputElement>(`input[name="${field}"]`),
  )
  const button = form.querySelector('button')
  const [message, said, next] = ['message', 'said', 'next'].map((part) =>
    form.querySelector<HTMLElement>(`[data-${part}]`),
  )
  if (!(name && email && button && message && said && next)) return
  const show = (text: string, tone: Tone) => {
    next.toggleAttribute('hidden', tone !== 'good')
    said.textContent = text
    message.dataset['tone'] = tone
  }
  const mark = () => {
    for (const input of [name, email]) {
      input.toggleAttribute('aria-invalid', false)
      if (cleanLine(input.value) === '') input.setAttribute('aria-invalid', 'true')
    }
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    mark()
    if (!isSubscriptionComplete(name.value, email.value)) {
      show(NEWSLETTER_TEXTS.incomplete, 'bad')
      return
    }
    void whileBusy(button, 'Submitting...', async () => {
      const { text, tone } = messageFor(await sendForm(form))
      show(text, tone)
      if (tone === 'good') form.reset()
    })
  })
}
