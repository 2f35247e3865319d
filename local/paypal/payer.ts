import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { StoredOrder } from './documents.ts'
import { agreeByAccount, cardBody, endChallenge, enterCard, findOrder } from './orders.ts'
import { invalid, Refusal, refusalBody } from './refusal.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

type PayerDeps = { store: Store; webhooks: Webhooks }
type Ctx = Context<{ Bindings: HttpBindings }>

const BODY_BYTES = 4_096

/** What the frames tell the page: whether the bank's check is needed, and how it ended. */
const stepOf = ({ id, status, source }: StoredOrder) => ({
  status,
  ...(status === 'PAYER_ACTION_REQUIRED' && { challenge: `/frames/challenge?order=${id}` }),
  ...(source &&
    'card' in source && { liabilityShift: source.card.authentication_result?.liability_shift }),
})

/** What PayPal's frames send to PayPal: the site never sees it. Tests approve orders with the same requests. */
export function payerApp({ store, webhooks }: PayerDeps): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(bodyLimit({ maxSize: BODY_BYTES }))
  const step = (path: string, act: (order: StoredOrder, body: unknown) => StoredOrder) =>
    app.post(path, async (c: Ctx) => {
      const body = await c.req.json().catch(() => undefined)
      try {
        const order = store.together(() => {
          const changed = act(findOrder(store, c.req.param('id') ?? ''), body)
          if (changed.status === 'APPROVED') webhooks.orderApproved(changed)
          return changed
        })
        webhooks.flush()
        return c.json(stepOf(order))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return Response.json(refusalBody(error, 'frame'), { status: error.status })
      }
    })
  step('/orders/:id/card', (order, body) => {
    const entry = cardBody.safeParse(body)
    if (!entry.success)
      throw invalid('INVALID_PARAMETER_SYNTAX', String(entry.error.issues[0]?.path))
    return enterCard(store, order, entry.data)
  })
  step('/orders/:id/challenge', (order, body) =>
    endChallenge(store, order, (body as { passes?: unknown } | null)?.passes === true),
  )
  step('/orders/:id/account', (order) => agreeByAccount(store, order))
  return app
}
