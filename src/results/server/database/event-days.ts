import { sql } from 'kysely'
import type { ClockTime, IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { DeskState } from '#results/rules/attendees.ts'

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

/** An event with the number of its patients in each state, of those without an outcome, and of tubes without a result. */
export type CountedEvent = EventDay &
  Readonly<Record<DeskState, number>> & {
    readonly noOutcome: number
    /** Patients who came without an appointment. */
    readonly walkIns: number
    readonly noResult: number
  }

const COUNTS = sql`cross join lateral (
  select count(*) filter (where a.state = 'remaining')::int as remaining, count(*) filter (where a.state = 'here')::int as here,
         count(*) filter (where a.state = 'done')::int as done, count(*) filter (where a.state = 'not-tested')::int as "not-tested",
         count(*) filter (where a.state = 'absent')::int as absent,
         count(*) filter (where a.state in ('remaining', 'here'))::int as "noOutcome", count(*) filter (where a.appointment_id is null)::int as "walkIns"
    from app.attendance a where a.event_id = e.event_id) c
  cross join lateral (
  select count(*)::int as "noResult" from app.samples s where s.event_id = e.event_id and s.state = 'taken') t`

export async function findCountedEvent(
  { kysely }: Queries,
  eventId: number,
): Promise<CountedEvent | undefined> {
  const { rows } = await sql<CountedEvent>`
    select ${COLUMNS}, c.*, t.* from app.events e join app.products p using (product_id) ${COUNTS} where e.event_id = ${eventId}`.execute(
    kysely,
  )
  return rows[0]
}

/** The events of these days that are not cancelled, by start; with `most`, no more than that. */
export async function listNextEvents(
  { kysely }: Queries,
  {
    from,
    until,
    withDrafts,
    most,
  }: { from: IsoDate; until?: IsoDate; withDrafts: boolean; most?: number },
): Promise<CountedEvent[]> {
  const { rows } = await sql<CountedEvent>`
    select ${COLUMNS}, c.*, t.* from app.events e join app.products p using (product_id) ${COUNTS}
     where e.event_on >= ${from} and (${until ?? null}::date is null or e.event_on <= ${until ?? null}::date) and e.cancelled_at is null
       and (${withDrafts} or e.published_at is not null)
     order by e.starts_at, e.event_id limit ${most ?? null}`.execute(kysely)
  return rows
}

/** The days for which every event is looked at. Of an older one, patients who are still booked and tubes are found by their index. */
const RECENT_DAYS = 90

/**
 * The events before this day with patients without an outcome, or tubes without a result; the newest first. A closed event can lack results.
 */
export async function listUnfinishedEvents(
  { kysely }: Queries,
  before: IsoDate,
): Promise<CountedEvent[]> {
  const { rows } = await sql<CountedEvent>`
    select ${COLUMNS}, c.*, t.* from app.events e join app.products p using (product_id) ${COUNTS}
     where e.event_on < ${before} and e.cancelled_at is null and (c."noOutcome" > 0 or t."noResult" > 0)
       and (e.event_on >= ${before}::date - ${RECENT_DAYS}::int
         or exists (select from app.appointments a where a.event_id = e.event_id and a.status = 'booked')
         or exists (select from app.samples s where s.event_id = e.event_id and s.state = 'taken'))
     order by e.starts_at desc, e.event_id desc`.execute(kysely)
  return rows
}
