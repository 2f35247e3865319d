import type { SignedRoute } from '#core/server/http/binding.ts'
import { readBody } from '#core/server/http/input.ts'
import { type Outcome, refused } from '#core/server/outcome.ts'
import { PAYMENT_WEBHOOK_PATH } from '#shared/payments.ts'

type TakeEvent = (headers: Headers, raw: Uint8Array, network: string) => Promise<Outcome<object>>

/** POST /payments/webhook: an event of the payment provider (API-05). */
export const paymentWebhook = (takeEvent: TakeEvent): SignedRoute => ({
  name: 'paymentWebhook',
  path: PAYMENT_WEBHOOK_PATH,
  status: 200,
  async handle(request, { network }) {
    const raw = await readBody(request)
    return raw === undefined ? refused('too-large') : await takeEvent(request.headers, raw, network)
  },
})
