import { setTimeout as pause } from 'node:timers/promises'
import { FolderInUse, type FolderLock, lockFolder } from '../../shared/node/folder-lock.ts'
import { isFree, loopback, loopback6 } from './ports.ts'
import type { Settings } from './settings.ts'

/** How long to wait for an earlier start that is just stopping. */
const FOLDER_TIMEOUT_MS = 3_000
const PORT_TIMEOUT_MS = 8_000

/** Locks the data directory. Throws `FolderInUse` if another start uses it, and names the folder if it cannot be written. */
export async function lockDataDir({ dataDir }: Settings): Promise<FolderLock> {
  const end = Date.now() + FOLDER_TIMEOUT_MS
  for (;;) {
    try {
      return lockFolder(dataDir)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw notWritable(dataDir, error)
      if (Date.now() > end) throw error
      await pause(100)
    }
  }
}

const notWritable = (dataDir: string, error: unknown) =>
  new Error(
    `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): change its owner or permissions, or set DATA_DIR.`,
  )

/**
 * Fails early if the site's port is in use, before the build. Browsers look for `localhost` at ::1 first, where the site does not
 * listen: another program there would be shown at its address.
 */
export async function waitForPort({ port, given, siteUrl }: Settings): Promise<void> {
  await waitUntilFree(port, given['HOST'] ?? loopback, `Port ${port}`)
  if (new URL(siteUrl).hostname === 'localhost') {
    await waitUntilFree(port, loopback6, `[::1]:${port}, which is ${siteUrl} for browsers,`)
  }
}

async function waitUntilFree(port: number, host: string, name: string): Promise<void> {
  const end = Date.now() + PORT_TIMEOUT_MS
  while (!(await isFree(port, host))) {
    if (Date.now() > end) {
      throw new Error(`${name} is in use by another program: stop that one, or set PORT.`)
    }
    await pause(200)
  }
}
