import type { OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { getCheckout } from '#contract/payments.ts'
import { CONSENT_VERSION } from '#domain/consent.ts'
import { eventName, isFree, pricePence, productName, type ScreeningEvent } from '#domain/event.ts'
import { CURRENCY, decimalPounds } from '#domain/money.ts'
import { londonParts } from '#domain/time.ts'
import { venueAddress } from '#domain/venue-address.ts'
import type { Patient } from '#server/caller.ts'
import type { PaymentGateway } from '#server/gateways/paypal/gateway.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import { findAppointment, findLiveHold, type LiveHold } from '#server/repositories/appointments.ts'
import { hasConsent } from '#server/repositories/consents.ts'
import { findKnownEvent } from '#server/repositories/events.ts'
import { hasFreeRepeat } from '#server/repositories/free-repeats.ts'
import { findPaymentUnderWay } from '#server/repositories/payment-records.ts'
import { readRefundRules, rulesToWire } from '#server/services/payments/appointment-payments.ts'
import type { PaymentDeps } from '#server/services/payments/deps.ts'

type Checkout = Outcome<OutputOf<typeof getCheckout>, ReasonOf<typeof getCheckout>>
type CheckoutOrder = NonNullable<OutputOf<typeof getCheckout>['order']>
type Event = Omit<ScreeningEvent, 'bookedSpaces'>

const providerOf = (gateway: PaymentGateway | undefined) =>
  gateway === undefined
    ? null
    : {
        client_id: gateway.browser.clientId,
        sdk_base: gateway.browser.sdkUrl,
        environment: gateway.browser.environment,
      }

/** GET /payments/checkout: what the live hold costs now; while a payment is under way, what that one costs. */
export function checkoutOf(deps: PaymentDeps, gateway: PaymentGateway | undefined) {
  const { database, clock, charity } = deps

  async function orderOf(hold: LiveHold, event: Event): Promise<CheckoutOrder> {
    const [underWay, appointment, { product, paymentCharge }] = await Promise.all([
      findPaymentUnderWay(database, hold.holdId),
      findAppointment(database, hold.holdId),
      charity(),
    ])
    const rules = await readRefundRules(database, paymentCharge)
    const amountPence = underWay?.amountPence ?? pricePence(event)
    const { date, time } = londonParts(hold.startsAt)
    return {
      hold_id: hold.holdId,
      event_id: event.eventId,
      event_name: eventName(event, product),
      product_name: productName(event),
      event_location: venueAddress(event, { withCountry: true }),
      appt_date: date,
      appt_time: time,
      starts_at: hold.startsAt.toISOString(),
      ends_at: (appointment?.endsAt ?? hold.startsAt).toISOString(),
      amount: decimalPounds(amountPence),
      amount_pence: amountPence,
      currency: CURRENCY,
      refund_rules: rulesToWire(rules),
      hold_expires_at: hold.expiresAt?.toISOString() ?? null,
      offered: hold.isOffer,
      order_id: underWay?.orderId ?? null,
    }
  }

  return async ({ profileId }: Pick<Patient, 'profileId'>): Promise<Checkout> => {
    const now = clock.now()
    const answer = (order: CheckoutOrder | null) =>
      done({ order, provider: providerOf(gateway), server_time: now.toISOString() })
    const hold = await findLiveHold(database, profileId, undefined, now)
    const known = hold && (await findKnownEvent(database, hold.eventId))
    if (hold === undefined || known === undefined || isFree(known.event)) return answer(null)
    // A payment that is under way is finished.
    const isRepeat =
      (await hasFreeRepeat(database, profileId)) &&
      (await findPaymentUnderWay(database, hold.holdId)) === undefined
    if (isRepeat) return answer(null)
    if (!(await hasConsent(database, profileId, known.event.date, CONSENT_VERSION))) {
      return refused('consent-required')
    }
    return answer(await orderOf(hold, known.event))
  }
}
