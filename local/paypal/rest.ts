import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { captureOrder, findCapture, refundCapture } from './captures.ts'
import { disputeList, disputeView, findDispute } from './disputes.ts'
import { invoiceOf } from './invoice.ts'
import { createOrder, findOrder } from './orders.ts'
import { invalid, notFound, Refusal, refusalBody, unprocessable } from './refusal.ts'
import { transactionsReport } from './reports.ts'
import type { Call, Fault, SwitchBoard } from './settings.ts'
import type { Signer } from './signing.ts'
import type { Store } from './store.ts'
import { type Credentials, isValidToken, newToken } from './tokens.ts'
import { verification } from './verification.ts'
import { captureView, minimalView, orderView, refundView } from './views.ts'
import type { Webhooks } from './webhooks.ts'

export type RestDeps = {
  store: Store
  switches: SwitchBoard
  webhooks: Webhooks
  signer: Signer
  credentials: Credentials
  base: string
  /** How long an answer of the mode `hang` takes. */
  hangMs: number
  log: CallLog
}

/** One call of the REST interface. */
export type LoggedCall = {
  at: string
  call: Call
  path: string
  key?: string | undefined
  status?: number
}
export type CallLog = LoggedCall[]

type Env = { Bindings: HttpBindings }
type Ctx = Context<Env>

/** `hangs`: only this answer is late; it is kept, so that the same key is answered immediately. */
type Answer = { status: number; body: object; hangs?: boolean }

const BODY_BYTES = 64 * 1024
const LOGGED_CALLS = 5_000

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const debugId = () => randomBytes(7).toString('hex').slice(0, 13)

function sendRefusal(refusal: Refusal): Response {
  const id = debugId()
  const body = refusalBody(refusal, id)
  return Response.json(body, { status: refusal.status, headers: { 'paypal-debug-id': id } })
}

function breakConnection(c: Ctx): Response {
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Runs `act` under the fault that is switched on for the call, if any. */
async function underFaults(
  c: Ctx,
  deps: RestDeps,
  call: Call,
  act: () => Answer | Promise<Answer>,
): Promise<Response> {
  const logged: LoggedCall = {
    at: new Date().toISOString(),
    call,
    path: c.req.path,
    key: c.req.header('paypal-request-id'),
  }
  deps.log.push(logged)
  if (deps.log.length > LOGGED_CALLS) deps.log.shift()
  await pause(deps.switches.current().delayMs)
  const asked = { id: idOf(c), body: () => c.req.json().catch(() => undefined) }
  const fault = deps.switches.takeFault(call, await invoiceOf(deps.store, call, asked))
  if (fault?.mode === 'break') return breakConnection(c)
  try {
    if (fault?.mode === 'refuse') throw refusalOfFault(fault)
    const answer = await act()
    deps.webhooks.flush()
    if (fault?.mode === 'lose') return breakConnection(c)
    if (fault?.mode === 'hang' || answer.hangs) await pause(deps.hangMs, undefined, { ref: false })
    logged.status = answer.status
    const headers = { 'paypal-debug-id': debugId(), 'cache-control': 'no-store' }
    return Response.json(answer.body, { status: answer.status, headers })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    logged.status = error.status
    return sendRefusal(error)
  }
}

const refusalOfFault = ({ status = 503, issue }: Fault) =>
  new Refusal(status, status >= 500 ? 'SERVICE_UNAVAILABLE' : 'UNPROCESSABLE_ENTITY', issue)

/** One change: everything that it writes, its event and its answer for the same key are kept together. */
async function change(c: Ctx, { store }: RestDeps, act: (body: unknown) => Answer | Refusal) {
  const raw = await c.req.text()
  const key = c.req.header('paypal-request-id')
  const id = `${c.req.path}#${key}`
  const outcome = store.together(() => {
    const known = key === undefined ? undefined : store.get('answer', id)
    if (known && known.hash !== hash(raw)) return unprocessable('DUPLICATE_REQUEST_ID')
    if (known) return { status: known.status, body: JSON.parse(known.body) } satisfies Answer
    const answer = act(jsonOf(raw))
    if (key === undefined || answer instanceof Refusal) return answer
    const { status, body } = answer
    store.put('answer', id, { hash: hash(raw), status, body: JSON.stringify(body) })
    return answer
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

function jsonOf(raw: string): unknown {
  try {
    return raw === '' ? undefined : JSON.parse(raw)
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON', 'The body is no JSON.')
  }
}

const isMinimal = (c: Ctx) => !/return=representation/.test(c.req.header('prefer') ?? '')

function orderAnswer(c: Ctx, { store, base }: RestDeps, id: string) {
  const order = orderView(store, findOrder(store, id), base)
  return isMinimal(c) && c.req.method === 'POST' ? minimalView(order) : order
}

/** Registers a handler for a call that needs a token. */
type OnCall = (
  route: readonly [method: 'get' | 'post', path: string],
  call: Call,
  act: (c: Ctx) => Answer | Promise<Answer>,
) => void

/** Calls that change nothing, about everything that the provider has. */
function addLookUps(on: OnCall, { store, signer }: RestDeps): void {
  on(['post', '/v1/notifications/verify-webhook-signature'], 'verify', async (c) => ({
    status: 200,
    body: verification(signer, await c.req.text()),
  }))
  on(['get', '/v1/customer/disputes'], 'disputes', (c) => ({
    status: 200,
    body: disputeList(store, c.req.query('disputed_transaction_id') ?? ''),
  }))
  on(['get', '/v1/customer/disputes/:id'], 'disputes', (c) => ({
    status: 200,
    body: disputeView(findDispute(store, idOf(c))),
  }))
  on(['get', '/v1/reporting/transactions'], 'report', (c) => ({
    status: 200,
    body: transactionsReport(store, new URL(c.req.url).searchParams),
  }))
}

/** PayPal's REST interface, as far as the site uses it. */
export function restApp(deps: RestDeps): Hono<Env> {
  const { store, switches, webhooks, base } = deps
  const app = new Hono<Env>()
  app.use('/v1/*', bodyLimit({ maxSize: BODY_BYTES }))
  app.use('/v2/*', bodyLimit({ maxSize: BODY_BYTES }))
  const on: OnCall = ([method, path], call, act) =>
    app[method](path, (c) =>
      underFaults(c, deps, call, () => {
        if (isValidToken(deps, c.req.header('authorization') ?? '')) return act(c)
        throw new Refusal(
          401,
          'AUTHENTICATION_FAILURE',
          'invalid_token',
          'Token signature verification failed',
        )
      }),
    )
  app.post('/v1/oauth2/token', (c) =>
    underFaults(c, deps, 'token', async () => ({
      status: 200,
      body: newToken(deps, c.req.header('authorization') ?? '', await c.req.text()),
    })),
  )
  on(['post', '/v2/checkout/orders'], 'create-order', (c) =>
    change(c, deps, (body) => {
      const order = createOrder(store, body, c.req.header('paypal-request-id') !== undefined)
      return { status: 201, body: orderAnswer(c, deps, order.id) }
    }),
  )
  on(['get', '/v2/checkout/orders/:id'], 'get-order', (c) => ({
    status: 200,
    body: orderAnswer(c, deps, idOf(c)),
  }))
  on(['post', '/v2/checkout/orders/:id/capture'], 'capture', (c) =>
    change(c, deps, () => {
      const captured = captureOrder(store, findOrder(store, idOf(c)))
      if (captured instanceof Refusal) return captured
      webhooks.captured(captured.capture)
      const body = orderAnswer(c, deps, captured.order.id)
      return { status: 201, body, hangs: captured.hangs }
    }),
  )
  on(['get', '/v2/payments/captures/:id'], 'get-capture', (c) => ({
    status: 200,
    body: captureView(findCapture(store, idOf(c)), base),
  }))
  on(['post', '/v2/payments/captures/:id/refund'], 'refund', (c) =>
    change(c, deps, (body) => {
      const isPending = switches.current().refunds === 'pending'
      const refund = refundCapture(store, findCapture(store, idOf(c)), body, isPending)
      webhooks.refunded(refund)
      return { status: 201, body: refundView(refund, base) }
    }),
  )
  on(['get', '/v2/payments/refunds/:id'], 'get-refund', (c) => {
    const refund = store.get('refund', idOf(c))
    if (!refund) throw notFound()
    return { status: 200, body: refundView(refund, base) }
  })
  addLookUps(on, deps)
  return app
}

const idOf = (c: Ctx) => c.req.param('id') ?? ''
