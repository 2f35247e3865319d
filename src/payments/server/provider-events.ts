import { isUuid } from '#core/rules/uuid.ts'
import { done, type Outcome, refused, wrongFields } from '#core/server/outcome.ts'
import type { Conclusions } from '#payments/server/conclude.ts'
import { insertPaymentEvent, markEventHandled } from '#payments/server/database/payment-events.ts'
import { findPayment, findPaymentByOrder } from '#payments/server/database/payment-records.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import { orderIdOf, type ProviderEvent, parseEvent } from '#payments/server/event-form.ts'
import { genuineEventsOf, hashOf } from '#payments/server/genuine-events.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { type ForeignRefunds, returnEventsOf } from '#payments/server/returns.ts'

const IS_CAPTURE = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/

const UNKNOWN_FORM = 'This is not an event of the payment provider that we know.'
const UNSIGNED = 'The signature is missing or wrong.'

/**
 * The provider's events (API-05). An event is only a reason to look, also when it is signed: order, refunds and disputes are read from the provider,
 * and what it does not confirm changes no amount. An event that comes twice, late or in another order changes nothing more.
 */
export function eventsOf(
  deps: OpenPaymentDeps,
  conclusions: Conclusions,
  foreignRefunds: ForeignRefunds,
) {
  const { readOrder, settleBy } = conclusions
  const handleReturn = returnEventsOf(deps, conclusions, foreignRefunds)
  const isGenuine = genuineEventsOf(deps)
  const { database, logger } = deps

  /** False: the order does not show yet what the event reports, or it could not be settled now. For a declined payment only the event shows a capture. */
  async function handle(event: ProviderEvent, orderId: string | undefined): Promise<boolean> {
    const customId = event.resource?.custom_id
    const isHandled = await handleReturn(event)
    if (isHandled !== undefined) return isHandled
    const payment =
      (orderId === undefined ? undefined : await findPaymentByOrder(database, orderId)) ??
      (isUuid(customId) ? await findPayment(database, customId) : undefined)
    const known = payment?.orderId ?? orderId
    if (payment === undefined || known === undefined) return true
    const order = await readOrder(known)
    const settled = order === undefined ? 'unsettled' : await settleBy(payment, order)
    return settled !== 'unsettled' && !(settled === 'none' && IS_CAPTURE.test(event.event_type))
  }

  /** 'unavailable' makes the provider send the event again. */
  return async (headers: Headers, raw: Uint8Array, network: string): Promise<Outcome<object>> => {
    const event = parseEvent(raw)
    if (event === undefined) {
      // Before the signature: what we cannot read uses up no verification.
      logger.warn({ bytes: raw.byteLength }, 'an event of the provider has an unknown form')
      return wrongFields({ body: UNKNOWN_FORM })
    }
    const genuine = await isGenuine(headers, raw, network)
    if (genuine === 'unknown') return refused('unavailable')
    if (!genuine) return wrongFields({ body: UNSIGNED })
    const orderId = orderIdOf(event)
    const providerEventId = event.id
    const isOpen = await insertPaymentEvent(database, {
      ...{ providerEventId, eventType: event.event_type, orderId },
      bodyHash: hashOf(raw),
    })
    if (!isOpen) return done({ status: 'known' })
    try {
      const isHandled = await handle(event, orderId)
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
