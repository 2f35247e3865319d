/** What came back: the JSON of the answer, whatever its status; undefined when none arrived. */
export type Sent = { ok: boolean; body: unknown } | undefined

/** Sends a form to where it would go without script, as JSON, with `more` beside its own fields. */
export async function sendForm(
  form: HTMLFormElement,
  more: Record<string, string> = {},
): Promise<Sent> {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ ...Object.fromEntries(new FormData(form)), ...more }),
    })
    return { ok: response.ok, body: (await response.json()) as unknown }
  } catch {
    return undefined
  }
}

/** Runs `work` while the form's button is off and says `busy`; a second press meanwhile does nothing. */
export async function whileBusy(
  button: HTMLButtonElement,
  busy: string,
  work: () => Promise<void>,
): Promise<void> {
  const words = button.textContent
  button.disabled = true
  button.textContent = busy
  try {
    await work()
  } finally {
    button.disabled = false
    button.textContent = words
    // A button that was off has lost the focus; nobody shall start again at the top of the page.
    if (document.activeElement === document.body) button.focus()
  }
}
