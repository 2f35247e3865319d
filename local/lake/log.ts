import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LakeDocument } from './document.ts'

/** Prefix of the ids of the documents in which the website reports its state. */
const SITE_PREFIX = 'site.'

/** One committed transaction: the client's mutations and the resulting documents (null: deleted). */
export type LogEntry = {
  id: string
  timestamp: string
  author: string
  mutations: unknown[]
  changes: { id: string; after: LakeDocument | null }[]
}

/** Every transaction of a dataset, oldest first, one line of JSON each. It survives `kill -9`, not a power failure. */
export class TransactionLog {
  readonly #file: string

  constructor(dir: string) {
    this.#file = join(dir, 'log.ndjson')
    mkdirSync(dir, { recursive: true })
    joinArchives(dir, this.#file)
    if (!existsSync(this.#file)) writeFileSync(this.#file, '')
  }

  /** All transactions. Removes a last line that a crash left incomplete. Throws when another line is damaged. */
  recover(): LogEntry[] {
    const content = readFileSync(this.#file)
    const end = content.lastIndexOf(10) + 1
    if (end < content.length) truncateSync(this.#file, end)
    return linesOf(content.subarray(0, end)).map((line) => JSON.parse(line) as LogEntry)
  }

  append(entry: LogEntry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** The transactions that may concern one of these documents, oldest first. */
  history(ids: readonly string[]): LogEntry[] {
    // The format in which `append` writes a change. Text comparison first: the website's record contains the ids of all documents, and parsing it for each request is slow.
    const marks = ids.map((id) => `{"id":${JSON.stringify(id)},"after":`)
    return linesOf(readFileSync(this.#file))
      .filter((line) => marks.some((mark) => line.includes(mark)))
      .map((line) => JSON.parse(line) as LogEntry)
  }

  /**
   * The latest transactions of editors and imports, newest first; with `upTo` only that one and older ones, none if its id
   * is unknown. The website's own reports are left out: they are frequent and would fill the limit.
   */
  latest(limit: number, upTo: string | undefined): LogEntry[] {
    const found: LogEntry[] = []
    let isAfter = upTo !== undefined
    for (const line of linesOf(readFileSync(this.#file)).reverse()) {
      const entry = JSON.parse(line) as LogEntry
      if (entry.id === upTo) isAfter = false
      const isReport = entry.changes.every(({ id }) => id.startsWith(SITE_PREFIX))
      if (!(isAfter || isReport)) found.push(entry)
      if (found.length >= limit) break
    }
    return found
  }
}

const linesOf = (content: Buffer): string[] => content.toString().split('\n').slice(0, -1)

/** Up to version 0.4.0, older transactions were in archives, and the documents in a snapshot too. */
function joinArchives(dir: string, file: string): void {
  const folder = join(dir, 'history')
  if (!existsSync(folder)) return
  const archives = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  const files = [...archives.sort().map((name) => join(folder, name)), file]
  writeFileSync(
    `${file}.new`,
    Buffer.concat(files.filter(existsSync).map((one) => readFileSync(one))),
  )
  renameSync(`${file}.new`, file)
  for (const old of ['history', 'snapshot.ndjson'])
    rmSync(join(dir, old), { recursive: true, force: true })
}
