import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'
import type { UnreadyReason } from '#results/rules/release-list.ts'

/** A result that is not shown: the newest version of its sample. */
export type ResultToRelease = {
  readonly resultId: string
  readonly label: string
  readonly profileId: number
  /** Counts its changes: a release is about what its page showed. */
  readonly revision: number
  /** Null until its judgement is complete. */
  readonly lightSealed: Buffer | null
  readonly unready: UnreadyReason | null
  readonly isHeld: boolean
  readonly isDeferred: boolean
  readonly needsSecond: boolean
  readonly needsCall: boolean
  /** The patient has confirmed the address. */
  readonly isConfirmed: boolean
}

/** The results that are not shown, the oldest first. */
export async function listToRelease({ kysely }: Queries): Promise<ResultToRelease[]> {
  const { rows } = await sql<ResultToRelease>`
    select r.result_id as "resultId", s.label, r.profile_id as "profileId", r.revision, r.light_sealed as "lightSealed", lab.unready(r) as unready,
      r.held or r.state = 'on_hold' as "isHeld", lab.is_deferred(r.result_id) as "isDeferred", coalesce(r.call_needed, true) as "needsCall",
      p.is_verified as "isConfirmed",
      coalesce((select g.second_needed and g.reader = 1 from app.gradings g where g.result_id = r.result_id
                 order by g.round desc, g.reader desc limit 1), false) as "needsSecond"
      from app.results r
      join app.samples s on s.sample_id = r.sample_id
      join app.profiles p on p.profile_id = r.profile_id
     where r.state in ('matched', 'graded', 'deferred', 'on_hold')
       and not exists (select from app.results newer where newer.sample_id = r.sample_id and newer.version > r.version)
     order by r.matched_at, r.result_id`.execute(kysely)
  return rows
}

/** The labels of these results, by id, whatever their state. */
export async function findLabels(
  { kysely }: Queries,
  resultIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await kysely
    .selectFrom('results as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select(['r.result_id as resultId', 's.label'])
    .where('r.result_id', '=', sql<string>`any(${[...resultIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ resultId, label }) => [resultId, label]))
}
