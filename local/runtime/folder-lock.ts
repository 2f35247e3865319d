import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another living process holds the folder; the message is fit to be shown as it is. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(`${folder} is already in use by process ${owner}: stop that one, or set DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

export type FolderLock = { release: () => void }

const sqliteBusy = 5

/**
 * Takes a folder for this process alone, until `release` or the end of the process, however it ends.
 * The lock is SQLite's exclusive file lock, which the operating system drops with the process: unlike
 * a file with a process id it cannot be left behind by `kill -9`, and cannot be taken by two at once.
 * The lock file must not be opened in any other way: closing it elsewhere would drop the lock.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ownerFile = join(folder, 'lock.owner')
  const database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) throw new FolderInUse(folder, readOwner(ownerFile))
    throw error
  }
  writeFileSync(ownerFile, String(process.pid))
  return { release: () => database.close() }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '(unknown)'
  }
}
