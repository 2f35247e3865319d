import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { findCapture, returnByHand, settleCapture, settleRefund } from './captures.ts'
import { findDispute, OUTCOMES, openDispute, resolveDispute } from './disputes.ts'
import { penceOf } from './money.ts'
import { findOrder } from './orders.ts'
import { Refusal } from './refusal.ts'
import type { CallLog } from './rest.ts'
import { faultSchema, type SwitchBoard, switchesSchema } from './settings.ts'
import type { Store } from './store.ts'
import { captureView, orderView, refundView } from './views.ts'
import type { Webhooks } from './webhooks.ts'

export type ControlDeps = {
  store: Store
  switches: SwitchBoard
  webhooks: Webhooks
  base: string
  log: CallLog
  setWebhookUrl: (url: string) => void
}
type Env = { Bindings: HttpBindings }
type Ctx = Context<Env>

const BODY_BYTES = 10_000
const MOST_LISTED = 5_000

const changesSchema = z.partial(switchesSchema)
const faultsBody = z.object({ faults: z.array(z.omit(faultSchema, { invoice: true })) })
const endBody = z.object({ status: z.enum(['COMPLETED', 'DECLINED', 'FAILED']) })
const siteBody = z.object({ webhookUrl: z.url({ protocol: /^http$/ }) })
const amountBody = z.object({ value: z.string() })
const returnBody = z.object({ value: z.optional(z.string()) })
const outcomeBody = z.object({ outcome: z.enum(OUTCOMES) })

async function bodyOf<Schema extends z.ZodMiniType>(c: Ctx, schema: Schema) {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined))
  if (parsed.success) return parsed.data as z.output<Schema>
  throw new Refusal(400, 'INVALID_REQUEST', 'INVALID', z.prettifyError(parsed.error))
}

/** The interface for testers and tests, also from other processes (local/README.md). */
export function controlApp(deps: ControlDeps): Hono<Env> {
  const { store, switches, webhooks, base } = deps
  const app = new Hono<Env>()
  app.use(bodyLimit({ maxSize: BODY_BYTES }))
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
    return c.json({ error: error.description ?? error.issue }, error.status as 400)
  })
  app.get('/switches', (c) => c.json(switches.current()))
  app.post('/switches', async (c) => c.json(switches.set(await bodyOf(c, changesSchema))))
  // Tests that share the stand-in let the calls about their own order fail, and no other's.
  app.post('/invoices/:id/faults', async (c) => {
    const { faults } = await bodyOf(c, faultsBody)
    return c.json(switches.setFaultsOf(c.req.param('id'), faults))
  })
  app.post('/webhook-url', async (c) => {
    const { webhookUrl } = await bodyOf(c, siteBody)
    deps.setWebhookUrl(webhookUrl)
    return c.json({ webhookUrl })
  })
  app.get('/state', (c) => c.json(stateOf(deps)))
  app.get('/calls', (c) => c.json(deps.log))
  app.post('/captures/:id/settle', async (c) => {
    const { status } = await bodyOf(c, endBody)
    const settled = store.together(() => {
      const end = status === 'COMPLETED' ? status : 'DECLINED'
      const capture = settleCapture(store, findCapture(store, c.req.param('id')), end)
      webhooks.captured(capture)
      return capture
    })
    webhooks.flush()
    return c.json(captureView(settled, base))
  })
  app.post('/refunds/:id/settle', async (c) => {
    const { status } = await bodyOf(c, endBody)
    const settled = store.together(() => {
      const refund = store.get('refund', c.req.param('id'))
      if (!refund) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
      const end = settleRefund(store, refund, status === 'COMPLETED' ? status : 'FAILED')
      webhooks.refunded(end)
      return end
    })
    webhooks.flush()
    return c.json(refundView(settled, base))
  })
  // Changes the order at the provider: the site must notice it before the capture.
  app.post('/orders/:id/amount', async (c) => {
    const amountPence = penceOf((await bodyOf(c, amountBody)).value)
    const order = findOrder(store, c.req.param('id'))
    if (amountPence === undefined) throw new Refusal(400, 'INVALID_REQUEST', 'amount')
    store.put('order', order.id, { ...order, amountPence })
    return c.json(orderView(store, { ...order, amountPence }, base))
  })
  addReturns(app, deps)
  app.post('/events/:id/send', async (c) => {
    const id = c.req.param('id')
    if (!store.get('event', id)) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
    return c.json({ status: (await webhooks.sendAgain(id)) ?? null })
  })
  return app
}

/** What happens without a call of the site: a refund by hand, what the payer's bank takes back, and a payer who complains. */
function addReturns(app: Hono<Env>, { store, webhooks, base }: ControlDeps): void {
  for (const [path, isReversal] of [
    ['refund', false],
    ['reverse', true],
  ] as const) {
    app.post(`/captures/:id/${path}`, async (c) => {
      const { value } = await bodyOf(c, returnBody)
      const refund = store.together(() => {
        const capture = findCapture(store, c.req.param('id'))
        const done = returnByHand(store, capture, { value, isReversal })
        webhooks.refunded(done)
        return done
      })
      webhooks.flush()
      return c.json(refundView(refund, base))
    })
  }
  app.post('/captures/:id/dispute', (c) => {
    const { id } = store.together(() => {
      const dispute = openDispute(store, findCapture(store, c.req.param('id')))
      webhooks.disputed(dispute)
      return dispute
    })
    webhooks.flush()
    return c.json({ dispute_id: id })
  })
  app.post('/disputes/:id/resolve', async (c) => {
    const { outcome } = await bodyOf(c, outcomeBody)
    store.together(() =>
      webhooks.disputed(resolveDispute(store, findDispute(store, c.req.param('id')), outcome)),
    )
    webhooks.flush()
    return c.json({ outcome })
  })
}

/** Everything, newest first. */
export function stateOf({
  store,
  base,
  switches,
}: Pick<ControlDeps, 'store' | 'base' | 'switches'>) {
  return {
    switches: switches.current(),
    orders: store.list('order', MOST_LISTED).map((order) => orderView(store, order, base)),
    captures: store.list('capture', MOST_LISTED).map((capture) => captureView(capture, base)),
    refunds: store.list('refund', MOST_LISTED).map((refund) => ({
      ...refundView(refund, base),
      capture_id: refund.captureId,
    })),
    events: store.list('event', MOST_LISTED).map(({ body, ...event }) => ({
      ...event,
      body: JSON.parse(body),
    })),
  }
}
