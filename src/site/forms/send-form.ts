/** The response: its JSON, whatever its status; undefined when none arrived. */
export type Sent = { ok: boolean; body: unknown } | undefined

/** Sends a form to its own `action` as JSON, with the fields in `more` added. */
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

/** Runs `work` while the button is disabled and labelled `busy`; a second press does nothing. */
export async function whileBusy(
  button: HTMLButtonElement,
  busy: string,
  work: () => Promise<void>,
): Promise<void> {
  const label = button.textContent
  button.disabled = true
  button.textContent = busy
  try {
    await work()
  } finally {
    button.disabled = false
    button.textContent = label
    // Disabling the button moved the focus to the body: give it back.
    if (document.activeElement === document.body) button.focus()
  }
}
