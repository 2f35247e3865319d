import type { AppointmentStatus } from '#booking/rules/appointment.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { findRefundable } from '#payments/server/appointment-payments.ts'
import { cancellationSentences } from '#payments/texts/cancelling.ts'

type Deps = { readonly database: Database; readonly clock: Clock }
type Mailed = {
  readonly appointmentId: string
  readonly status: AppointmentStatus
  readonly startsAt: Date
}

/**
 * What cancelling returns when the mail is sent, and until when the appointment can be changed, in sentences (PAY-14); none for an appointment
 * that was cancelled or has begun in the meantime.
 */
export async function cancellingText(
  { database, clock }: Deps,
  appointment: Mailed,
  { paymentCharge }: Pick<Charity, 'paymentCharge'>,
): Promise<string[]> {
  const now = clock.now()
  if (appointment.status !== 'booked' || appointment.startsAt <= now) return []
  const refund = await findRefundable(database, appointment, paymentCharge, now)
  return cancellationSentences({ startsAt: appointment.startsAt, refund }, now)
}
