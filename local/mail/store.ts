import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Message } from './message.ts'

/** Older mails are deleted: the page and the API send all of them. */
export const KEPT_MESSAGES = 2_000
export const KEPT_BYTES = 50_000_000

export type MessageStore = {
  add: (message: Omit<Message, 'id'>) => void
  /** Newest first; with an address only mails to it, compared without case. */
  list: (to?: string) => Message[]
  find: (id: string) => Message | undefined
  close: () => void
}

/** Opens the mails in a SQLite file of `folder`. */
export function openMessageStore(folder: string, keptBytes = KEPT_BYTES): MessageStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'messages.sqlite'))
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists messages (id integer primary key autoincrement, body text not null);
  `)
  const insert = database.prepare('insert into messages (body) values (?)')
  const totals = database.prepare(
    'select count(*) as count, coalesce(sum(octet_length(body)), 0) as bytes from messages',
  )
  const oldest = database.prepare(
    'select id, octet_length(body) as bytes from messages order by id limit 1',
  )
  const remove = database.prepare('delete from messages where id = ?')
  const total = totals.get()
  let count = Number(total?.['count'])
  let bytes = Number(total?.['bytes'])
  /** Keeps the newest mail, however large. */
  const prune = () => {
    while (count > KEPT_MESSAGES || (bytes > keptBytes && count > 1)) {
      const first = oldest.get()
      remove.run(Number(first?.['id']))
      count -= 1
      bytes -= Number(first?.['bytes'])
    }
  }
  const all = database.prepare('select id, body from messages order by id desc')
  const one = database.prepare('select id, body from messages where id = ?')
  return {
    add(message) {
      const body = JSON.stringify(message)
      insert.run(body)
      count += 1
      bytes += Buffer.byteLength(body)
      prune()
    },
    list(to) {
      const wanted = to?.trim().toLowerCase()
      const messages = all.all().map(toMessage)
      return wanted ? messages.filter((message) => isTo(message, wanted)) : messages
    },
    find(id) {
      const row = one.get(id)
      return row && toMessage(row)
    },
    close: () => database.close(),
  }
}

function toMessage(row: Record<string, unknown>): Message {
  return { id: String(row['id']), ...JSON.parse(String(row['body'])) }
}

function isTo(message: Message, address: string): boolean {
  return message.to.toLowerCase().split(', ').includes(address)
}
