import { CONSENT_VERSION } from '#booking/rules/consent.ts'
import {
  findAppointment,
  findLiveHold,
  type LiveHold,
} from '#booking/server/database/appointments.ts'
import { hasConsent } from '#booking/server/database/consents.ts'
import { hasFreeRepeat } from '#booking/server/database/free-repeats.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { CURRENCY, decimalPounds } from '#core/rules/money.ts'
import { londonParts } from '#core/rules/time.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import {
  eventName,
  isFree,
  pricePence,
  productName,
  type ScreeningEvent,
} from '#events/rules/event.ts'
import { venueAddress } from '#events/rules/venue-address.ts'
import { findKnownEvent } from '#events/server/database/events.ts'
import { getCheckout } from '#payments/contract/payments.ts'
import { readRefundRules, rulesToWire } from '#payments/server/appointment-payments.ts'
import { findPaymentUnderWay } from '#payments/server/database/payment-records.ts'
import type { PaymentDeps } from '#payments/server/deps.ts'
import type { PaymentGateway } from '#payments/server/paypal/gateway.ts'

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

  return bind(getCheckout, async (_, { profileId }) => {
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
  })
}
