import { brandsOf, faultOf, formatted, sentValue } from './field-rules.ts'
import type { FieldState, FieldType, FrameMessage, PageMessage } from './messages.ts'

/** One card field, in a frame of the stand-in's origin: the page that embeds it cannot read it. */

type Sibling = Window & { cardField?: { value: () => string } }

const query = new URLSearchParams(location.search)
const type = query.get('type') as FieldType
const pageOrigin = query.get('origin') ?? ''
const input = document.querySelector('input') as HTMLInputElement
const message = document.querySelector('#message') as HTMLElement
let codeSize: number | undefined

const tellPage = (content: FrameMessage) => parent.postMessage(content, pageOrigin)
/** Of the content: the document's own height is never below the frame's. */
const tellHeight = () =>
  tellPage({ kind: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
const fault = () => faultOf(type, input.value, codeSize, new Date())

function state(): FieldState {
  const isFocused = document.activeElement === input
  const isValid = fault() === undefined
  return {
    isEmpty: input.value === '',
    isValid,
    isPotentiallyValid: isValid || isFocused,
    isFocused,
  }
}

function showMessage(text: string): void {
  message.textContent = text
  input.setAttribute('aria-invalid', String(text !== ''))
  input.classList.toggle('invalid', text !== '')
  tellHeight()
}

function tellState(event: 'change' | 'focus' | 'blur' | 'submit'): void {
  const cards = type === 'number' ? brandsOf(input.value) : []
  tellPage({ kind: 'state', event, state: state(), cards })
}

input.addEventListener('input', () => {
  input.value = formatted(type, input.value)
  if (fault() === undefined) showMessage('')
  tellState('change')
})
input.addEventListener('focus', () => tellState('focus'))
input.addEventListener('blur', () => {
  if (input.value !== '') showMessage(fault() ?? '')
  tellState('blur')
})
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') tellState('submit')
})

/** The field of a sibling frame; it has this origin, so it can be read. */
function siblingValue(group: string, name: FieldType): string | undefined {
  const frames = parent.frames as unknown as Record<string, Sibling | undefined>
  return frames[`paypal-${group}-${name}`]?.cardField?.value()
}

async function pay({ orderId, group, name }: Extract<PageMessage, { kind: 'pay' }>) {
  const card = {
    number: sentValue('number', input.value),
    expiry: siblingValue(group, 'expiry'),
    cvv: siblingValue(group, 'cvv'),
    name: siblingValue(group, 'name') || name,
  }
  const response = await fetch(`/payer/orders/${encodeURIComponent(orderId)}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok) {
    const { challenge, liabilityShift } = answer
    tellPage({ kind: 'paid', challenge, liabilityShift })
  } else {
    tellPage({ kind: 'failed', issue: answer?.details?.[0]?.issue ?? 'NETWORK_ERROR' })
  }
}

const acts: {
  [Kind in PageMessage['kind']]?: (data: Extract<PageMessage, { kind: Kind }>) => void
} = {
  clear() {
    input.value = ''
    showMessage('')
    tellState('change')
  },
  focus: () => input.focus(),
  check: () => showMessage(fault() ?? ''),
  message: ({ text }) => showMessage(text),
  attribute({ name, value }) {
    // Attributes that could run script or change the field's purpose stay ours.
    if (!/^(aria-[a-z]+|placeholder|required|disabled)$/.test(name)) return
    if (value === undefined) input.removeAttribute(name)
    else input.setAttribute(name, value)
  },
  class: ({ name, isOn }) => void input.classList.toggle(name, isOn),
  'code-size': ({ size }) => {
    codeSize = size
    tellState('change')
  },
  pay: (data) => void pay(data),
}

addEventListener('message', ({ source, origin, data }: MessageEvent<PageMessage>) => {
  if (source !== parent || origin !== pageOrigin) return
  acts[data.kind]?.(data as never)
})

const SELECTORS =
  /^(body|input|label|\.(valid|invalid)|input(\.invalid|\.valid|:focus|::placeholder)?|:focus)$/

/** The page's style for the field, as rules: a strict policy allows them when script sets them. */
function applyStyle(style: Record<string, Record<string, string>>): void {
  const sheet = new CSSStyleSheet()
  for (const [selector, declarations] of Object.entries(style)) {
    if (!SELECTORS.test(selector)) continue
    sheet.insertRule(`${selector} {}`)
    const rule = sheet.cssRules[0] as CSSStyleRule
    for (const [name, value] of Object.entries(declarations)) {
      const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      if (!/url\(/i.test(value)) rule.style.setProperty(property, value)
    }
  }
  document.adoptedStyleSheets = [sheet]
}

const look = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}')
if (typeof look.placeholder === 'string') input.placeholder = look.placeholder
applyStyle(look.style ?? {})
Object.assign(window, { cardField: { value: () => sentValue(type, input.value) } })
tellPage({ kind: 'ready', state: state() })
new ResizeObserver(tellHeight).observe(document.body)
