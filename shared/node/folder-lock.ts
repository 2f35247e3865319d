import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another running process has locked the folder. The message is for the operator. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    super(`${folder} is already in use by process ${owner}: stop that one, or set DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

export type FolderLock = { release: () => void }

const sqliteBusy = 5

/**
 * Locks a folder for this process, until `release` or the end of the process. Throws `FolderInUse`.
 * The lock is SQLite's exclusive file lock, which the operating system releases when the process ends: unlike a file
 * with a process id it does not remain after `kill -9`, and two processes cannot take it at the same time.
 * Do not open the lock file elsewhere: POSIX drops all locks of a process when it closes the file once.
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
  return {
    release: () => {
      if (database.isOpen) database.close()
    },
  }
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
