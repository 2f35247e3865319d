import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from '../../shared/node/files-below.ts'
import { LAKE_DATASET } from '../../shared/stand-in-lake.ts'

/** Transformed images can be made again; the delivery record must not hide that the site shows other content. */
const NOT_COPIED = ['transformed', 'told.json']

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  copyFileSync(from, to)
}

/** The complete lines of a log, which may be written or archived meanwhile. */
function completeLines(file: string): Buffer {
  try {
    const content = readFileSync(file)
    return content.subarray(0, content.lastIndexOf(10) + 1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return Buffer.alloc(0)
  }
}

const sequenceOf = (line: string): number => (JSON.parse(line) as { sequence: number }).sequence

/** The sequence that a snapshot contains; 0 when there is none. */
function snapshotSequence(file: string): number {
  if (!existsSync(file)) return 0
  return sequenceOf(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '{}')
}

/** Copies the archived logs up to a sequence and answers the last sequence that they contain. */
function copyHistory(from: string, to: string, upTo: number): number {
  const names = readdirSync(from).filter((name) => name.endsWith('.ndjson'))
  const wanted = names.filter((name) => Number.parseInt(name, 10) <= upTo)
  for (const name of wanted) copy(join(from, name), join(to, name))
  return Math.max(0, ...wanted.map((name) => Number.parseInt(name, 10)))
}

/**
 * Copies a dataset while it is written. The log is read first: if the lake compacts in between, the newer snapshot contains
 * every line of it. Lines that an archive has too are left out, or the history would show them twice.
 */
function copyDataset(from: string, to: string): void {
  mkdirSync(join(to, 'history'), { recursive: true, mode: 0o700 })
  const log = completeLines(join(from, 'log.ndjson'))
  const snapshot = join(to, 'snapshot.ndjson')
  if (existsSync(join(from, 'snapshot.ndjson'))) copy(join(from, 'snapshot.ndjson'), snapshot)
  const archived = copyHistory(
    join(from, 'history'),
    join(to, 'history'),
    snapshotSequence(snapshot),
  )
  const last = log.toString('utf8').trimEnd().split('\n').at(-1)
  const isArchived = last === undefined || last === '' || sequenceOf(last) <= archived
  writeFileSync(join(to, 'log.ndjson'), isArchived ? '' : log)
}

/**
 * Copies the lake's folder while the lake runs, and answers the copied files. Documents are copied before assets: an asset
 * is stored before a document refers to it, and its content never changes.
 */
export function backUpLake(from: string, to: string): string[] {
  copyDataset(join(from, LAKE_DATASET), join(to, LAKE_DATASET))
  const others = filesBelow(from).filter((file) => {
    const [top = ''] = file.split(/[\\/]/)
    return top !== LAKE_DATASET && !NOT_COPIED.includes(top) && !file.endsWith('.new')
  })
  for (const file of others) copy(join(from, file), join(to, file))
  return filesBelow(to)
}

/** Whether a lake's folder has content. */
export const hasLake = (folder: string): boolean => existsSync(join(folder, LAKE_DATASET))

/** Replaces the lake's folder by a copy; the lake must not run. */
export function restoreLake(from: string, to: string): void {
  const fresh = `${to}.restored`
  rmSync(fresh, { recursive: true, force: true })
  for (const file of filesBelow(from)) copy(join(from, file), join(fresh, file))
  rmSync(`${to}.old`, { recursive: true, force: true })
  if (existsSync(to)) renameSync(to, `${to}.old`)
  renameSync(fresh, to)
  rmSync(`${to}.old`, { recursive: true, force: true })
}
