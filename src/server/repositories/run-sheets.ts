import type { IsoDate } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'

type Queries = Pick<Database, 'query'>

/** One man on an event's run sheet; `place` numbers the places of a slot from 1. */
export type RunSheetRow = {
  readonly startsAt: Date
  readonly place: number
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: IsoDate | null
  readonly phone: string | null
  readonly status: 'booked' | 'attended' | 'no_show'
}

/** Everyone who is expected at an event or was there, by time and place; holds and cancelled ones are not. */
export async function listRunSheet(db: Queries, eventId: number): Promise<RunSheetRow[]> {
  const { rows } = await db.query<RunSheetRow>(
    `select a.slot_start as "startsAt", a.place_no as place, m.first_name as "firstName", m.last_name as "lastName",
            m.birth_date as "birthDate", m.phone, a.status
       from app.appointments a join app.profiles m using (profile_id)
      where a.event_id = $1 and a.status in ('booked', 'attended', 'no_show')
      order by a.slot_start, a.place_no`,
    [eventId],
  )
  return rows
}

/** Cancels an event, frees everybody booked and queues their mails; answers how many, or undefined when there is no such event. */
export async function cancelEvent(db: Queries, eventId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ r_reason: string | null; r_freed: number }>(
    'select * from booking.cancel_event($1)',
    [eventId],
  )
  const row = rows[0]
  return row === undefined || row.r_reason !== null ? undefined : row.r_freed
}
