import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A test that has, or may get, a result: an appointment, or a tube that was taken without one. */
export type PatientTest = {
  /** Of the appointment; of the sample without one. */
  readonly id: string
  readonly eventName: string | null
  readonly productName: string
  readonly eventOn: IsoDate
  /** 'spoiled': its only tube could not be tested; 'repeated': the free repeat has been used too. */
  readonly spoiled: 'spoiled' | 'repeated' | null
  /** It is booked, or was taken with a tube that may get a result. */
  readonly isArranged: boolean
  /** The days after the sample by which its laboratory usually has the result; null when no tube is recorded. */
  readonly resultDays: number | null
}

/** The patient's tests, newest first, without appointments at which they were not tested. */
export async function listPatientTests(
  { kysely }: Queries,
  profileId: number,
): Promise<PatientTest[]> {
  const { rows } = await sql<PatientTest>`
    with tubes as (
      select s.sample_id, s.appointment_id, s.event_id, s.taken_at, l.result_days, lab.is_live(s.state) as is_live,
          f.sample_id is not null and booking.is_repeat_open(f.appointment_id) as is_repeat_open
        from app.samples s join app.labs l using (lab_id) left join app.free_repeats f using (sample_id)
       where s.profile_id = ${profileId} and (lab.is_live(s.state) or s.state = 'spoiled')),
    tests as (
      select a.appointment_id as id, a.event_id, a.slot_start as at, a.status = 'booked' as is_booked, t.*
        from app.appointments a
        cross join lateral (select bool_or(is_live) as is_live, bool_or(is_repeat_open) as is_repeat_open,
            max(result_days) filter (where is_live) as result_days from tubes where tubes.appointment_id = a.appointment_id) t
       where a.profile_id = ${profileId} and a.status in ('booked', 'attended')
         and not exists (select from app.desk_in_force d where d.appointment_id = a.appointment_id and d.kind = 'not-tested')
      union all
      select t.sample_id, t.event_id, t.taken_at, false, t.is_live, t.is_repeat_open, t.result_days
        from tubes t
       where t.appointment_id is null
         and (t.is_live or not exists (select from tubes again where again.event_id = t.event_id and again.is_live)))
    select t.id, e.event_name as "eventName", p.product_name as "productName", e.event_on as "eventOn",
        case when t.is_live is false then case when t.is_repeat_open then 'spoiled' else 'repeated' end end as spoiled,
        coalesce(t.is_live, t.is_booked) as "isArranged", t.result_days as "resultDays"
      from tests t join app.events e using (event_id) join app.products p using (product_id)
     order by t.at desc, t.id`.execute(kysely)
  return rows
}
