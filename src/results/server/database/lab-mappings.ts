import { sql } from 'kysely'
import * as z from 'zod/mini'
import { comparedName } from '#core/rules/lab-key.ts'
import { isSamePerson, personKey } from '#core/rules/staff-person.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import {
  ALL_LAB_COLUMNS,
  DATE_FORMS,
  ENCODINGS,
  type LabMapping,
  SPECIFICATION,
  STATUS_CODES,
} from '#results/rules/lab-mapping.ts'

/** A laboratory and how it writes its files now. Without a mapping it uses the standard format. */
export type Laboratory = {
  readonly labId: number
  readonly name: string
  readonly mappingId: string | null
  readonly mapping: LabMapping
  /** Who saved the mapping. */
  readonly madeBy: string | null
}

/** A version of a mapping. */
export type MappingVersion = {
  readonly mappingId: string
  readonly validFrom: Date
  readonly madeBy: string
  readonly madeAt: Date
}

const texts = z.array(z.string())
const mappingSchema: z.ZodMiniType<LabMapping> = z.object({
  encoding: z.enum(ENCODINGS),
  separator: z.enum([',', ';', '\t']),
  headers: z.record(z.enum(ALL_LAB_COLUMNS), z.string()),
  unread: texts,
  dates: z.enum(DATE_FORMS),
  hasTimes: z.boolean(),
  statuses: z.record(z.enum(STATUS_CODES), texts),
  hasUnitInValue: z.boolean(),
  skipped: texts,
  tests: texts,
  otherTests: texts,
})

/** The mapping by which a file was read; null is the standard format. */
export const storedMapping = (stored: unknown): LabMapping =>
  stored === null ? SPECIFICATION : mappingSchema.parse(stored)

/** Every laboratory with its mapping in force, by name. */
export async function listLaboratories({ kysely }: Queries): Promise<Laboratory[]> {
  const { rows } = await sql<{
    labId: number
    name: string
    mappingId: string | null
    mapping: unknown
    madeBy: string | null
  }>`select l.lab_id as "labId", l.lab_name as name, m.mapping_id as "mappingId", m.mapping, m.made_by as "madeBy"
       from app.labs l
       left join lateral (
         select * from app.lab_mappings m where m.lab_id = l.lab_id and m.valid_from <= app.clock_now()
          order by m.valid_from desc, m.made_at desc, m.mapping_id limit 1) m on true
      order by l.lab_name`.execute(kysely)
  return rows.map((row) => ({ ...row, mapping: storedMapping(row.mapping) }))
}

/** Whether this person saved the mapping in force: then another person imports its files (LAB-02). */
export const hasMapped = (by: string, { madeBy }: Laboratory): boolean =>
  madeBy !== null && isSamePerson(by, madeBy)

/** A laboratory by its id or by its name as files have it. */
export async function findLaboratory(
  db: Queries,
  which: { labId: number } | { name: string },
): Promise<Laboratory | undefined> {
  const all = await listLaboratories(db)
  return all.find((lab) =>
    'labId' in which
      ? lab.labId === which.labId
      : comparedName(lab.name) === comparedName(which.name),
  )
}

/** Makes other changes of this laboratory's mapping wait until the transaction ends. */
export async function lockLaboratory({ kysely }: Queries, labId: number): Promise<void> {
  await sql`select from app.labs where lab_id = ${labId} for update`.execute(kysely)
}

/** The versions of a laboratory's mapping, the newest first. */
export const listMappings = ({ kysely }: Queries, labId: number): Promise<MappingVersion[]> =>
  kysely
    .selectFrom('lab_mappings')
    .select([
      'mapping_id as mappingId',
      'valid_from as validFrom',
      'made_by as madeBy',
      'made_at as madeAt',
    ])
    .where('lab_id', '=', labId)
    .orderBy('valid_from', 'desc')
    .orderBy('made_at', 'desc')
    .execute()

/** Adds a version; the caller writes the audit entry. `validFrom`: null is now. */
export async function insertMapping(
  { kysely }: Queries,
  version: { id: string; labId: number; validFrom: Date | null; mapping: LabMapping; by: string },
): Promise<void> {
  await kysely
    .insertInto('lab_mappings')
    .values({
      mapping_id: version.id,
      lab_id: version.labId,
      valid_from: version.validFrom ?? databaseNow,
      mapping: sql`${JSON.stringify(version.mapping)}::jsonb`,
      made_by: version.by,
      made_by_key: personKey(version.by),
      made_at: databaseNow,
    })
    .execute()
}

/** Whether tubes with these labels went to this laboratory, or to others; false for labels that no tube has. */
export async function findTubesOf(
  { kysely }: Queries,
  labels: readonly string[],
  labId: number,
): Promise<{ own: boolean; others: boolean }> {
  const { rows } = await sql<{ own: boolean; others: boolean }>`
    select coalesce(bool_or(lab_id = ${labId}), false) as own, coalesce(bool_or(lab_id <> ${labId}), false) as others
      from app.samples where label = any(${[...labels]}::text[])`.execute(kysely)
  return rows[0] ?? { own: false, others: false }
}
