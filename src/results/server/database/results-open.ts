import { sql } from 'kysely'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'

/** What keeps a patient from knowing their result (LAB-11). */
export type OpenKind =
  | 'no-outcome'
  | 'no-result'
  | 'row-closed'
  | 'no-live-result'
  | 'row-waits'
  | 'not-shown'
  | 'held'
  | 'red'
  | 'cannot-read'
  | 'not-read'

/** One open matter of an event, without names. */
export type OpenMatter = {
  readonly kind: OpenKind
  readonly eventId: number
  readonly eventName: string | null
  readonly eventOn: string
  /** Since when: the tube was taken, the row was closed, the result was shown, the case was opened, the appointment ended. */
  readonly since: Date
  readonly label: string | null
  readonly resultId: string | null
  readonly appointmentId: string | null
}

/** The days after which a shown result is listed as unread. */
const UNREAD_DAYS = 7

/** Everything that is open, by event and kind. */
export async function listOpenMatters({ kysely }: Queries): Promise<OpenMatter[]> {
  const { rows } = await sql<OpenMatter>`
    with live as (
      select s.*, lab.row_waits(s.label) as row_waits from app.samples s where lab.is_live(s.state)),
    came as (
      -- Patients whose blood was taken, and who get no result of it.
      select a.profile_id, a.event_id, a.slot_end as since, null::text as label, a.appointment_id
        from app.appointments a
       where a.status = 'attended'
         and not exists (select from app.samples s where s.appointment_id = a.appointment_id and (lab.is_live(s.state) or s.state = 'spoiled'))
      union all
      select s.profile_id, s.event_id, s.taken_at, s.label, null
        from app.samples s
       where s.appointment_id is null and s.state = 'void'
         and not exists (select from app.samples o where o.profile_id = s.profile_id and o.event_id = s.event_id and (lab.is_live(o.state) or o.state = 'spoiled'))
      union all
      select s.profile_id, s.event_id, r.changed_at, s.label, null
        from live s join app.results r on r.sample_id = s.sample_id and r.state = 'withdrawn'
       where s.state = 'resulted'
         and not exists (select from app.results o where o.sample_id = s.sample_id and o.state not in ('withdrawn', 'superseded'))),
    open as (
      select 'no-outcome' as kind, a.event_id, a.slot_end as since, null::text as label, null::uuid as result_id, a.appointment_id
        from app.appointments a join app.events e using (event_id)
       where a.status = 'booked' and a.slot_end < app.clock_now() and e.cancelled_at is null
      union all
      select 'no-result', s.event_id, s.taken_at, s.label, null, null
        from live s join app.labs l using (lab_id)
       where s.state = 'taken' and s.taken_at < app.clock_now() - make_interval(days => l.result_days)
      union all
      select 'row-closed', s.event_id, max(w.resolved_at), s.label, null, null
        from live s join app.lab_rows w on w.label = s.label and w.resolution = 'closed'
       where s.state = 'taken'
       group by s.event_id, s.label
      union all
      select 'no-live-result', c.event_id, c.since, c.label, null, c.appointment_id
        from came c
       where not exists (select from app.desk_in_force d where d.profile_id = c.profile_id and d.event_id = c.event_id and d.kind = 'not-tested')
         -- A later tube of the patient ends it.
         and not exists (select from live later join app.events e on e.event_id = later.event_id
                          where later.profile_id = c.profile_id and e.event_on > (select own.event_on from app.events own where own.event_id = c.event_id))
      union all
      select 'row-waits', s.event_id, s.taken_at, s.label, r.result_id, null
        from live s left join lateral (
          select o.result_id from app.results o where o.sample_id = s.sample_id order by o.version desc limit 1) r on true
       where s.row_waits
      union all
      select 'not-shown', s.event_id, r.matched_at, s.label, r.result_id, null
        from app.results r join live s using (sample_id)
       where r.state in ('matched', 'graded', 'deferred') and not r.held
         and not exists (select from app.results newer where newer.sample_id = r.sample_id and newer.version > r.version)
         and not exists (select from app.follow_ups f where f.result_id = r.result_id and f.kind = 'call-first' and f.outcome is null)
      union all
      select 'held', s.event_id, r.changed_at, s.label, r.result_id, null
        from app.results r join live s using (sample_id)
       where r.state not in ('superseded', 'withdrawn') and (r.held or r.state = 'on_hold')
      union all
      select 'red', s.event_id, f.opened_at, s.label, r.result_id, null
        from app.follow_ups f join app.results r using (result_id) join live s using (sample_id)
       where f.kind = 'call-first' and f.outcome is null
      union all
      select 'cannot-read', event_id, since, label, result_id, null from app.unread_results where not is_verified
      union all
      select 'not-read', event_id, since, label, result_id, null
        from app.unread_results where is_verified and since < app.clock_now() - make_interval(days => ${UNREAD_DAYS}))
    select o.kind, o.event_id as "eventId", e.event_name as "eventName", e.event_on as "eventOn", o.since, o.label,
      o.result_id as "resultId", o.appointment_id as "appointmentId"
      from open o join app.events e using (event_id)
     order by e.event_on, o.event_id, o.kind, o.since, o.label, o.appointment_id`.execute(kysely)
  return rows
}

/** Sets the days of a laboratory, with an audit entry; false when no laboratory has this name. */
export async function setResultDays(
  db: Queries,
  { labKey, days, by }: { labKey: string; days: number; by: string },
): Promise<boolean> {
  const lab = await db.kysely
    .updateTable('labs')
    .set({ result_days: days })
    .where('lab_key', '=', labKey)
    .returning('lab_id')
    .executeTakeFirst()
  if (lab === undefined) return false
  await insertAudit(db, {
    actor: null,
    action: 'lab-days-set',
    subject: `lab:${lab.lab_id}`,
    requestId: null,
    operator: by,
    reason: `${days} days`,
  })
  return true
}
