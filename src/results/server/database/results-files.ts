import { sql } from 'kysely'
import { personKey } from '#core/rules/staff-person.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { callFunction, snakeCase } from '#core/server/database/call-function.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { RowEnd } from '#core/server/database/result-tables.ts'
import type { RowDecision } from '#results/rules/lab-match.ts'

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
  /** Tubes of other patients of the same laboratory with the same surname and birth date. */
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

/** A row that is taken over, with the names of `lab.take_over`; the sealed values are bound to `rowId` and `resultId`. */
export type TakenRow = {
  readonly rowId: string
  readonly line: number
  readonly label: string | undefined
  readonly decision: RowDecision['kind']
  readonly reasons: readonly string[]
  readonly corrected: boolean
  readonly surnameKey: string
  readonly forenameKey: string | undefined
  readonly birthDate: IsoDate | undefined
  readonly labKey: string
  readonly collectedOn: IsoDate | undefined
  readonly nhsHash: Buffer | undefined
  readonly identityHash: Buffer | undefined
  readonly contentHash: Buffer | undefined
  /** The newest result of the sample when the row was decided. */
  readonly previousId: string | null
  readonly rowSealed: Buffer | undefined
  readonly resultId: string
  readonly findingSealed: Buffer | undefined
}

/** A row that waits, as the list shows it: no name and no value. */
export type WaitingRow = {
  readonly rowId: string
  readonly importedAt: Date
  readonly line: number
  readonly label: string | null
  readonly reasons: readonly string[]
  readonly proposedEnd: RowEnd | null
  readonly proposedBy: string | null
  readonly importedBy: string
}

/** A row in quarantine with its content and the tube that has its label. */
export type QuarantinedRow = WaitingRow & {
  readonly fileId: string
  readonly rowSealed: Buffer | null
  readonly proposedReason: string | null
  readonly proposedAt: Date | null
  /** How its laboratory writes rows (`storedMapping`). */
  readonly mapping: unknown
  /** The newest result of the tube when its end was proposed. */
  readonly proposedAbout: string | null
}

export type KnownFile = { readonly importedAt: Date; readonly importedBy: string }
export type NewFile = {
  readonly fileId: string
  readonly sha256: Buffer
  readonly rowCount: number
  readonly by: string
  /** Null for a file in the standard format. */
  readonly labId: number | null
  readonly mappingId: string | null
}
export type DecisionCounts = Partial<Record<RowDecision['kind'], number>>
/** The rows by what became of them, and the lines that the database sent back to quarantine. */
export type TakenOver = { readonly counts: DecisionCounts; readonly sentBack: readonly number[] }

/** Makes other imports, confirmations and new tubes wait until the transaction ends. */
export async function waitForLabImports({ kysely }: Queries): Promise<void> {
  await sql`select lab.queue_for_rows(true)`.execute(kysely)
}

/** Locks the samples of these labels until the transaction ends, in the order of every step (`lab.lock_samples`). */
export async function lockSamples({ kysely }: Queries, labels: readonly string[]): Promise<void> {
  await sql`select lab.lock_samples(${[...labels]}::text[])`.execute(kysely)
}

/** When and by whom a file with this content was imported. */
export async function findLabFile(
  { kysely }: Queries,
  sha256: Buffer,
): Promise<KnownFile | undefined> {
  return await kysely
    .selectFrom('lab_files')
    .select(['imported_at as importedAt', 'imported_by as importedBy'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Adds a file; the caller writes the audit entry. */
export async function insertLabFile({ kysely }: Queries, file: NewFile): Promise<void> {
  await kysely
    .insertInto('lab_files')
    .values({
      file_id: file.fileId,
      sha256: file.sha256,
      imported_by: file.by,
      imported_by_key: personKey(file.by),
      imported_at: databaseNow,
      row_count: file.rowCount,
      lab_id: file.labId,
      mapping_id: file.mappingId,
    })
    .execute()
}

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
           array(
             select jsonb_build_object('forenameKey', o.forename_key, 'nhsHash', encode(op.nhs_number_hash, 'base64'),
                 'takenOn', (o.taken_at at time zone 'Europe/London')::date)
               from app.samples o join app.profiles op on op.profile_id = o.profile_id
              where o.birth_date = s.birth_date and o.surname_key = s.surname_key and o.lab_id = s.lab_id
                and o.profile_id <> s.profile_id and o.label <> s.label and o.state <> 'mistaken') as namesakes
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

/** A row as JSON for SQL, with its bytes as base64. */
const rowJson = (row: TakenRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      snakeCase(name),
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  )

/**
 * Gives the values of decided rows to their patients; the database checks each row again (`lab.take_over`). `confirmed`: why the person
 * accepts what another proposed for a row that waits; `paper`: the one identifier that differs, as the paper form has it.
 */
export async function takeOver(
  db: Queries,
  file: string,
  rows: readonly TakenRow[],
  { by, confirmed, paper }: { by: string; confirmed?: string; paper?: string | undefined },
): Promise<TakenOver> {
  const answer = await callFunction<{
    r_decisions: DecisionCounts | null
    r_sent_back: number[] | null
  }>(db, 'lab.take_over', {
    file,
    by,
    byKey: personKey(by),
    rows: JSON.stringify(rows.map(rowJson)),
    confirmed,
    paper,
  })
  return { counts: answer.r_decisions ?? {}, sentBack: answer.r_sent_back ?? [] }
}

const waiting = (db: Queries) =>
  db.kysely
    .selectFrom('lab_rows as r')
    .innerJoin('lab_files as f', 'f.file_id', 'r.file_id')
    .where('r.decision', '=', 'quarantined')
    .where('r.resolution', 'is', null)

const WAITING = [
  'r.row_id as rowId',
  'f.imported_at as importedAt',
  'r.line',
  'r.label',
  'r.reasons',
  'r.proposed_resolution as proposedEnd',
  'r.proposed_by as proposedBy',
  'f.imported_by as importedBy',
] as const

/** Every row that waits, the oldest file first. */
export const listQuarantine = (db: Queries): Promise<WaitingRow[]> =>
  waiting(db).select(WAITING).orderBy('f.imported_at').orderBy('r.line').execute()

/** One row that waits, or undefined. */
export const findQuarantined = (db: Queries, rowId: string): Promise<QuarantinedRow | undefined> =>
  waiting(db)
    .leftJoin('lab_mappings as m', 'm.mapping_id', 'f.mapping_id')
    .select([
      ...WAITING,
      'm.mapping',
      'r.file_id as fileId',
      'r.row_sealed as rowSealed',
      'r.proposed_reason as proposedReason',
      'r.proposed_at as proposedAt',
      'r.proposed_about as proposedAbout',
    ])
    .where('r.row_id', '=', rowId)
    .executeTakeFirst()

/** How a row that waited ended; undefined when it waits, or is none. */
export async function findEnd(
  { kysely }: Queries,
  rowId: string,
): Promise<{ end: RowEnd | 'overtaken'; by: string; at: Date } | undefined> {
  return await kysely
    .selectFrom('lab_rows')
    .select(['resolution as end', 'resolved_by as by', 'resolved_at as at'])
    .where('row_id', '=', rowId)
    .where('resolution', 'is not', null)
    .$narrowType<{ end: RowEnd | 'overtaken'; by: string; at: Date }>()
    .executeTakeFirst()
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

/** What a person says about a row that waits; `about` is the newest result of its tube. */
export type RowStep = {
  readonly end: RowEnd
  readonly by: string
  readonly reason: string
  readonly about: string | null
  /** The identifier that differs, as the paper form has it. */
  readonly paper: string | undefined
}

/** Stores how a person proposes to end a row; the row still waits. An earlier proposal is replaced. */
export async function proposeEnd(
  { kysely }: Queries,
  rowId: string,
  { end, by, reason, about, paper }: RowStep,
): Promise<void> {
  await kysely
    .updateTable('lab_rows')
    .set({
      proposed_resolution: end,
      proposed_by: by,
      proposed_by_key: personKey(by),
      proposed_at: databaseNow,
      proposed_reason: reason,
      proposed_about: about,
      proposed_paper: paper ?? null,
    })
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
}

/** Closes a row without a result, as another person proposed. */
export async function closeQuarantined(
  { kysely }: Queries,
  rowId: string,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  await kysely
    .updateTable('lab_rows')
    .set({
      resolution: 'closed',
      resolved_by: by,
      resolved_by_key: personKey(by),
      resolved_at: databaseNow,
      resolution_reason: reason,
    })
    .where('row_id', '=', rowId)
    .executeTakeFirstOrThrow()
}

/** Days for which the content of a row that was dealt with is kept. */
const ROW_CONTENT_DAYS = 90

/** Deletes the content of rows that were dealt with, and deletes rows of no patient after a year. */
export async function tidyLabRows({ kysely }: Queries): Promise<void> {
  await sql`select app.forget_lab_rows(${ROW_CONTENT_DAYS}::int)`.execute(kysely)
}
