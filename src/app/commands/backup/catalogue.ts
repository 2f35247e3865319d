import type { Client } from 'pg'
import type { Manifest } from '#app/commands/backup/manifest.ts'

/** The schemas of a backup: ours, and the identity service's when it uses the same database. */
const SCHEMAS = ['app', 'auth']

type Table = Pick<Manifest['tables'][number], 'schema' | 'name' | 'columns'>

/** A table's or sequence's name in a statement. */
export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `"${schema.replaceAll('"', '""')}"."${name.replaceAll('"', '""')}"`

/** The columns in a statement. */
export const columnList = (columns: readonly string[]): string =>
  columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')

/** Tables of the identity service whose rows let their holder sign in or finish a sign-in: a backup has none of them. */
const OPEN_SIGN_INS = [
  'sessions',
  'refresh_tokens',
  'one_time_tokens',
  'flow_state',
  'mfa_amr_claims',
  'mfa_challenges',
  'saml_relay_states',
]
/** Columns of its users with tokens of mailed codes and links. */
const TOKEN_COLUMN = /_token(_new|_current)?$/

/** The rows of a table that a backup copies, as a query. The identity service expects an empty text instead of a token. */
export function copiedRows(table: Table): string {
  const isIdentity = table.schema === 'auth'
  const columns = table.columns.map((column) => {
    const name = columnList([column])
    return isIdentity && table.name === 'users' && TOKEN_COLUMN.test(column)
      ? `case when ${name} is not null then '' end as ${name}`
      : name
  })
  const rows = isIdentity && OPEN_SIGN_INS.includes(table.name) ? ' where false' : ''
  return `select ${columns.join(', ')} from ${quoted(table)}${rows}`
}

/** Every table, without its generated columns: a table that refers to another comes after it. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select n.nspname as schema, c.relname as name,
        array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               order by a.attnum) as columns,
        array(select distinct fn.nspname || '.' || f.relname from pg_constraint k
                join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
               where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1) order by 1, 2`,
    [SCHEMAS],
  )
  const ordered: Table[] = []
  const placed = new Set<string>()
  let waiting = rows
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => placed.has(name)))
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.')
    for (const { schema, name, columns } of ready) {
      ordered.push({ schema, name, columns })
      placed.add(`${schema}.${name}`)
    }
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}

/** The last value of every sequence that was used. */
export async function listSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string; last: string }>(
    `select schemaname as schema, sequencename as name, last_value as last from pg_sequences
      where schemaname = any ($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  )
  return rows.map((row) => ({ ...row, last: Number(row.last) }))
}
