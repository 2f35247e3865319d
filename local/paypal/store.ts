import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Documents, StoredEvent } from './documents.ts'

/** Older documents of a kind are deleted at start. */
export const KEPT_DOCUMENTS = 20_000

const INDEXED = ['invoiceId', 'captureId'] as const
type Indexed = (typeof INDEXED)[number]

const property = (name: Indexed | 'nextAt') => `json_extract(content, '$.${name}')`

export type Store = {
  get: <Kind extends keyof Documents>(kind: Kind, id: string) => Documents[Kind] | undefined
  put: <Kind extends keyof Documents>(kind: Kind, id: string, document: Documents[Kind]) => void
  /** Those with this value, newest first. */
  having: <Kind extends 'capture' | 'refund' | 'dispute'>(
    kind: Kind,
    property: Indexed,
    value: string,
  ) => Documents[Kind][]
  /** Newest first. */
  list: <Kind extends keyof Documents>(kind: Kind, most?: number) => Documents[Kind][]
  /** Events that are to be sent by `now` (Unix time, ms), oldest first. */
  dueEvents: (now: number) => StoredEvent[]
  /** When the next event is to be sent (Unix time, ms); undefined when none waits. */
  nextEventAt: () => number | undefined
  /** Runs `act`, and keeps all of its changes or none. */
  together: <Value>(act: () => Value) => Value
  getSetting: (name: string) => string | undefined
  putSetting: (name: string, value: string) => void
  close: () => void
}

/** Opens the SQLite file of `folder`. A killed process loses no change that it had answered. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'paypal.sqlite'))
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists documents (
      number integer primary key autoincrement, kind text not null, id text not null, content text not null, unique (kind, id));
    create table if not exists settings (name text primary key, value text not null);
    ${INDEXED.map((name) => `create index if not exists by_${name} on documents (${property(name)});`).join('\n')}
    drop index if exists waiting;
    create index if not exists by_kind on documents (kind, number);
    create index if not exists due on documents (${property('nextAt')}) where ${property('nextAt')} is not null;
    delete from documents as old where number <= (
      select number from documents where kind = old.kind order by number desc limit 1 offset ${KEPT_DOCUMENTS});
  `)
  const get = database.prepare('select content from documents where kind = ? and id = ?')
  const put = database.prepare(
    `insert into documents (kind, id, content) values (?, ?, ?)
     on conflict (kind, id) do update set content = excluded.content`,
  )
  const list = database.prepare(
    'select content from documents where kind = ? order by number desc limit ?',
  )
  const having = {
    invoiceId: byProperty(database, 'invoiceId'),
    captureId: byProperty(database, 'captureId'),
  }
  // Without a named index SQLite reads all documents, in the order of their numbers.
  const due = database.prepare(
    `select content from documents indexed by due where ${property('nextAt')} is not null and ${property('nextAt')} <= ? order by number`,
  )
  const nextAt = database.prepare(
    `select min(${property('nextAt')}) as at from documents where ${property('nextAt')} is not null`,
  )
  const getSetting = database.prepare('select value from settings where name = ?')
  const putSetting = database.prepare('insert or replace into settings (name, value) values (?, ?)')
  return {
    get: (kind, id) => contentOf(get.get(kind, id)),
    put: (kind, id, document) => void put.run(kind, id, JSON.stringify(document)),
    having: (kind, name, value) =>
      having[name].all(kind, value).flatMap((row) => contentOf(row) ?? []),
    list: (kind, most = -1) => list.all(kind, most).flatMap((row) => contentOf(row) ?? []),
    dueEvents: (now) => due.all(now).flatMap((row) => contentOf(row) ?? []),
    nextEventAt() {
      const at = nextAt.get()?.['at']
      return typeof at === 'number' ? at : undefined
    },
    together(act) {
      database.exec('begin immediate')
      try {
        const value = act()
        database.exec('commit')
        return value
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    getSetting(name) {
      const value = getSetting.get(name)?.['value']
      return typeof value === 'string' ? value : undefined
    },
    putSetting: (name, value) => void putSetting.run(name, value),
    close: () => database.close(),
  }
}

const byProperty = (database: DatabaseSync, name: Indexed) =>
  database.prepare(
    `select content from documents where kind = ? and ${property(name)} = ? order by number desc`,
  )

/** Only this file's `put` writes the column, with the type of its kind. */
const contentOf = (row: Record<string, unknown> | undefined) =>
  row === undefined ? undefined : JSON.parse(String(row['content']))
