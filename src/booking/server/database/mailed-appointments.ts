import { sql } from 'kysely'
import type { AppointmentStatus } from '#booking/rules/appointment.ts'
import { ADDRESS_PARTS } from '#booking/server/database/appointments.ts'
import type { Queries } from '#core/server/database/database.ts'
import { isLiveHold, offerEnd } from '#events/server/database/live-holds.ts'

/** The data of a mail about an appointment, read when the mail is sent. */
export type MailedAppointment = {
  readonly appointmentId: string
  readonly status: AppointmentStatus
  readonly startsAt: Date
  readonly endsAt: Date
  readonly email: string
  readonly firstName: string
  /** Whether the patient has confirmed the address. */
  readonly isVerified: boolean
  readonly eventName: string | null
  readonly emailTemplate: string | null
  readonly addressParts: readonly (string | null)[]
  readonly contactEmail: string | null
  readonly whatToBring: string | null
  readonly eventEndsAt: Date
  /** Null while the appointment is booked. */
  readonly cancelledBy: 'patient' | 'charity' | null
}

/** A place of the waiting list that is kept for the patient; 0 pence when it is free. */
export type MailedOffer = MailedAppointment & {
  readonly eventId: number
  readonly expiresAt: Date
  readonly pricePence: number
}

const selectMailed = ({ kysely }: Queries, appointmentId: string) =>
  kysely
    .selectFrom('appointments as a')
    .innerJoin('events as e', 'e.event_id', 'a.event_id')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .innerJoin('profiles as m', 'm.profile_id', 'a.profile_id')
    .select([
      'a.appointment_id as appointmentId',
      'a.status',
      'a.slot_start as startsAt',
      'a.slot_end as endsAt',
      'm.email',
      'm.first_name as firstName',
      'm.is_verified as isVerified',
      'e.event_name as eventName',
      'p.email_template as emailTemplate',
      ADDRESS_PARTS.as('addressParts'),
      'e.contact_email as contactEmail',
      'e.what_to_bring as whatToBring',
      'e.ends_at as eventEndsAt',
      'a.cancelled_by as cancelledBy',
    ])
    .where('a.appointment_id', '=', appointmentId)

/** The appointment with its patient and address, or undefined when it is gone. */
export const findMailedAppointment = (
  db: Queries,
  appointmentId: string,
): Promise<MailedAppointment | undefined> => selectMailed(db, appointmentId).executeTakeFirst()

/**
 * An offer of the waiting list that is live at `now`, or undefined: booked, given back or over in the meantime, or its patient may no longer
 * take it, and so not read the address of a private event (WAIT-02, EVD-05).
 */
export const findMailedOffer = (
  db: Queries,
  appointmentId: string,
  now: Date,
): Promise<MailedOffer | undefined> =>
  selectMailed(db, appointmentId)
    .select([
      'a.event_id as eventId',
      offerEnd('a').as('expiresAt'),
      // A free repeat costs nothing (LAB-14).
      sql<number>`case when booking.open_repeat(a.profile_id) is null then booking.price_of(e) else 0 end`.as(
        'pricePence',
      ),
    ])
    .where(isLiveHold('a', now))
    .where(sql<boolean>`booking.entry_refusal(e, a.profile_id, ${now}, false) is null`)
    .executeTakeFirst()
