import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** One accepted text message. `key` is the Idempotency-Key. */
export type Sms = {
  id: string
  key: string
  to: string
  from: string
  text: string
  receivedAt: string
}

/** Older messages are deleted. */
export const KEPT_SMS = 2_000

export type SmsStore = {
  /** Stores a message; one with a known key is not stored again. */
  add: (message: Omit<Sms, 'id'>) => void
  /** Newest first; with a number only messages to it. */
  list: (to?: string) => Sms[]
  close: () => void
}

/** Opens the messages in a SQLite file of `folder`. */
export function openSmsStore(folder: string): SmsStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'messages.sqlite'))
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists messages (
      id integer primary key autoincrement, key text not null unique, "to" text not null, "from" text not null,
      text text not null, received_at text not null);
  `)
  const insert = database.prepare(
    'insert or ignore into messages (key, "to", "from", text, received_at) values (?, ?, ?, ?, ?)',
  )
  const prune = database.prepare(
    'delete from messages where id <= (select max(id) from messages) - ?',
  )
  const all = database.prepare('select * from messages order by id desc')
  return {
    add({ key, to, from, text, receivedAt }) {
      insert.run(key, to, from, text, receivedAt)
      prune.run(KEPT_SMS)
    },
    list(to) {
      const messages = all.all().map(toSms)
      return to ? messages.filter((message) => message.to === to) : messages
    },
    close: () => database.close(),
  }
}

const toSms = (row: Record<string, unknown>): Sms => ({
  id: String(row['id']),
  key: String(row['key']),
  to: String(row['to']),
  from: String(row['from']),
  text: String(row['text']),
  receivedAt: String(row['received_at']),
})
