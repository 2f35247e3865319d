import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readSnapshot } from './snapshot.ts'

/** Files of a dataset are missing. The message names them and says what to do. Nothing was changed. */
export class DatasetIncomplete extends Error {}

const refuse = (dir: string, what: string): never => {
  throw new DatasetIncomplete(
    `The content in ${dir} is incomplete: ${what}. Nothing was changed. What to do: docs/operating.md, "The content lake does not start".`,
  )
}

/** The sequence number of the last transaction in `history/`; 0 when there is none. */
export function lastArchived(dir: string): number {
  const folder = join(dir, 'history')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const archives = names.filter((name) => name.endsWith('.ndjson'))
  return Math.max(0, ...archives.map((name) => Number.parseInt(name, 10)))
}

/**
 * Creates the files of a new dataset. The log is created before `history/`: a dataset with `history/` and without a log
 * has lost it. Finishes a compaction that a crash interrupted between its two renames. Throws `DatasetIncomplete` for a
 * missing log.
 */
export function completeFiles(dir: string): void {
  const log = join(dir, 'log.ndjson')
  const history = join(dir, 'history')
  mkdirSync(dir, { recursive: true })
  if (!existsSync(log)) {
    const isNew = !(existsSync(history) || existsSync(join(dir, 'snapshot.ndjson')))
    if (isNew) closeSync(openSync(log, 'a'))
    else if (existsSync(`${log}.new`) && hasArchivedAll(dir)) renameSync(`${log}.new`, log)
    else refuse(dir, 'log.ndjson is missing')
  }
  mkdirSync(history, { recursive: true })
}

const hasArchivedAll = (dir: string) =>
  readSnapshot(join(dir, 'snapshot.ndjson')).sequence === lastArchived(dir)

/** Sequence numbers: the last in the snapshot (0: none), all in the log, the last in `history/` (0: none). */
export type Sequences = { snapshot: number; log: readonly number[]; archived: number }

/** Throws `DatasetIncomplete` if a transaction between the snapshot and the last one is missing. */
export function requireComplete(dir: string, { snapshot, log, archived }: Sequences): void {
  const first = log[0]
  const last = log.at(-1) ?? archived
  const jump = log.findIndex((sequence, at) => {
    const before = log[at - 1] ?? sequence
    return sequence < before || sequence > before + 1
  })
  if (jump > 0) refuse(dir, `log.ndjson jumps from transaction ${log[jump - 1]} to ${log[jump]}`)
  if ((first ?? archived) > snapshot + (first === undefined ? 0 : 1))
    refuse(
      dir,
      `${nameOfSnapshot(snapshot)}, and log.ndjson begins with transaction ${first ?? last + 1}`,
    )
  if (last < snapshot)
    refuse(
      dir,
      `snapshot.ndjson ends with transaction ${snapshot}, and log.ndjson and history/ with ${last}: they are older copies, or log.ndjson was emptied`,
    )
}

const nameOfSnapshot = (sequence: number): string =>
  sequence === 0
    ? 'snapshot.ndjson is missing'
    : `snapshot.ndjson is an older copy: it ends with transaction ${sequence}`
