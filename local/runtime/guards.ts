import { setTimeout as pause } from 'node:timers/promises'
import { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts'
import { isFree, loopback } from './ports.ts'
import type { Settings } from './settings.ts'

/** A start that is just ending gets this long to let go of its folder, and its server of the port. */
const forTheFolder = 3_000
const forThePort = 8_000

/** Takes the data directory; throws `FolderInUse` when another start lives on it. */
export async function lockDataDir({ dataDir }: Settings): Promise<FolderLock> {
  const end = Date.now() + forTheFolder
  for (;;) {
    try {
      return lockFolder(dataDir)
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > end) throw error
      await pause(100)
    }
  }
}

/** Finds out before the long work that the site's port is taken. */
export async function waitForPort({ port, given }: Settings): Promise<void> {
  const end = Date.now() + forThePort
  while (!(await isFree(port, given['HOST'] ?? loopback))) {
    if (Date.now() > end) {
      throw new Error(`Port ${port} is in use by another program: stop that one, or set PORT.`)
    }
    await pause(200)
  }
}
