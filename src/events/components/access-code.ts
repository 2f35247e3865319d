import { LINK_EVENT, takenLink } from '#core/rules/mailed-link.ts'
import { codeInAddress } from '#events/rules/access-code.ts'
import { ACCESS_CODE_TEXTS } from '#events/texts/events.ts'
import { type Sent, sendForm, whileBusy } from '#site/forms/send-form.ts'

/** Any response but success means that the code was not accepted (EVD-05); another cause than the code is added. */
function errorOf(sent: Sent): string {
  if (sent === undefined) return `${ACCESS_CODE_TEXTS.invalid}. ${ACCESS_CODE_TEXTS.unchecked}`
  const { error } = (sent.body ?? {}) as { error?: unknown }
  return typeof error === 'string' && error !== ACCESS_CODE_TEXTS.invalid
    ? `${ACCESS_CODE_TEXTS.invalid}. ${error}`
    : ACCESS_CODE_TEXTS.invalid
}

const isAccepted = (sent: Sent) =>
  sent?.ok === true && (sent.body as { status?: unknown } | null)?.status === 'success'

/** The modal for the access code of a private event. It opens by its button, and without a press with a code from the address. */
export function openAccessCode(page: Document): void {
  const dialog = page.querySelector<HTMLDialogElement>('[data-access-code]')
  const form = dialog?.querySelector('form')
  const input = form?.querySelector<HTMLInputElement>('#access-code')
  const error = form?.querySelector<HTMLElement>('#access-code-error')
  const button = form?.querySelector<HTMLButtonElement>('button:not([formmethod])')
  if (!(dialog && form && input && error && button)) return

  const show = (text: string) => {
    error.textContent = text
    error.hidden = text === ''
    input.toggleAttribute('aria-invalid', false)
    if (text !== '') input.setAttribute('aria-invalid', 'true')
  }
  const open = () => {
    if (dialog.matches(':modal')) return
    // The form that is in the page without script.
    dialog.close()
    dialog.showModal()
    input.focus()
    input.select()
  }

  form.noValidate = true
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formmethod')) return show('')
    event.preventDefault()
    if (input.value.trim() === '') {
      show(ACCESS_CODE_TEXTS.missing)
      input.focus()
      return
    }
    if (!navigator.cookieEnabled) return show(ACCESS_CODE_TEXTS.cookiesBlocked)
    void whileBusy(button, 'Submitting...', async () => {
      const sent = await sendForm(form)
      if (!isAccepted(sent)) {
        show(errorOf(sent))
        input.focus()
        input.select()
        return
      }
      show('')
      dialog.close()
      location.assign(form.dataset['next'] ?? location.pathname)
    })
  })

  page.querySelector('[data-access-open]')?.addEventListener('click', (event) => {
    event.preventDefault()
    open()
  })

  const arrive = () => {
    const code = codeInAddress(takenLink(history.state))
    if (code !== undefined) input.value = code
    if (code !== undefined || dialog.open) open()
  }
  arrive()
  addEventListener(LINK_EVENT, arrive)
}
