import { sql } from 'kysely'
import type { AppointmentStatus } from '#domain/appointment.ts'
import type { Database } from '#server/database/database.ts'

/** A held or booked place with what its patient is told of it; instants in UTC. */
export type Appointment = {
  readonly appointmentId: string
  readonly eventId: number
  readonly profileId: number
  readonly status: AppointmentStatus
  readonly startsAt: Date
  readonly endsAt: Date
  readonly paymentStatus: string
  /** Unset while, and if ever only, held. */
  readonly bookedAt: Date | null
  /** Grows with every change that is mailed. */
  readonly calendarSequence: number
  readonly email: string
  readonly eventName: string | null
  readonly productName: string
  readonly addressParts: readonly (string | null)[]
}

/** A live hold. */
export type HeldPlace = {
  readonly holdId: string
  readonly eventId: number
  readonly startsAt: Date
  readonly expiresAt: Date
}

/** A slot of an event, for a patient. */
export type Place = {
  readonly eventId: number
  readonly profileId: number
  readonly startsAt: Date
}

/** The patient's hold of this event that is live at `now`. */
export async function findLiveHold(
  db: Database,
  profileId: number,
  eventId: number,
  now: Date,
): Promise<HeldPlace | undefined> {
  const row = await db.kysely
    .selectFrom('appointments')
    .select(['appointment_id', 'event_id', 'slot_start', 'hold_expires_at'])
    .where('profile_id', '=', profileId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'held')
    .where('hold_expires_at', '>', now)
    .$narrowType<{ hold_expires_at: Date }>()
    .executeTakeFirst()
  return (
    row && {
      holdId: row.appointment_id,
      eventId: row.event_id,
      startsAt: row.slot_start,
      expiresAt: row.hold_expires_at,
    }
  )
}

function selectAppointments({ kysely }: Database) {
  return kysely
    .selectFrom('appointments as a')
    .innerJoin('events as e', 'e.event_id', 'a.event_id')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .innerJoin('profiles as m', 'm.profile_id', 'a.profile_id')
    .select([
      'a.appointment_id as appointmentId',
      'a.event_id as eventId',
      'a.profile_id as profileId',
      'a.status',
      'a.slot_start as startsAt',
      'a.slot_end as endsAt',
      'a.payment_status as paymentStatus',
      'a.booked_at as bookedAt',
      'a.calendar_sequence as calendarSequence',
      'm.email',
      'e.event_name as eventName',
      'p.product_name as productName',
      sql<
        (string | null)[]
      >`array[e.address_line_1, e.address_line_2, e.city, e.postcode, e.country]`.as(
        'addressParts',
      ),
    ])
}

/** One appointment, whoever's it is, or undefined. */
export function findAppointment(
  db: Database,
  appointmentId: string,
): Promise<Appointment | undefined> {
  return selectAppointments(db).where('a.appointment_id', '=', appointmentId).executeTakeFirst()
}

/** The patient's booked appointment at this event that is latest in time, or undefined. */
export function findBooked(
  db: Database,
  profileId: number,
  eventId: number,
): Promise<Appointment | undefined> {
  return selectAppointments(db)
    .where('a.profile_id', '=', profileId)
    .where('a.event_id', '=', eventId)
    .where('a.status', '=', 'booked')
    .orderBy('a.slot_start', 'desc')
    .executeTakeFirst()
}

/** The patient's booked and cancelled appointments that end after `now`, by start; what was only ever held is never one. */
export function listUpcoming(db: Database, profileId: number, now: Date): Promise<Appointment[]> {
  return selectAppointments(db)
    .where('a.profile_id', '=', profileId)
    .where('a.booked_at', 'is not', null)
    .where('a.slot_end', '>', now)
    .orderBy('a.slot_start')
    .orderBy('a.booked_at')
    .execute()
}
