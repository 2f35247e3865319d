import { listUnverifiedBookings } from '#booking/server/database/booking-networks.ts'
import { alignColumns } from '#core/commands/columns.ts'
import { formatShortDate, londonDate, londonTime } from '#core/rules/time.ts'
import type { Database } from '#core/server/database/database.ts'

const HEADINGS = ['network', 'booked', 'event', 'date', 'time', 'patient', 'appointment'] as const

/** The upcoming bookings of addresses that are not verified, by network; without names and addresses. */
export async function unverifiedBookings(database: Database, now: Date): Promise<string> {
  const bookings = await listUnverifiedBookings(database, now)
  if (bookings.length === 0) return 'Every upcoming booking is of a verified address.\n'
  const rows = bookings.map((booking) => [
    booking.network ?? 'unknown',
    booking.bookedAt.toISOString(),
    String(booking.eventId),
    formatShortDate(londonDate(booking.startsAt)),
    londonTime(booking.startsAt),
    String(booking.profileId),
    booking.appointmentId,
  ])
  return alignColumns([HEADINGS, ...rows])
}
