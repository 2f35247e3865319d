import type { PaymentGateway } from '#payments/server/paypal/gateway.ts'

/** The steps of a payment that are one statement of the database, in order; `handled` ends an event. */
const STATEMENTS = {
  begin: /booking\.begin_payment\(/,
  note: /booking\.note_order\(/,
  'begin-capture': /booking\.begin_capture\(/,
  settle: /booking\.settle_payment\(/,
  abandon: /booking\.abandon_payment\(/,
  cancel: /booking\.cancel_appointment\(/,
  'finish-refund': /booking\.finish_refund\(/,
  'note-event': /insert into app\.payment_events /,
  handled: /update "app"\."payment_events" /,
} as const satisfies Record<string, RegExp>

/** Those that are one call of the provider: how the gateway names it, and its request. */
const CALLS = {
  create: { method: 'createOrder', request: /^POST .*\/checkout\/orders$/ },
  read: { method: 'getOrder', request: /^GET .*\/checkout\/orders\/[^/]+$/ },
  capture: { method: 'captureOrder', request: /^POST .*\/orders\/[^/]+\/capture$/ },
  refund: { method: 'refund', request: /^POST .*\/captures\/[^/]+\/refund$/ },
} as const satisfies Record<string, { method: keyof PaymentGateway; request: RegExp }>

export type ProviderStep = keyof typeof CALLS
export type PaymentStep = ProviderStep | keyof typeof STATEMENTS

/** A point at which a process ends or a step fails. */
export type PaymentPoint = `${'before' | 'after'}-${PaymentStep}`

const names = <Step extends string>(steps: Record<Step, unknown>) => Object.keys(steps) as Step[]

export const PAYMENT_POINTS: readonly PaymentPoint[] = [
  ...names(CALLS),
  ...names(STATEMENTS),
].flatMap((step) => [`before-${step}`, `after-${step}`] as const)

export const isOfProvider = (step: PaymentStep): step is ProviderStep => step in CALLS

/** Called at every point; ends the process or throws. */
export type AtPoint = (point: PaymentPoint) => void

async function run<Value>(step: PaymentStep, at: AtPoint, work: () => Promise<Value>) {
  at(`before-${step}`)
  try {
    return await work()
  } finally {
    at(`after-${step}`)
  }
}

export type Query = (this: unknown, ...args: unknown[]) => Promise<unknown>

const textOf = (first: unknown) =>
  typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text)

/** The `query` of a connection, with the points around the statements of a payment. */
export const queryWith = (query: Query, at: AtPoint): Query =>
  function (...args) {
    const text = textOf(args[0])
    const step = names(STATEMENTS).find((name) => STATEMENTS[name].test(text))
    return step === undefined
      ? query.apply(this, args)
      : run(step, at, () => query.apply(this, args))
  }

/** `fetch`, with the points around the calls of the provider. */
export const fetchWith =
  (send: typeof fetch, at: AtPoint): typeof fetch =>
  (input, init) => {
    const line = `${init?.method ?? 'GET'} ${input instanceof Request ? input.url : input}`
    const step = names(CALLS).find((name) => CALLS[name].request.test(line))
    return step === undefined ? send(input, init) : run(step, at, () => send(input, init))
  }

/** The gateway, with the points around its calls. */
export function gatewayWith(gateway: PaymentGateway, at: AtPoint): PaymentGateway {
  return {
    ...gateway,
    createOrder: (order) => run('create', at, () => gateway.createOrder(order)),
    getOrder: (orderId) => run('read', at, () => gateway.getOrder(orderId)),
    captureOrder: (...asked) => run('capture', at, () => gateway.captureOrder(...asked)),
    refund: (refund) => run('refund', at, () => gateway.refund(refund)),
  }
}
