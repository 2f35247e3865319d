import type { FrameMessage, PageMessage } from './messages.ts'

/** The pages of the dialogs (the bank's check, the PayPal account) and the frame of the PayPal button. */

const query = new URLSearchParams(location.search)
const pageOrigin = query.get('origin') ?? ''
const order = query.get('order') ?? ''
const buttons = [...document.querySelectorAll('button')]
const status = document.querySelector('[role=status]')

const tellPage = (message: FrameMessage) => parent.postMessage(message, pageOrigin)
const cancel = () => tellPage({ kind: 'cancelled' })

/** Tells the stand-in what the payer chose, and the page how it ended. */
async function act(path: string, body: object): Promise<void> {
  for (const button of buttons) button.disabled = true
  const response = await fetch(`/payer/orders/${encodeURIComponent(order)}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (response?.ok) {
    const { liabilityShift } = await response.json()
    tellPage({ kind: 'done', liabilityShift })
    return
  }
  for (const button of buttons) button.disabled = false
  if (status) status.textContent = 'That did not work. Try again, or cancel.'
}

const actions: Readonly<Record<string, () => void>> = {
  pass: () => void act('challenge', { passes: true }),
  fail: () => void act('challenge', { passes: false }),
  agree: () => void act('account', {}),
  cancel,
  open: () => tellPage({ kind: 'clicked' }),
}
for (const button of buttons) {
  button.addEventListener('click', () => actions[button.value]?.())
}
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') cancel()
})
addEventListener('message', ({ source, origin, data }: MessageEvent<PageMessage>) => {
  if (source !== parent || origin !== pageOrigin) return
  if (data.kind === 'focus') buttons[0]?.focus()
  if (data.kind === 'enabled') {
    for (const button of buttons) button.disabled = !data.isOn
  }
})
const state = { isEmpty: true, isValid: true, isPotentiallyValid: true, isFocused: false }
tellPage({ kind: 'ready', state })
