import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { TakenRow } from '#results/server/database/results-files.ts'

/** The sample that a row with this label is about (`lab.sample_of_label`), and its newest result. */
export type SampleOfLabel = {
  readonly label: string
  readonly profileId: number
  readonly surnameKey: string
  readonly forenameKey: string
  readonly birthDate: IsoDate
  readonly labKey: string
  readonly takenOn: IsoDate
  /** It gets no result: void, spoiled or bound by mistake. */
  readonly isVoid: boolean
  /** No tube of its event is recorded any more. */
  readonly isEventClosed: boolean
  readonly nhsNumberHash: Buffer | null
  readonly resultId: string | null
  readonly findingSealed: Buffer | null
  readonly isWithdrawn: boolean
  /** The laboratory took its value back (status W), also before there was a result or a tube. */
  readonly isTakenBack: boolean
  /** Tubes of other patients of the same laboratory with the same surname and birth date, in any state. */
  readonly namesakes: readonly { forenameKey: string; takenOn: IsoDate; nhsHash: string | null }[]
}

/** A row of a label that waits, by the keyed hashes of its content; null for rows from before these were stored. */
export type OpenRow = {
  readonly rowId: string
  readonly identityHash: Buffer | null
  readonly contentHash: Buffer | null
  readonly reasons: readonly string[]
}

/** Who a checked row of a label was about. */
export type OpenCheck = Pick<OpenRow, 'identityHash'>

/** The samples with these labels, by label. */
export async function findSamplesOfLabels(
  { kysely }: Queries,
  labels: readonly string[],
): Promise<Map<string, SampleOfLabel>> {
  const { rows } = await sql<SampleOfLabel>`
    select s.label, s.profile_id as "profileId", s.surname_key as "surnameKey", s.forename_key as "forenameKey", s.birth_date as "birthDate",
           l.lab_key as "labKey", (s.taken_at at time zone 'Europe/London')::date as "takenOn", not lab.is_live(s.state) as "isVoid",
           e.closed_at is not null as "isEventClosed",
           p.nhs_number_hash as "nhsNumberHash", r.result_id as "resultId", r.finding_sealed as "findingSealed",
           coalesce(r.state = 'withdrawn', false) as "isWithdrawn", 
           case when r.result_id is null
             then lab.is_taken_back(s.sample_id, s.label)
             else r.refused_by_lab_at is not null end as "isTakenBack",
           (select coalesce(jsonb_agg(jsonb_build_object('forenameKey', o.forename_key, 'nhsHash', encode(op.nhs_number_hash, 'base64'),
                 'takenOn', (o.taken_at at time zone 'Europe/London')::date)), '[]')
               from app.samples o join app.profiles op on op.profile_id = o.profile_id
              where o.birth_date = s.birth_date and o.surname_key = s.surname_key and o.lab_id = s.lab_id
                and o.profile_id <> s.profile_id and o.label <> s.label) as namesakes
      from app.samples s
      join app.labs l using (lab_id)
      join app.events e using (event_id)
      join app.profiles p using (profile_id)
      left join lateral (
        select * from app.results r where r.sample_id = s.sample_id order by r.version desc limit 1) r on true
     where s.label = any(${[...labels]}::text[]) and s.sample_id = lab.sample_of_label(s.label)`.execute(
    kysely,
  )
  return new Map(rows.map((row) => [row.label, row]))
}

/** The rows of these labels that wait, by label. */
export async function findOpenRows(
  { kysely }: Queries,
  labels: readonly string[],
): Promise<Map<string, OpenRow[]>> {
  const rows = await kysely
    .selectFrom('lab_rows')
    .select([
      'label',
      'row_id as rowId',
      'identity_hash as identityHash',
      'content_hash as contentHash',
      'reasons',
    ])
    .where('label', '=', sql<string>`any(${[...labels]}::text[])`)
    .where('decision', '=', 'quarantined')
    .where('resolution', 'is', null)
    .execute()
  return Map.groupBy(rows, ({ label }) => label ?? '')
}

/** The identifiers of these labels in files that were checked and never taken over (`lab.open_checks`), by label. */
export async function findOpenChecks(
  { kysely }: Queries,
  labels: readonly string[],
): Promise<Map<string, OpenCheck[]>> {
  const { rows } = await sql<OpenCheck & { label: string }>`
    select label, identity_hash as "identityHash" from lab.open_checks(${[...labels]}::text[])`.execute(
    kysely,
  )
  return Map.groupBy(rows, ({ label }) => label)
}

/** Stores the identifiers of checked rows that would wait (`lab.note_checked`). */
export async function noteChecked(
  { kysely }: Queries,
  rows: readonly { label: string; identityHash: Buffer | undefined }[],
): Promise<void> {
  const given = rows.map(({ label, identityHash }) => ({
    label,
    identity_hash: identityHash?.toString('base64'),
  }))
  await sql`select lab.note_checked(${JSON.stringify(given)}::json)`.execute(kysely)
}

/** Whether another patient's tube agrees with a row as well as the tube of its label (`lab.agrees_elsewhere`). */
export async function agreesElsewhere(
  { kysely }: Queries,
  {
    label,
    surnameKey,
    forenameKey,
    birthDate,
    collectedOn,
  }: Pick<TakenRow, 'surnameKey' | 'forenameKey' | 'birthDate' | 'collectedOn'> & { label: string },
): Promise<boolean> {
  const { rows } = await sql<{ agrees: boolean }>`
    select lab.agrees_elsewhere(s, ${surnameKey}, ${forenameKey ?? null}, ${birthDate ?? null}::date, ${collectedOn ?? null}::date) as agrees
      from app.samples s where s.sample_id = lab.sample_of_label(${label})`.execute(kysely)
  return rows[0]?.agrees !== false
}
