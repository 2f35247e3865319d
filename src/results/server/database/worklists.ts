import { sql } from 'kysely'
import { personKey } from '#core/rules/staff-person.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { IS_LISTED } from '#results/server/database/call-cases.ts'
import { WAITS_FOR_JUDGEMENT } from '#results/server/database/results-judgements.ts'

/** What waits for a person, as numbers; nothing names a patient. */
export type Worklists = {
  /** Events that are not published. */
  readonly drafts: number
  /** An event without patients needs no closing, and one of more than 90 days ago is left alone. */
  readonly notClosed: number
  /** Laboratory files that are checked and not taken over. */
  readonly filesChecked: number
  readonly rowsWaiting: number
  /** Rows whose end another person proposed, and this one may accept. */
  readonly rowsForMe: number
  /** Tubes without a result after the days of their laboratory. */
  readonly lateTubes: number
  /** Values without a first judgement that nobody deferred, except those that this person imported or took over. */
  readonly toJudge: number
  readonly secondReadings: number
  /** Judged results that can be released together: of patients who can read them. */
  readonly toRelease: number
  /** Cases on the list of calls: red results, and results of a wrong patient. */
  readonly calls: number
  /** Shown results on the same list that their patients have not opened. */
  readonly unread: number
}

/** The days for which an event that is not closed is listed. */
const RECENT_DAYS = 90

/** Every worklist in one statement (STF-08). */
export async function countWorklists(
  { kysely }: Queries,
  { name, day }: { name: string; day: IsoDate },
): Promise<Worklists> {
  const me = personKey(name)
  const { rows } = await sql<Worklists>`
    with waiting as (
      select w.proposed_by_key is not null and w.proposed_by_key <> ${me} and f.imported_by_key <> ${me} as for_me
        from app.lab_rows w join app.lab_files f using (file_id)
       where w.decision = 'quarantined' and w.resolution is null),
    newest as (
      select r.* from app.results r
       where ${WAITS_FOR_JUDGEMENT} and r.refused_by_lab_at is null
         and not exists (select from app.results later where later.sample_id = r.sample_id and later.version > r.version)),
    to_judge as (
      select one.given_by_key as first_by, coalesce(one.second_needed, false) and two.reader is null as needs_second
        from newest n
        join app.lab_rows w using (row_id) join app.lab_files f on f.file_id = w.file_id
        left join lateral (select max(g.round) as round from app.gradings g where g.result_id = n.result_id) last on true
        left join app.gradings one on one.result_id = n.result_id and one.round = last.round and one.reader = 1
        left join app.gradings two on two.result_id = n.result_id and two.round = last.round and two.reader = 2
       where ${me} not in (f.imported_by_key, n.matched_by_key) and not lab.is_deferred(n.result_id))
    select
      (select count(*)::int from app.events where published_at is null and cancelled_at is null) as drafts,
      (select count(*)::int from app.events e
        where e.event_on between ${day}::date - ${RECENT_DAYS}::int and ${day}::date - 1
          and e.published_at is not null and e.cancelled_at is null and e.closed_at is null
          and exists (select from app.attendance a where a.event_id = e.event_id)) as "notClosed",
      (select count(*)::int from app.lab_uploads where state = 'checked') as "filesChecked",
      (select count(*)::int from waiting) as "rowsWaiting",
      (select count(*)::int from waiting where for_me) as "rowsForMe",
      (select count(*)::int from app.samples s join app.labs l using (lab_id)
        where s.state = 'taken' and s.taken_at < app.clock_now() - make_interval(days => l.result_days)) as "lateTubes",
      (select count(*)::int from to_judge where not needs_second) as "toJudge",
      (select count(*)::int from to_judge where needs_second and first_by <> ${me}) as "secondReadings",
      (select count(*)::int from app.results r join app.profiles p using (profile_id)
        where p.is_verified and r.state = 'graded' and not r.held and r.call_needed is false and lab.unready(r) is null) as "toRelease",
      (select count(*)::int from app.follow_ups f where f.kind <> 'unread' and ${IS_LISTED}) as calls,
      (select count(*)::int from app.follow_ups f where f.kind = 'unread' and ${IS_LISTED}) as unread`.execute(
    kysely,
  )
  const [counts] = rows
  if (counts === undefined) throw new Error('The worklists were not counted.')
  return counts
}
