import { sql } from 'kysely'
import type { AppointmentStatus } from '#booking/rules/appointment.ts'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { holdEnd, isLiveHold } from '#events/server/database/live-holds.ts'

/** A held or booked place with the details that its patient sees; instants in UTC. */
export type Appointment = {
  readonly appointmentId: string
  readonly eventId: number
  readonly profileId: number
  readonly status: AppointmentStatus
  readonly startsAt: Date
  readonly endsAt: Date
  readonly paymentStatus: string
  /** Null for a hold, also for one that was never booked. */
  readonly bookedAt: Date | null
  /** Incremented with every change that is mailed. */
  readonly calendarSequence: number
  readonly email: string
  readonly eventName: string | null
  readonly productName: string
  readonly addressParts: readonly (string | null)[]
  readonly contactEmail: string | null
  readonly whatToBring: string | null
}

/** A live hold. */
export type LiveHold = {
  readonly holdId: string
  readonly eventId: number
  readonly startsAt: Date
  /** Null while a payment of it is under way: it ends when the result is known. */
  readonly expiresAt: Date | null
  /** Offered by the waiting list (WAIT-02). */
  readonly isOffer: boolean
}

/** A slot of an event and the patient who wants a place of it. */
export type SlotOfPatient = {
  readonly eventId: number
  readonly profileId: number
  readonly startsAt: Date
}

/** The patient's hold that is live at `now`: of this event, or of any event when `eventId` is undefined. */
export async function findLiveHold(
  db: Queries,
  profileId: number,
  eventId: number | undefined,
  now: Date,
): Promise<LiveHold | undefined> {
  const row = await db.kysely
    .selectFrom('appointments as a')
    .select([
      'a.appointment_id',
      'a.event_id',
      'a.slot_start',
      holdEnd('a').as('hold_expires_at'),
      'a.is_offer',
    ])
    .where('a.profile_id', '=', profileId)
    .where(isLiveHold('a', now))
    .$if(eventId !== undefined, (query) => query.where('a.event_id', '=', eventId ?? 0))
    .executeTakeFirst()
  return (
    row && {
      holdId: row.appointment_id,
      eventId: row.event_id,
      startsAt: row.slot_start,
      expiresAt: row.hold_expires_at,
      isOffer: row.is_offer,
    }
  )
}

/** The address columns of event `e` in the order in which an address is written. */
export const ADDRESS_PARTS = sql<
  (string | null)[]
>`array[e.address_line_1, e.address_line_2, e.city, e.postcode, e.country]`

function selectAppointments({ kysely }: Queries) {
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
      ADDRESS_PARTS.as('addressParts'),
      'e.contact_email as contactEmail',
      'e.what_to_bring as whatToBring',
    ])
}

/** One appointment of any patient, or undefined. */
export function findAppointment(
  db: Queries,
  appointmentId: string,
): Promise<Appointment | undefined> {
  return selectAppointments(db).where('a.appointment_id', '=', appointmentId).executeTakeFirst()
}

/** The profile that a held or booked place belongs to, or undefined. */
export async function findOwner(
  { kysely }: Queries,
  appointmentId: string,
): Promise<number | undefined> {
  const row = await kysely
    .selectFrom('appointments')
    .select('profile_id')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()
  return row?.profile_id
}

/** The ids of at most two appointments whose reference number has these eight lower-case hexadecimal digits. */
export async function findByReference({ kysely }: Queries, digits: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('appointments')
    .select('appointment_id')
    .where('booked_at', 'is not', null)
    .where('appointment_id', '>=', `${digits}-0000-0000-0000-000000000000`)
    .where('appointment_id', '<=', `${digits}-ffff-ffff-ffff-ffffffffffff`)
    .limit(2)
    .execute()
  return rows.map((row) => row.appointment_id)
}

/** The patient's booked appointment at this event that is latest in time, or undefined. */
export function findBooked(
  db: Queries,
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

/** The patient's booked appointment that ends after `now`, which blocks another booking (BOOK-05; `booking.has_upcoming`), or undefined. */
export function findBlocking(
  db: Queries,
  profileId: number,
  now: Date,
): Promise<Appointment | undefined> {
  return selectAppointments(db)
    .where('a.profile_id', '=', profileId)
    .where('a.status', '=', 'booked')
    .where('a.closed_at', 'is', null)
    .where('a.slot_end', '>', now)
    .orderBy('a.slot_start')
    .executeTakeFirst()
}

/** The patient's booked and cancelled appointments that end after `now`, by start; without holds that were never booked. */
export function listUpcoming(db: Queries, profileId: number, now: Date): Promise<Appointment[]> {
  return selectAppointments(db)
    .where('a.profile_id', '=', profileId)
    .where('a.booked_at', 'is not', null)
    .where('a.slot_end', '>', now)
    .orderBy('a.slot_start')
    .orderBy('a.booked_at')
    .execute()
}

/** The patient's booked and cancelled appointments that ended until `now`, newest first; at most `most`. */
export function listPast(
  db: Queries,
  profileId: number,
  now: Date,
  most: number,
): Promise<Appointment[]> {
  return selectAppointments(db)
    .where('a.profile_id', '=', profileId)
    .where('a.booked_at', 'is not', null)
    .where('a.slot_end', '<=', now)
    .orderBy('a.slot_start', 'desc')
    .orderBy('a.booked_at', 'desc')
    .limit(most)
    .execute()
}

/** Most holds that one run of `tidyHolds` deletes. */
const MOST_TIDIED = 5_000

/** Deletes holds that were never booked, counted from when they expired or were released (`KEPT`); their keys can then be used again. */
export async function tidyHolds({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('appointments')
    .where('appointment_id', 'in', (eb) =>
      eb
        .selectFrom('appointments')
        .select('appointment_id')
        .where('booked_at', 'is', null)
        .where('status', 'in', ['cancelled', 'expired'])
        .where('updated_at', '<', ago(KEPT.holds))
        .limit(MOST_TIDIED),
    )
    .execute()
}
