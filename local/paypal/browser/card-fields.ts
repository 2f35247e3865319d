import { containerOf, type Frame, nextNumber, openDialog, openFrame } from './frames.ts'
import {
  type CardBrand,
  emptyState,
  type FieldState,
  type FieldType,
  type FrameMessage,
} from './messages.ts'

type InputEvents = Partial<
  Record<'onChange' | 'onFocus' | 'onBlur' | 'onInputSubmitRequest', (state: CardState) => void>
>
type FieldOptions = { placeholder?: string; style?: object; inputEvents?: InputEvents }

export type CardState = {
  cards: CardBrand[]
  emittedBy?: FieldType | undefined
  errors: string[]
  isFormValid: boolean
  fields: Record<string, FieldState>
}

export type CardProps = {
  createOrder: () => Promise<string>
  onApprove: (data: object) => Promise<void> | void
  onCancel?: (data?: object) => void
  onError?: (error: unknown) => void
  inputEvents?: InputEvents
  style?: object
}

const FIELDS: Record<FieldType, { property: string; title: string; error: string }> = {
  number: { property: 'cardNumberField', title: 'Card number', error: 'INVALID_NUMBER' },
  expiry: { property: 'cardExpiryField', title: 'Expiry date', error: 'INVALID_EXPIRY' },
  cvv: { property: 'cardCvvField', title: 'Security code', error: 'INVALID_CVV' },
  name: { property: 'cardNameField', title: 'Name on card', error: 'INVALID_NAME' },
}
const NEEDED: readonly FieldType[] = ['number', 'expiry', 'cvv']
const EVENTS = {
  change: 'onChange',
  focus: 'onFocus',
  blur: 'onBlur',
  submit: 'onInputSubmitRequest',
} as const

/** What the fields of one form have in common. */
type Form = {
  props: CardProps
  group: string
  frames: Map<FieldType, Frame>
  states: Map<FieldType, FieldState>
  options: Map<FieldType, FieldOptions>
  cards: CardBrand[]
  /** Waits for the answer to `pay`. */
  answer?: ((message: FrameMessage) => void) | undefined
}

function stateOf({ states, frames, cards }: Form, emittedBy?: FieldType): CardState {
  const types = [...NEEDED, ...(frames.has('name') ? (['name'] as const) : [])]
  const errors = types
    .filter((type) => !states.get(type)?.isValid)
    .map((type) => FIELDS[type].error)
  const fields = Object.entries(FIELDS).map(([type, { property }]) => [
    property,
    states.get(type as FieldType) ?? emptyState(),
  ])
  return {
    cards,
    emittedBy,
    errors,
    isFormValid: errors.length === 0,
    fields: Object.fromEntries(fields),
  }
}

function receive(form: Form, type: FieldType, message: FrameMessage): void {
  if (message.kind === 'ready') form.states.set(type, message.state)
  if (message.kind === 'paid' || message.kind === 'failed') form.answer?.(message)
  if (message.kind !== 'state') return
  form.states.set(type, message.state)
  if (type === 'number') {
    form.cards = message.cards
    const size = message.cards[0]?.code.size
    if (size !== undefined) form.frames.get('cvv')?.tell({ kind: 'code-size', size })
  }
  const name = EVENTS[message.event]
  const state = stateOf(form, type)
  form.props.inputEvents?.[name]?.(state)
  form.options.get(type)?.inputEvents?.[name]?.(state)
}

async function renderField(form: Form, type: FieldType, container: string | HTMLElement) {
  if (form.frames.has(type)) throw new Error(`The field ${type} is rendered already`)
  const { placeholder, style } = form.options.get(type) ?? {}
  const look = encodeURIComponent(
    JSON.stringify({ placeholder, style: { ...form.props.style, ...style } }),
  )
  const frame = openFrame(
    containerOf(container),
    {
      path: `/frames/field?type=${type}#${look}`,
      name: `paypal-${form.group}-${type}`,
      title: FIELDS[type].title,
    },
    (message) => receive(form, type, message),
  )
  form.frames.set(type, frame)
  form.states.set(type, emptyState())
  await frame.ready
}

function closeField(form: Form, type: FieldType): Promise<void> {
  form.frames.get(type)?.remove()
  form.frames.delete(type)
  form.states.delete(type)
  return Promise.resolve()
}

const fieldOf =
  (form: Form, type: FieldType) =>
  (options: FieldOptions = {}) => {
    form.options.set(type, options)
    const tell: Frame['tell'] = (message) => form.frames.get(type)?.tell(message)
    return {
      render: (container: string | HTMLElement) => renderField(form, type, container),
      close: () => closeField(form, type),
      clear: () => tell({ kind: 'clear' }),
      focus() {
        form.frames.get(type)?.element.focus()
        tell({ kind: 'focus' })
      },
      setMessage: (text: string) => tell({ kind: 'message', text }),
      addClass: async (name: string) => tell({ kind: 'class', name, isOn: true }),
      removeClass: async (name: string) => tell({ kind: 'class', name, isOn: false }),
      setAttribute: async (name: string, value: string) => tell({ kind: 'attribute', name, value }),
      removeAttribute: async (name: string) => tell({ kind: 'attribute', name, value: undefined }),
    }
  }

/** The number's frame reads the other frames, which have its origin, and sends the card to the stand-in. */
function pay(form: Form, orderId: string, name: string | undefined): Promise<FrameMessage> {
  return new Promise((resolve) => {
    form.answer = (message) => {
      form.answer = undefined
      resolve(message)
    }
    form.frames.get('number')?.tell({ kind: 'pay', orderId, group: form.group, name })
  })
}

/** Resolves with what to tell `onApprove`; undefined: the payer cancelled. */
async function approve(form: Form, name: string | undefined): Promise<object | undefined> {
  const orderID = await form.props.createOrder()
  if (typeof orderID !== 'string' || orderID === '') {
    throw new Error('Expected an order id to be passed')
  }
  const answer = await pay(form, orderID, name)
  if (answer.kind === 'failed') throw new Error(answer.issue)
  if (answer.kind !== 'paid') throw new Error('UNEXPECTED_ANSWER')
  if (answer.challenge === undefined) return { orderID }
  const end = await openDialog(answer.challenge, 'The check of your bank (test)')
  if (end.kind === 'cancelled') return undefined
  return { orderID, liabilityShift: end.liabilityShift }
}

async function submit(form: Form, { name }: { name?: string } = {}): Promise<void> {
  const [fault] = stateOf(form).errors
  if (fault !== undefined) {
    for (const frame of form.frames.values()) frame.tell({ kind: 'check' })
    throw new Error(fault)
  }
  try {
    const approval = await approve(form, name)
    if (approval === undefined) form.props.onCancel?.()
    else await form.props.onApprove(approval)
  } catch (error) {
    // As the provider's script does: the page is told twice.
    form.props.onError?.(error)
    throw error
  }
}

/** `paypal.CardFields` of the SDK, version 5. */
export function cardFields(props: CardProps, isEligible: boolean) {
  const form: Form = {
    props,
    group: `form${nextNumber()}`,
    frames: new Map(),
    states: new Map(),
    options: new Map(),
    cards: [],
  }
  let isSubmitting = false
  return {
    isEligible: () => isEligible,
    getState: () => Promise.resolve(stateOf(form)),
    async submit(options?: { name?: string }) {
      // A second click while the first is under way pays nothing.
      if (isSubmitting) throw new Error('A payment is under way')
      isSubmitting = true
      await submit(form, options).finally(() => {
        isSubmitting = false
      })
    },
    NameField: fieldOf(form, 'name'),
    NumberField: fieldOf(form, 'number'),
    ExpiryField: fieldOf(form, 'expiry'),
    CVVField: fieldOf(form, 'cvv'),
  }
}
