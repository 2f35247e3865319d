import type { AppointmentStatus } from '#booking/rules/appointment.ts'
import { ADDRESS_PARTS } from '#booking/server/database/appointments.ts'
import type { Queries } from '#core/server/database/database.ts'

/** The data of a mail about a payment, read when the mail is sent. */
export type MailedPayment = {
  readonly email: string
  readonly firstName: string
  readonly isVerified: boolean
  readonly amountPence: number
  readonly capturedPence: number | null
  readonly paidAt: Date | null
  readonly appointmentId: string
  readonly status: AppointmentStatus
  readonly startsAt: Date
  readonly eventName: string | null
  readonly addressParts: readonly (string | null)[]
  readonly cardBrand: string | null
  readonly lastDigits: string | null
}

/** The payment with its patient, or undefined when one of them is gone. */
export const findMailedPayment = (
  { kysely }: Queries,
  paymentId: string,
): Promise<MailedPayment | undefined> =>
  kysely
    .selectFrom('payments as y')
    .innerJoin('profiles as m', 'm.profile_id', 'y.profile_id')
    .innerJoin('appointments as a', 'a.appointment_id', 'y.appointment_id')
    .innerJoin('events as e', 'e.event_id', 'y.event_id')
    .leftJoin('transactions as t', 't.payment_reference', 'y.order_id')
    .select([
      'm.email',
      'm.first_name as firstName',
      'm.is_verified as isVerified',
      'y.amount_pence as amountPence',
      'y.captured_pence as capturedPence',
      'y.captured_at as paidAt',
      'a.appointment_id as appointmentId',
      'a.status',
      'a.slot_start as startsAt',
      'e.event_name as eventName',
      ADDRESS_PARTS.as('addressParts'),
      't.card_brand as cardBrand',
      't.card_last_digits as lastDigits',
    ])
    .where('y.payment_id', '=', paymentId)
    .executeTakeFirst()
