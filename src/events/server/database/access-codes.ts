import { sql } from 'kysely'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A new access code; the code itself only encrypted and as a keyed hash. */
export type NewCode = {
  readonly codeId: string
  readonly eventId: number
  readonly label: string
  readonly sealed: Buffer
  readonly lookup: Buffer
  /** The booked patients that it is for; null without a limit. */
  readonly mostUses: number | null
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly imported?: boolean
}

/** An access code of an event and what became of it. */
export type StoredCode = Omit<NewCode, 'lookup' | 'eventId' | 'imported'> & {
  readonly used: number
  readonly revokedAt: Date | null
}

/** Adds a code; false when the event has or had the same one. */
export async function insertCode({ kysely }: Queries, code: NewCode): Promise<boolean> {
  const row = await kysely
    .insertInto('access_codes')
    .values({
      code_id: code.codeId,
      event_id: code.eventId,
      label: code.label,
      code_sealed: code.sealed,
      code_lookup: code.lookup,
      most_uses: code.mostUses,
      valid_from: code.validFrom,
      valid_until: code.validUntil,
      imported: code.imported ?? false,
      created_at: databaseNow,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'code_lookup']).doNothing())
    .returning('code_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The codes of an event, the oldest first. */
export async function listCodes({ kysely }: Queries, eventId: number): Promise<StoredCode[]> {
  return await kysely
    .selectFrom('access_codes')
    .select([
      'code_id as codeId',
      'label',
      'code_sealed as sealed',
      'most_uses as mostUses',
      'used',
      'valid_from as validFrom',
      'valid_until as validUntil',
      'revoked_at as revokedAt',
    ])
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('code_id')
    .execute()
}

/** Of these events, those for which no code is open with a use left. */
export async function findWithoutUsableCode(
  { kysely }: Queries,
  eventIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${[...eventIds]}::bigint[]) as asked (id)
     where not exists (
       select from app.access_codes c where c.event_id = asked.id and app.code_is_open(c, ${databaseNow})
          and (c.most_uses is null or c.used < c.most_uses))`.execute(kysely)
  return new Set(rows.map(({ id }) => id))
}

/** Ends a code of an event immediately; booked appointments stay. False when there is no such code or it is revoked already. */
export async function revokeCode(
  { kysely }: Queries,
  eventId: number,
  codeId: string,
): Promise<boolean> {
  const row = await kysely
    .updateTable('access_codes')
    .set({ revoked_at: databaseNow })
    .where('event_id', '=', eventId)
    .where('code_id', '=', codeId)
    .where('revoked_at', 'is', null)
    .returning('code_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A code that a file or a form gives to an event. */
export type GivenCode = { readonly eventId: number; readonly lookup: Buffer }

/** The events for which the given code was revoked. */
export async function findRevoked(
  { kysely }: Queries,
  codes: readonly GivenCode[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select c.event_id as id
      from unnest(${codes.map(({ eventId }) => eventId)}::bigint[], ${codes.map(({ lookup }) => lookup)}::bytea[])
        as given (event_id, lookup)
      join app.access_codes c on c.event_id = given.event_id and c.code_lookup = given.lookup
     where c.revoked_at is not null`.execute(kysely)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Makes `code` the imported code of its event. The same code stays as it is, with its grants and uses; another one revokes the
 * imported code before it.
 */
export async function saveImportedCode(db: Queries, code: NewCode): Promise<void> {
  await db.kysely
    .updateTable('access_codes')
    .set({ revoked_at: databaseNow })
    .where('event_id', '=', code.eventId)
    .where('imported', '=', true)
    .where('revoked_at', 'is', null)
    .where('code_lookup', '<>', code.lookup)
    .execute()
  await insertCode(db, { ...code, imported: true })
}
