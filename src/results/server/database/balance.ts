import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { BalancePatient, BalanceTube } from '#results/rules/balance.ts'

/** A tube with what keeps its result back. */
export type CountedTube = BalanceTube & {
  /** The oldest row of its label that waits. */
  readonly rowId: string | null
  readonly resultId: string | null
  /** Its newest result was withdrawn. */
  readonly isWithdrawn: boolean
  readonly isHeld: boolean
  /** Its row was closed without a result. */
  readonly isClosed: boolean
}

/** Everyone who was expected at an event or came to it, with or without an appointment. */
export async function listBalancePatients(
  { kysely }: Queries,
  eventId: number,
): Promise<BalancePatient[]> {
  const { rows } = await sql<BalancePatient>`
    with booked as (
      select profile_id, appointment_id, status from app.appointments where event_id = ${eventId} and status in ('booked', 'attended', 'no_show')),
    here as (
      select profile_id from app.samples where event_id = ${eventId} and state <> 'mistaken'
      union
      select profile_id from app.desk_in_force where event_id = ${eventId} and kind <> 'identity-failed'),
    listed as (
      select * from booked
      union all
      select profile_id, null, null from here where profile_id not in (select profile_id from booked))
    select l.profile_id as "profileId", l.appointment_id as "appointmentId", coalesce(l.status = 'no_show', false) as "isAbsent",
           exists (select from app.desk_in_force d
                    where d.event_id = ${eventId} and d.profile_id = l.profile_id and d.kind = 'not-tested') as "isNotTested"
      from listed l`.execute(kysely)
  return rows
}

/** Every tube of an event, except bindings that were undone. */
export async function listBalanceTubes(
  { kysely }: Queries,
  eventId: number,
): Promise<CountedTube[]> {
  const { rows } = await sql<CountedTube>`
    select s.sample_id as "sampleId", s.label, s.profile_id as "profileId",
           case when s.state in ('void', 'spoiled') then s.state end as ended,
           s.state <> 'void' and not exists (
             select from app.free_repeats f where f.sample_id = s.sample_id and f.granted_at <= e.closed_at) as "isHandedOver",
           exists (select from app.lab_rows w where w.label = s.label) as "isInFile",
           coalesce(r.state in ('graded', 'released', 'on_hold') and r.judgement_mac is not null, false) as "isJudged",
           exists (select from app.released_results v where v.sample_id = s.sample_id and v.state = 'released') as "isShown",
           (select w.row_id from app.lab_rows w join app.lab_files f using (file_id)
             where w.label = s.label and w.decision = 'quarantined' and w.resolution is null order by f.imported_at, w.line limit 1) as "rowId",
           case when r.state <> 'withdrawn' then r.result_id end as "resultId", coalesce(r.state = 'withdrawn', false) as "isWithdrawn",
           coalesce(r.held or r.state = 'on_hold', false) as "isHeld",
           r.result_id is null and exists (select from app.lab_rows w where w.label = s.label and w.resolution = 'closed') as "isClosed"
      from app.samples s join app.events e using (event_id)
      left join lateral (
        select * from app.results o where o.sample_id = s.sample_id order by o.version desc limit 1) r on true
     where s.event_id = ${eventId} and s.state <> 'mistaken'
     order by s.taken_at, s.label`.execute(kysely)
  return rows
}

/** Names of patients, by profile. */
export async function listNames(
  { kysely }: Queries,
  profileIds: readonly number[],
): Promise<Map<number, { firstName: string; lastName: string; birthDate: IsoDate | null }>> {
  const rows = await kysely
    .selectFrom('profiles')
    .select([
      'profile_id as profileId',
      'first_name as firstName',
      'last_name as lastName',
      'birth_date as birthDate',
    ])
    .where('profile_id', '=', sql<number>`any(${[...profileIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ profileId, ...names }) => [profileId, names]))
}
