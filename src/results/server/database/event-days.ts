import { sql } from 'kysely'
import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'

/** An event as the people who run it see it. */
export type EventDay = {
  readonly eventId: number
  readonly name: string | null
  readonly productName: string
  readonly date: IsoDate
  readonly startTime: ClockTime
  readonly endTime: ClockTime | null
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly postcode: string | null
  readonly labName: string | null
  readonly totalSpaces: number
  readonly isDraft: boolean
  readonly isCancelled: boolean
  readonly isClosed: boolean
}

const COLUMNS = sql`e.event_id as "eventId", e.event_name as name, p.product_name as "productName", e.event_on as date,
  to_char(e.start_time, 'HH24:MI') as "startTime", to_char(e.end_time, 'HH24:MI') as "endTime", e.address_line_1 as "addressLine1",
  e.address_line_2 as "addressLine2", e.city, e.postcode, e.lab_name as "labName", e.total_spaces as "totalSpaces",
  e.published_at is null as "isDraft", e.cancelled_at is not null as "isCancelled", e.closed_at is not null as "isClosed"`

export async function findEventDay(
  { kysely }: Queries,
  eventId: number,
): Promise<EventDay | undefined> {
  const { rows } = await sql<EventDay>`
    select ${COLUMNS} from app.events e join app.products p using (product_id) where e.event_id = ${eventId}`.execute(
    kysely,
  )
  return rows[0]
}
