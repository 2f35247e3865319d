import { readdir, readFile } from 'node:fs/promises'

const FOLDER = new URL('../../../../supabase/routines/', import.meta.url)
/**
 * The order in which the files are applied. Postgres looks up the names in an SQL function or a view when it creates it, so a file comes after those
 * that it uses. Names in PL/pgSQL are looked up when it runs.
 */
const FILES = [
  'core',
  'mail-priorities',
  'jobs',
  'account',
  'events',
  'booking',
  'waiting-list',
  'reminders',
  'payments',
  'refunds',
  'samples',
  'laboratory',
  'results',
  'calls',
  'retention',
  'staff',
  'audit',
].map((name) => `${name}.sql`)

/** A function, a view or a trigger. */
export type Routine = {
  /** As after `drop`: 'function booking.hold_slot', 'trigger events_guard on app.events'. */
  readonly id: string
  /** From the root of the repository. */
  readonly file: string
  /** The comment above the statement. */
  readonly comment: string
  readonly statement: string
}

/** Up to a semicolon that is not in a comment, a string or a body. */
const STATEMENT = /(?:--.*|'[^']*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+?;/g
const COMMENT = /^(?:\s|--.*)*/
const OBJECT = /^create (function|view) (\w+\.\w+)/
const TRIGGER = /^create (?:constraint )?trigger (\w+)\s[^;]*?\son (\w+\.\w+)/

function idOf(statement: string, file: string): string {
  const [, kind, name] = OBJECT.exec(statement) ?? []
  if (kind !== undefined) return `${kind} ${name}`
  const [, trigger, table] = TRIGGER.exec(statement) ?? []
  if (trigger !== undefined) return `trigger ${trigger} on ${table}`
  const [line] = statement.split('\n')
  throw new Error(`${file} may only create functions, views and triggers, not: ${line}`)
}

/** The routines of one file, in order. */
export function routinesIn(file: string, text: string): Routine[] {
  const rest = text.replace(STATEMENT, '').replace(COMMENT, '')
  if (rest !== '') throw new Error(`${file} does not end with a semicolon: ${rest.split('\n')[0]}`)
  return [...text.matchAll(STATEMENT)].map(([found]) => {
    const [comment = ''] = COMMENT.exec(found) ?? []
    const statement = found.slice(comment.length)
    return { id: idOf(statement, file), file, comment, statement }
  })
}

/** The functions, views and triggers of this release, in the order in which they are created. */
export async function readRoutines(): Promise<Routine[]> {
  const unknown = (await readdir(FOLDER)).filter((file) => !FILES.includes(file))
  if (unknown.length > 0) {
    throw new Error(`supabase/routines/${unknown[0]} has no place in the order of routines.ts.`)
  }
  const files = await Promise.all(
    FILES.map(async (file) =>
      routinesIn(`supabase/routines/${file}`, await readFile(new URL(file, FOLDER), 'utf8')),
    ),
  )
  const routines = files.flat()
  const twice = routines.find(({ id }, at) => routines.findIndex((one) => one.id === id) < at)
  if (twice !== undefined) throw new Error(`${twice.file} has ${twice.id} a second time.`)
  return routines
}
