import { CONSENT_VERSION } from '#booking/rules/consent.ts'
import { findBlocking } from '#booking/server/database/appointments.ts'
import { hasConsent } from '#booking/server/database/consents.ts'
import { hasFreeRepeat } from '#booking/server/database/free-repeats.ts'
import { refused } from '#core/server/outcome.ts'
import { isFree } from '#events/rules/event.ts'
import { findPlaceFacts } from '#events/server/database/place-facts.ts'
import { lacksGrant, refusedByNumber, refuseEntry } from '#events/server/place.ts'
import { findPaymentOfAppointment } from '#payments/server/database/payment-records.ts'
import type { PaymentDeps } from '#payments/server/deps.ts'

/** Without a hold: whether it has expired, or was paid for in another window. */
export async function refuseWithoutHold({ database, clock }: PaymentDeps, profileId: number) {
  const booked = await findBlocking(database, profileId, clock.now())
  const paid = booked && (await findPaymentOfAppointment(database, booked.appointmentId))
  return refused(paid === undefined ? 'hold-over' : 'already-paid')
}

/** The rules of a booking and the consent for the day, read again before a payment: they can have changed since the hold. */
export async function refusePayment(deps: PaymentDeps, eventId: number, profileId: number) {
  const { database, clock, sealer } = deps
  const now = clock.now()
  const facts = await findPlaceFacts(database, sealer, eventId, profileId, now)
  if (facts === undefined) return refused('event-not-found')
  const { event } = facts
  if (await lacksGrant(deps, event, profileId)) return refused('access-code-required')
  const terms = { now, takesPayments: true }
  const byEntry = refuseEntry(facts, await deps.charity(), terms, true)
  if (byEntry !== undefined) return byEntry
  if (isFree(event) || (await hasFreeRepeat(database, profileId))) return refused('nothing-to-pay')
  const hasAgreed = await hasConsent(database, profileId, event.date, CONSENT_VERSION)
  return hasAgreed ? refusedByNumber(facts) : refused('consent-required')
}
