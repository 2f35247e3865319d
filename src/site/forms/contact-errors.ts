import { type FieldError, type FormError, withLabel } from '#content/rules/form-submission.ts'

type Shown = { control: HTMLElement | null; text: string }

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}

/** Removes the errors of an earlier attempt. */
export function clearErrors(form: HTMLFormElement): void {
  for (const shown of form.querySelectorAll('.error-summary, .field__error')) shown.remove()
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    const hint = form.querySelector(`[id="${control.id}-hint"]`)
    if (hint) control.setAttribute('aria-describedby', hint.id)
    else control.removeAttribute('aria-describedby')
  }
}

/** Shows an error beside its field, after the field's label (ABOUT-05). */
function showFieldError(form: HTMLFormElement, { field, message }: FieldError): Shown {
  const box = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control = box?.querySelector<HTMLElement>('.input') ?? null
  const text = withLabel(box?.dataset['label'] ?? field, message)
  if (control === null) return { control, text }
  const error = element('p', 'field__error', text)
  error.id = `${control.id}-error`
  control.before(error)
  control.setAttribute('aria-invalid', 'true')
  const described = control.getAttribute('aria-describedby')
  control.setAttribute('aria-describedby', [described, error.id].filter(Boolean).join(' '))
  return { control, text }
}

function itemOf({ control, text }: Shown): HTMLLIElement {
  if (control === null) return element('li', '', text)
  const link = element('a', '', text)
  link.href = `#${control.id}`
  link.addEventListener('click', (event) => {
    event.preventDefault()
    control.focus()
  })
  return element('li', '', link)
}

/** Shows every error: beside its field, and in a summary that takes the focus and links to the fields. */
export function showErrors(
  form: HTMLFormElement,
  { formErrors, fieldErrors }: { formErrors: FormError[]; fieldErrors: FieldError[] },
): void {
  const shown = [
    ...formErrors.map(({ message }): Shown => ({ control: null, text: message })),
    ...fieldErrors.map((error) => showFieldError(form, error)),
  ]
  const title = element('h2', 'error-summary__title', 'There is a problem')
  title.id = 'contact-errors'
  const summary = element('div', 'error-summary', title, element('ul', '', ...shown.map(itemOf)))
  summary.setAttribute('role', 'alert')
  summary.setAttribute('aria-labelledby', title.id)
  summary.tabIndex = -1
  form.prepend(summary)
  summary.focus()
}
