import * as z from 'zod/mini'
import { PaymentProviderError } from '#server/gateways/paypal/gateway.ts'
import { done, type Outcome, refused, wrongFields } from '#server/outcome.ts'
import { insertPaymentEvent, markEventHandled } from '#server/repositories/payment-events.ts'
import { findPayment, findPaymentByOrder } from '#server/repositories/payment-records.ts'
import { findRefund } from '#server/repositories/refunds.ts'
import { type Conclusions, unlessUnclear } from '#server/services/payments/conclude.ts'
import type { OpenPaymentDeps } from '#server/services/payments/deps.ts'
import { PostponedError } from '#server/services/postponed.ts'

/** What we read of an event; the rest is not believed, and not read. */
const eventSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  event_type: z.string().check(z.maxLength(100)),
  resource: z.object({
    id: z.optional(z.string().check(z.maxLength(100))),
    custom_id: z.optional(z.string().check(z.maxLength(127))),
    supplementary_data: z.optional(
      z.object({
        related_ids: z.optional(
          z.object({ order_id: z.optional(z.string().check(z.maxLength(64))) }),
        ),
      }),
    ),
  }),
})
type ProviderEvent = z.output<typeof eventSchema>

const IS_CAPTURE = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/
const IS_REFUND = /^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\.)/

const isUuid = (text: string | undefined): text is string => z.uuid().safeParse(text).success

/** The order that an event is about, when it names one. */
const orderIdOf = ({ event_type: type, resource }: ProviderEvent): string | undefined =>
  type.startsWith('CHECKOUT.ORDER.')
    ? resource.id
    : resource.supplementary_data?.related_ids?.order_id

function parse(raw: Uint8Array): Outcome<ProviderEvent> {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(new TextDecoder().decode(raw)))
    if (parsed.success) return done(parsed.data)
  } catch {
    // Not JSON.
  }
  return wrongFields({ body: 'This is not an event.' })
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
  async function handleRefund(customId: string | undefined) {
    if (!isUuid(customId) || (await findRefund(database, customId)) === undefined) return
    await refund(customId).catch((error: unknown) => {
      if (!(error instanceof PostponedError)) throw error
    })
  }

  /** False: the order does not show yet what the event says, or this process is too busy to settle it. */
  async function handle(
    { event_type, resource }: ProviderEvent,
    orderId: string | undefined,
  ): Promise<boolean> {
    const customId = resource.custom_id
    if (IS_REFUND.test(event_type)) {
      await handleRefund(customId)
      return true
    }
    const payment =
      (orderId === undefined ? undefined : await findPaymentByOrder(database, orderId)) ??
      (isUuid(customId) ? await findPayment(database, customId) : undefined)
    if (payment === undefined || payment.orderId === null) return true
    const order = await readOrder(payment.orderId)
    const settled = order && (await settleBy(payment, order))
    return settled !== undefined || !IS_CAPTURE.test(event_type)
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
    const parsed = parse(raw)
    if (!parsed.ok) return parsed
    const event = parsed.value
    const orderId = orderIdOf(event)
    const providerEventId = event.id
    const isOpen = await step('note-event', () =>
      insertPaymentEvent(database, { providerEventId, eventType: event.event_type, orderId }),
    )
    if (!isOpen) return done({ status: 'known' })
    const isDone = await step('handle-event', () => handle(event, orderId)).catch(unlessUnclear)
    if (isDone !== true) {
      logger.warn({ event: event.event_type }, 'an event waits for the provider')
      return refused('unavailable')
    }
    await markEventHandled(database, providerEventId)
    return done({ status: 'handled' })
  }
}
