import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder, writeAtomically } from '../../shared/node/atomic-file.ts'
import { completeFiles, lastArchived, requireComplete } from './complete-dataset.ts'
import type { LakeDocument } from './document.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

/** Prefix of the ids of the documents in which the website reports its state. */
const SITE_PREFIX = 'site.'

/** One committed transaction: the client's mutations and the resulting documents (null: deleted). */
export type LogEntry = {
  sequence: number
  id: string
  timestamp: string
  author: string
  mutations: unknown[]
  changes: { id: string; after: LakeDocument | null }[]
}

/**
 * The transactions of a dataset on disk: a snapshot, the log since the snapshot, and older logs as history.
 * `append` returns after the entry is flushed to the disk. The next start removes a line that a crash left incomplete, and
 * throws when a file is missing.
 */
export class TransactionLog {
  readonly #dir: string
  #file: number
  #bytes: number
  /** Whether an incomplete line may be at the end. */
  #isTorn = false

  private constructor(dir: string) {
    this.#dir = dir
    this.#file = openSync(join(dir, 'log.ndjson'), 'a+')
    this.#bytes = fstatSync(this.#file).size
  }

  static open(dir: string): { log: TransactionLog; snapshot: Snapshot; entries: LogEntry[] } {
    completeFiles(dir)
    const snapshot = readSnapshot(join(dir, 'snapshot.ndjson'))
    const log = new TransactionLog(dir)
    const entries = log.#recover()
    const sequences = entries.map(({ sequence }) => sequence)
    requireComplete(dir, {
      snapshot: snapshot.sequence,
      log: sequences,
      archived: lastArchived(dir),
    })
    return { log, snapshot, entries: entries.filter((entry) => entry.sequence > snapshot.sequence) }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Throws when the disk is full or not writable; the log is then as before. */
  append(entry: LogEntry): void {
    if (this.#isTorn) this.#cut()
    const line = Buffer.from(`${JSON.stringify(entry)}\n`)
    try {
      let written = 0
      while (written < line.length) written += writeSync(this.#file, line, written)
      fdatasyncSync(this.#file)
    } catch (error) {
      this.#isTorn = true
      this.#tryToCut()
      throw error
    }
    this.#bytes += line.length
  }

  /**
   * Replaces the snapshot, then archives the log. After a crash in between, replaying the log changes nothing. The new
   * log is made first: when it fails, on a full disk, the old one is still in its place.
   */
  compact(snapshot: Snapshot): void {
    const lines = [
      { sequence: snapshot.sequence, publishedRevision: snapshot.publishedRevision },
      ...snapshot.documents,
    ]
    const path = join(this.#dir, 'log.ndjson')
    const archive = `${String(snapshot.sequence).padStart(12, '0')}.ndjson`
    const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    writeAtomically(join(this.#dir, 'snapshot.ndjson'), content)
    const file = openSync(`${path}.new`, 'a+')
    try {
      this.#archive(path, join(this.#dir, 'history', archive))
    } catch (error) {
      closeSync(file)
      throw error
    }
    closeSync(this.#file)
    this.#file = file
    this.#bytes = 0
    syncFolder(this.#dir)
  }

  #archive(path: string, archive: string): void {
    renameSync(path, archive)
    try {
      renameSync(`${path}.new`, path)
    } catch (error) {
      renameSync(archive, path)
      throw error
    }
  }

  /** Removes what a failed write has left at the end. */
  #cut(): void {
    ftruncateSync(this.#file, this.#bytes)
    this.#isTorn = false
  }

  #tryToCut(): void {
    try {
      this.#cut()
    } catch {
      // The next append tries again before it writes.
    }
  }

  /** The committed transactions that may concern one of these documents, oldest first; without ids, all transactions. */
  history(ids?: readonly string[]): LogEntry[] {
    // The format in which `append` writes a change. Text comparison first: the website's record contains the ids of all documents, and parsing it for each request is slow.
    const marks = ids?.map((id) => `{"id":${JSON.stringify(id)},"after":`) ?? ['']
    return this.#files().flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => marks.some((mark) => line.includes(mark)))
        .flatMap((line) => parseEntry(line) ?? []),
    )
  }

  /**
   * The latest transactions of editors and imports, newest first; with `upTo` only that one and older ones, none if its id
   * is unknown. The website's own reports are left out: they are frequent and would fill the limit.
   */
  latest(limit: number, upTo: string | undefined): LogEntry[] {
    const found: LogEntry[] = []
    let isAfter = upTo !== undefined
    for (const path of this.#files().reverse()) {
      for (const line of readFileSync(path, 'utf8').split('\n').reverse()) {
        const entry = parseChange(line)
        if (!entry) continue
        if (entry.id === upTo) isAfter = false
        if (!isAfter) found.push(entry)
        if (found.length >= limit) return found
      }
    }
    return found
  }

  close(): void {
    closeSync(this.#file)
  }

  /** The archives and the log, oldest first. */
  #files(): string[] {
    const archives = readdirSync(join(this.#dir, 'history'))
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
      .map((name) => join(this.#dir, 'history', name))
    return [...archives, join(this.#dir, 'log.ndjson')]
  }

  #recover(): LogEntry[] {
    const { entries, end } = readEntries(readFileSync(join(this.#dir, 'log.ndjson')))
    if (end < this.#bytes) {
      ftruncateSync(this.#file, end)
      fsyncSync(this.#file)
      this.#bytes = end
    }
    return entries
  }
}

/** `end` is the offset after the last complete line. Throws when a line before the last is damaged. */
function readEntries(content: Buffer): { entries: LogEntry[]; end: number } {
  const entries: LogEntry[] = []
  let start = 0
  for (let stop = content.indexOf(10); stop >= 0; stop = content.indexOf(10, start)) {
    const entry = parseEntry(content.subarray(start, stop).toString())
    if (!entry && stop + 1 < content.length)
      throw new Error(`The content log is damaged at byte ${start}; restore it from a copy.`)
    if (!entry) return { entries, end: start }
    entries.push(entry)
    start = stop + 1
  }
  return { entries, end: start }
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return
  }
}

/** Undefined for an unreadable line, and for a report of the website about itself. */
function parseChange(line: string): LogEntry | undefined {
  const entry = parseEntry(line)
  return entry?.changes.every(({ id }) => id.startsWith(SITE_PREFIX)) ? undefined : entry
}
