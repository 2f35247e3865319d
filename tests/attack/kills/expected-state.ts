import { londonTime } from '#core/rules/time.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import {
  findForbiddenChanges,
  findViolations,
} from '#tests/integration/invariants/find-violations.ts'
import { type Known, NOTHING, type Place } from './patient.ts'

/*
 * What each change must have written in its one transaction. A kill in between must leave all of it or nothing:
 * statements that return the rows with a part missing.
 */
const PARTIAL_CHANGES = `
select 'booked without its mail' as violated, appointment_id from app.appointments a
 where booked_at is not null and not exists (
   select from app.jobs where kind = 'mail' and dedupe_key = 'booked:' || a.appointment_id || ':0');

select 'cancelled without its mail' as violated, appointment_id from app.appointments a
 where booked_at is not null and status = 'cancelled' and not exists (
   select from app.jobs where kind = 'mail' and dedupe_key = 'cancelled:' || a.appointment_id || ':' || a.calendar_sequence);

with entries as (
  select subject, count(*) filter (where action = 'appointment-booked') as booked,
         count(*) filter (where action in ('appointment-moved', 'appointment-cancelled')) as changed
    from app.audit_log group by subject)
select 'booked or changed more or less often than the audit log says' as violated, a.appointment_id, calendar_sequence
  from app.appointments a left join entries e on e.subject = 'appointment:' || a.appointment_id
 where booked_at is not null and (e.booked, e.changed) is distinct from (1::bigint, calendar_sequence::bigint);`

type Row = {
  profile_id: number
  status: 'held' | 'booked'
  appointment_id: string
  event_id: number
  slot_start: Date
  hold_expires_at: Date | null
}

const placeOf = (row: Row): Place => ({
  eventId: row.event_id,
  time: londonTime(row.slot_start),
  id: row.appointment_id,
  ...(row.hold_expires_at === null ? {} : { until: row.hold_expires_at.getTime() }),
})

/** What each of these patients has according to the database. */
export async function readState(
  { query }: SqlDatabase,
  profileIds: readonly number[],
): Promise<Map<number, Known>> {
  const { rows } = await query<Row>(
    `select profile_id, status, appointment_id, event_id, slot_start, hold_expires_at from app.appointments
      where profile_id = any($1) and (status = 'booked' or (status = 'held' and hold_expires_at > app.clock_now()))`,
    [profileIds],
  )
  const state = new Map<number, Known>(profileIds.map((id) => [id, NOTHING]))
  for (const row of rows) {
    const known = state.get(row.profile_id) ?? NOTHING
    const field = row.status === 'held' ? 'held' : 'booked'
    state.set(row.profile_id, { ...known, [field]: placeOf(row) })
  }
  return state
}

const isSame = (expected: Place | null, found: Place | null): boolean => {
  if (expected === null || found === null) return expected === found
  const { eventId, time, id } = expected
  return found.eventId === eventId && found.time === time && (id ?? found.id) === found.id
}

/** Whether the database has what was expected; a hold may have ended since. */
export function fits(expected: Known, found: Known, now: number): boolean {
  const hasEnded = found.held === null && (expected.held?.until ?? Number.POSITIVE_INFINITY) <= now
  return isSame(expected.booked, found.booked) && (hasEnded || isSame(expected.held, found.held))
}

/** Those of the acknowledged consents that are not stored. */
export async function findLostConsents(
  { query }: SqlDatabase,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await query<{ id: string }>(
    `select id from unnest($1::uuid[]) id where not exists (select from app.consents where consent_id = id)`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Broken rules: the invariants, changes that are not listed, and changes of which a part is missing. */
export async function findBrokenRules(database: SqlDatabase): Promise<string[]> {
  const partial = (await database.query(PARTIAL_CHANGES)) as unknown as { rows: object[] }[]
  const found = [
    ...(await findViolations(database)),
    ...(await findForbiddenChanges(database)),
    ...partial.flatMap(({ rows }) => rows),
  ]
  return found.map((row) => JSON.stringify(row))
}

/** Resolves when no transaction is left that began before: a killed process's last statements run to their end. */
export async function untilSettled({ query }: SqlDatabase): Promise<void> {
  const { rows } = await query<{ now: Date }>('select clock_timestamp() as now')
  for (;;) {
    const { rows: running } = await query(
      `select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start < $1`,
      [rows[0]?.now],
    )
    if (running.length === 0) return
  }
}
