import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A booked appointment of a patient whose e-mail address is not verified. */
export type UnverifiedBooking = {
  /** The start of the network's hash in hexadecimal; null when it is not known (any more). */
  readonly network: string | null
  readonly appointmentId: string
  readonly profileId: number
  readonly eventId: number
  readonly startsAt: Date
  readonly bookedAt: Date
}

/** Notes the network of a booking by its keyed hash. */
export async function insertBookingNetwork(
  { kysely }: Queries,
  appointmentId: string,
  networkHash: Buffer,
): Promise<void> {
  await kysely
    .insertInto('booking_networks')
    .values({
      appointment_id: appointmentId,
      network_hash: networkHash,
      booked_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The upcoming bookings of unverified addresses, the network with most of them first. */
export function listUnverifiedBookings(
  { kysely }: Queries,
  now: Date,
): Promise<UnverifiedBooking[]> {
  return kysely
    .selectFrom('appointments as a')
    .innerJoin('profiles as p', 'p.profile_id', 'a.profile_id')
    .leftJoin('booking_networks as n', 'n.appointment_id', 'a.appointment_id')
    .select([
      sql<string | null>`encode(substring(n.network_hash for 4), 'hex')`.as('network'),
      'a.appointment_id as appointmentId',
      'a.profile_id as profileId',
      'a.event_id as eventId',
      'a.slot_start as startsAt',
      'a.booked_at as bookedAt',
    ])
    .where('a.status', '=', 'booked')
    .where('a.booked_at', 'is not', null)
    .$narrowType<{ bookedAt: Date }>()
    .where('a.slot_end', '>', now)
    .where('p.is_verified', '=', false)
    .orderBy(sql`n.network_hash is null`)
    .orderBy(sql`count(*) over (partition by n.network_hash)`, 'desc')
    .orderBy('n.network_hash')
    .orderBy('a.booked_at')
    .execute()
}

/** Deletes expired networks (`KEPT`). */
export async function tidyBookingNetworks({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('booking_networks')
    .where('booked_at', '<', ago(KEPT.bookingNetworks))
    .execute()
}
