import { isDeepStrictEqual } from 'node:util'
import { type Client, DatabaseError } from 'pg'
import type { Routine } from '#core/server/database/routines.ts'
import { isNewer, VERSION } from '#core/server/version.ts'

/** The line above a routine, or the first line of a migration, that the previous release cannot run with (CONTRIBUTING.md, "Change the database"). */
export const NEEDS_STOP = '-- needs: no running process'
/** A line that names a routine that the previous release does without, or calls with its new parameters too, and says why. */
const TOLERATED = /^-- tolerated: (\S+) \S/gm

/** The routines in force, as they were created and in that order, with the release that was migrated last. */
export const ROUTINE_TABLE = `create table if not exists supabase_migrations.routines (
  id text not null primary key, position int not null, version text not null, statement text not null)`
const RECORD = `insert into supabase_migrations.routines (id, statement, position, version)
  select one.id, one.statement, one.position, $3 from unnest($1::text[], $2::text[]) with ordinality as one (id, statement, position)`

/** What is in our schemas, without the functions that a default, a check or an index uses: those belong to the tables. */
const PRESENT = `
  select 'function ' || n.nspname || '.' || p.proname as id from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ('app', 'booking', 'lab') and not exists (
     select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
        and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass))
  union all
  select 'view ' || n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('app', 'booking', 'lab') and c.relkind = 'v'
  union all
  select 'trigger ' || t.tgname || ' on ' || n.nspname || '.' || c.relname
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('app', 'booking', 'lab') and not t.tgisinternal`

/** What a cascade could take from the tables. */
const TABLE_PARTS = `select (select count(*) from pg_attrdef) + (select count(*) from pg_constraint where contype <> 't')
  + (select count(*) from pg_index) + (select count(*) from pg_policy) as parts`

/** What is recorded, in order, as a backup keeps it. */
export type RecordedRoutine = Pick<Routine, 'id' | 'statement'> & { readonly version: string }

/** Runs a statement without parameters. */
export type Query = (text: string) => Promise<{ readonly rows: readonly object[] }>

/** The recorded routines, in order; none in a database that no release with this table has migrated. */
export async function recordedRoutines(query: Query): Promise<readonly RecordedRoutine[]> {
  const { rows } = await query(
    "select to_regclass('supabase_migrations.routines') is not null as present",
  )
  if ((rows[0] as { present?: boolean } | undefined)?.present !== true) return []
  const recorded = await query(
    'select id, version, statement from supabase_migrations.routines order by position',
  )
  return recorded.rows as readonly RecordedRoutine[]
}

const textsOf = (recorded: readonly RecordedRoutine[]) =>
  new Map(recorded.map(({ id, statement }) => [id, statement]))

/** A newer release has been migrated: its routines stay, and this release runs with them. */
const areNewer = (recorded: readonly RecordedRoutine[]) =>
  recorded.some(({ version }) => isNewer(version, VERSION))

/** The files whose routines are not in force. */
export function pendingFiles(
  recorded: readonly RecordedRoutine[],
  routines: readonly Routine[],
): string[] {
  if (areNewer(recorded)) return []
  const texts = textsOf(recorded)
  const files = routines.flatMap(({ id, file, statement }) => {
    const isInForce = texts.get(id) === statement
    texts.delete(id)
    return isInForce ? [] : [file]
  })
  // What is left was in a file of an earlier release.
  return [...new Set(texts.size > 0 ? [...files, 'supabase/routines'] : files)]
}

type Plan = {
  /** Ids of what this release does not have, or what cannot be replaced in place. */
  readonly drops: readonly string[]
  readonly changed: readonly Routine[]
}

/** Name, parameters and result of a function: what `create or replace` cannot change. */
const headOf = (statement = '') => /^[\s\S]*?\blanguage\b/.exec(statement)?.[0]

/** Postgres refuses a view that lacks a column of the one it replaces: a migration drops it first. */
const isReplaced = ({ id, statement }: Routine, before: string | undefined) =>
  id.startsWith('view ') || (id.startsWith('function ') && headOf(before) === headOf(statement))

async function presentIds(query: Query): Promise<ReadonlySet<string>> {
  const { rows } = await query(PRESENT)
  return new Set(rows.map((row) => (row as { id: string }).id))
}

async function planOf(
  query: Query,
  recorded: readonly RecordedRoutine[],
  routines: readonly Routine[],
): Promise<Plan> {
  const texts = textsOf(recorded)
  const changed = routines.filter(({ id, statement }) => texts.get(id) !== statement)
  const inPlace = routines.filter(
    (one) => !changed.includes(one) || isReplaced(one, texts.get(one.id)),
  )
  const stay = new Set(inPlace.map(({ id }) => id))
  // What another tool made stays. The former migrations recorded no routines.
  const ours = new Set([...texts.keys(), ...routines.map(({ id }) => id)])
  const isOurs = (id: string) => recorded.length === 0 || ours.has(id)
  const present = [...(await presentIds(query))]
  return { drops: present.filter((id) => isOurs(id) && !stay.has(id)), changed }
}

/** The first routine whose change a running process of the previous release does not tolerate. */
export async function intolerableRoutine(
  query: Query,
  routines: readonly Routine[],
): Promise<string | undefined> {
  const recorded = await recordedRoutines(query)
  if (areNewer(recorded)) return undefined
  const { drops, changed } = await planOf(query, recorded, routines)
  const comments = routines.map(({ comment }) => comment).join('\n')
  const tolerated = new Set([...comments.matchAll(TOLERATED)].map(([, name]) => name))
  const isKept = new Set(routines.map(({ id }) => id))
  return (
    changed.find(({ comment }) => comment.split('\n').includes(NEEDS_STOP))?.id ??
    drops.find((id) => {
      const [kind, name] = id.split(' ')
      return !tolerated.has(name) && !(kind === 'trigger' && isKept.has(id))
    })
  )
}

/** Creates one routine, or replaces it in place. */
export async function createRoutine(
  client: Client,
  { id, statement }: Pick<Routine, 'id' | 'statement'>,
): Promise<void> {
  try {
    await client.query(statement.replace(/^create (?=function|view)/, 'create or replace '))
    const [kind, name] = id.split(' ')
    if (kind === 'function') await client.query(`revoke all on function ${name} from public`)
  } catch (error) {
    if (error instanceof DatabaseError) error.message = `${id}: ${error.message}`
    throw error
  }
}

/** Records all routines of a release. */
export async function recordRoutines(
  client: Client,
  routines: readonly Pick<Routine, 'id' | 'statement'>[],
  version: string,
): Promise<void> {
  await client.query('delete from supabase_migrations.routines')
  const columns = [routines.map(({ id }) => id), routines.map(({ statement }) => statement)]
  await client.query(RECORD, [...columns, version])
}

/**
 * Replaces the routines that have changed and drops those that this release does not have, in the open transaction. What a
 * dropped one takes with it is created again.
 * @throws when a default, a check, an index or a policy would go with it.
 */
export async function replaceRoutines(client: Client, routines: readonly Routine[]): Promise<void> {
  const query: Query = (text) => client.query(text)
  const recorded = await recordedRoutines(query)
  if (areNewer(recorded)) return
  const { drops, changed } = await planOf(query, recorded, routines)
  const before = await query(TABLE_PARTS)
  for (const id of drops) await query(`drop ${id.replace(' ', ' if exists ')} cascade`)
  const after = await query(TABLE_PARTS)
  if (!isDeepStrictEqual(before.rows, after.rows)) {
    throw new Error(`A table needs one of these routines, so none was dropped: ${drops.join(', ')}`)
  }
  const present = await presentIds(query)
  for (const routine of routines) {
    if (changed.includes(routine) || !present.has(routine.id)) await createRoutine(client, routine)
  }
  await recordRoutines(client, routines, VERSION)
}
