import { sql } from 'kysely'
import { NOT_CANCELLED } from '#booking/rules/appointment.ts'
import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { hasNotEnded } from '#events/server/database/events.ts'

/** An event as operators see it in a list, where those that have ended or are cancelled are too. */
export type ListedEvent = {
  readonly eventId: number
  readonly name: string | null
  readonly productName: string
  readonly date: IsoDate
  readonly startTime: ClockTime
  readonly city: string | null
  readonly isPrivate: boolean
  readonly isDraft: boolean
  readonly isCancelled: boolean
  /** The appointments that are not cancelled. */
  readonly booked: number
  readonly totalSpaces: number
}

/** Every event, with how many patients are booked. */
export const selectListed = ({ kysely }: Queries) =>
  kysely
    .selectFrom('events as e')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .select((eb) => [
      'e.event_id as eventId',
      'e.event_name as name',
      'p.product_name as productName',
      'e.event_on as date',
      sql<ClockTime>`to_char(e.start_time, 'HH24:MI')`.as('startTime'),
      'e.city',
      'e.is_private as isPrivate',
      sql<boolean>`e.published_at is null`.as('isDraft'),
      sql<boolean>`e.cancelled_at is not null`.as('isCancelled'),
      sql<number>`${eb
        .selectFrom('appointments as a')
        .select(sql<number>`count(*)::int`.as('booked'))
        .whereRef('a.event_id', '=', 'e.event_id')
        .where('a.status', 'in', NOT_CANCELLED)}`.as('booked'),
      'e.total_spaces as totalSpaces',
    ])

/** The events that have not ended and are not cancelled, by start. */
export const listComing = (db: Queries, now: Date): Promise<ListedEvent[]> =>
  selectListed(db)
    .where('e.cancelled_at', 'is', null)
    .where(hasNotEnded(now))
    .orderBy('e.starts_at')
    .orderBy('e.event_id')
    .execute()

/** The events that have ended or are cancelled, the newest first, at most `most`. */
export const listFormer = (
  db: Queries,
  now: Date,
  most: number | undefined,
): Promise<ListedEvent[]> =>
  selectListed(db)
    .where((eb) => eb.or([eb('e.cancelled_at', 'is not', null), eb.not(hasNotEnded(now))]))
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.event_id', 'desc')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
