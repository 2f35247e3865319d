import * as z from 'zod/mini'
import { PaymentProviderError } from '#server/gateways/paypal/gateway.ts'
import { done, type Outcome, refused, wrongFields } from '#server/outcome.ts'
import { insertPaymentEvent, markEventHandled } from '#server/repositories/payment-events.ts'
import { findPayment, findPaymentByOrder } from '#server/repositories/payment-records.ts'
import { findRefund } from '#server/repositories/refunds.ts'
import type { Conclusions } from '#server/services/payments/conclude.ts'
import type { OpenPaymentDeps } from '#server/services/payments/deps.ts'
import { PostponedError } from '#server/services/postponed.ts'

/** What we read of an event; the rest is not believed, and not read. */
const maybe = z.nullish(z.string())
const eventSchema = z.object({
  id: z.string().check(z.regex(/^[!-~]{1,100}$/)),
  event_type: z.string().check(z.regex(/^[A-Z0-9._-]{1,100}$/)),
  resource: z.nullish(
    z.object({
      id: maybe,
      custom_id: maybe,
      supplementary_data: z.nullish(
        z.object({ related_ids: z.nullish(z.object({ order_id: maybe })) }),
      ),
    }),
  ),
})
type ProviderEvent = z.output<typeof eventSchema>

const IS_CAPTURE = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/
const IS_REFUND = /^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\.)/

const isUuid = (text: string | null | undefined): text is string => z.uuid().safeParse(text).success

/** The order that an event is about, when it names one. */
function orderIdOf({ event_type: type, resource }: ProviderEvent): string | undefined {
  const id = type.startsWith('CHECKOUT.ORDER.')
    ? resource?.id
    : resource?.supplementary_data?.related_ids?.order_id
  return id && /^[A-Z0-9]{1,36}$/.test(id) ? id : undefined
}

function parse(raw: Uint8Array): ProviderEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(new TextDecoder().decode(raw))).data
  } catch {
    return undefined
  }
}

/**
 * The provider's events (API-05). An event only makes us ask: the order is read from the provider, and what it says is settled. An event
 * that comes twice, late or in another order changes nothing more.
 */
export function eventsOf(
  deps: OpenPaymentDeps,
  { readOrder, settleBy }: Conclusions,
  refund: (refundId: string) => Promise<void>,
) {
  const { database, gateway, logger, step } = deps

  /** The custom id is that of our refund; one that was made by hand at the provider has none, and the reconciliation names it. */
  async function handleRefund(customId: string | null | undefined) {
    if (!isUuid(customId) || (await findRefund(database, customId)) === undefined) return
    await refund(customId).catch((error: unknown) => {
      if (!(error instanceof PostponedError)) throw error
    })
  }

  /** False: the order does not show yet what the event says, or it could not be settled now. For a declined payment only the event shows a capture. */
  async function handle(event: ProviderEvent, orderId: string | undefined): Promise<boolean> {
    const customId = event.resource?.custom_id
    if (IS_REFUND.test(event.event_type)) {
      await handleRefund(customId)
      return true
    }
    const payment =
      (orderId === undefined ? undefined : await findPaymentByOrder(database, orderId)) ??
      (isUuid(customId) ? await findPayment(database, customId) : undefined)
    const known = payment?.orderId ?? orderId
    if (payment === undefined || known === undefined) return true
    const order = await readOrder(known)
    const settled = order === undefined ? 'unsettled' : await settleBy(payment, order)
    return settled !== 'unsettled' && !(settled === 'none' && IS_CAPTURE.test(event.event_type))
  }

  async function isGenuine(headers: Headers, raw: Uint8Array): Promise<boolean | 'unknown'> {
    try {
      return await gateway.verifyWebhook(headers, raw)
    } catch (error) {
      if (error instanceof PaymentProviderError) return 'unknown'
      throw error
    }
  }

  /** 'unavailable' makes the provider send the event again. */
  return async (headers: Headers, raw: Uint8Array): Promise<Outcome<object>> => {
    const genuine = await isGenuine(headers, raw)
    if (genuine === 'unknown') return refused('unavailable')
    if (!genuine) return wrongFields({ body: 'The signature is missing or wrong.' })
    const event = parse(raw)
    if (event === undefined) {
      // The provider signed it: sent again, it would be the same.
      logger.error({ bytes: raw.byteLength }, 'an event of the provider has an unknown form')
      return done({ status: 'unknown' })
    }
    const orderId = orderIdOf(event)
    const providerEventId = event.id
    const isOpen = await step('note-event', () =>
      insertPaymentEvent(database, { providerEventId, eventType: event.event_type, orderId }),
    )
    if (!isOpen) return done({ status: 'known' })
    try {
      const isHandled = await step('handle-event', () => handle(event, orderId))
      if (!isHandled) {
        logger.warn({ event: event.event_type }, 'an event could not be settled yet')
        return refused('unavailable')
      }
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      logger.warn({ event: event.event_type }, 'an event waits for the provider')
      return refused('unavailable')
    }
    await markEventHandled(database, providerEventId)
    return done({ status: 'handled' })
  }
}
