import { type Sent, sendForm, whileBusy } from '#components/forms/send-form.ts'
import { isSubscriptionComplete } from '#domain/newsletter.ts'
import { NEWSLETTER_TEXTS, newsletterError } from '#domain/texts/forms.ts'

type Tone = 'good' | 'bad'

/** The sentence for an answer (FORM-01); a body with an `error` is a refusal, whatever its status (§7). */
function wordsFor(sent: Sent): { words: string; tone: Tone } {
  if (sent === undefined) return { words: NEWSLETTER_TEXTS.network, tone: 'bad' }
  const { error } = (sent.body ?? {}) as { error?: unknown }
  if (typeof error === 'string') return { words: newsletterError(error), tone: 'bad' }
  return sent.ok
    ? { words: NEWSLETTER_TEXTS.success, tone: 'good' }
    : { words: NEWSLETTER_TEXTS.network, tone: 'bad' }
}

/** The newsletter form with script: idle, submitting, then a message; on success the inputs are empty again (§4). */
export function keepNewsletter(form: HTMLFormElement): void {
  const [name, email] = ['name', 'email'].map((field) =>
    form.querySelector<HTMLInputElement>(`input[name="${field}"]`),
  )
  const button = form.querySelector('button')
  const message = form.querySelector<HTMLElement>('[data-message]')
  if (!(name && email && button && message)) return
  const say = (words: string, tone: Tone) => {
    message.textContent = words
    message.dataset['tone'] = tone
  }
  const mark = () => {
    for (const input of [name, email]) {
      input.toggleAttribute('aria-invalid', false)
      if (input.value.trim() === '') input.setAttribute('aria-invalid', 'true')
    }
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    mark()
    if (!isSubscriptionComplete(name.value, email.value)) {
      say(NEWSLETTER_TEXTS.incomplete, 'bad')
      return
    }
    void whileBusy(button, 'Submitting...', async () => {
      const { words, tone } = wordsFor(await sendForm(form))
      say(words, tone)
      if (tone === 'good') form.reset()
    })
  })
}
