import { type Dirent, mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEach } from '#content/server/publishing/for-each.ts'
import { syncFolder, writeAtomically } from '#shared/node/atomic-file.ts'

/** Replaces a small file; content and name are on the disk when this returns. Creates its folder. */
export function writeDurably(file: string, text: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  writeAtomically(file, text)
  syncFolder(folder)
}

/** The disk writes its journal once for files that are flushed side by side: 1,150 files take 0.2 s instead of 1.3 s. */
const AT_ONCE = 8

/** Flushes every file in a folder to the disk. */
export async function syncFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name)
  const files = entries.filter((entry) => entry.isFile()).map(pathOf)
  await forEach(files, AT_ONCE, syncFile)
  for (const entry of entries) if (entry.isDirectory()) syncFolder(pathOf(entry))
  syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  // A file that was copied from a read-only source tree cannot be opened for writing.
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
