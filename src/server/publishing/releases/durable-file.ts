import { mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeAtomically } from '#shared/node/atomic-file.ts'

/** Replaces a small file; content and name are on the disk when this returns. Creates its folder. */
export function writeDurably(file: string, text: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  writeAtomically(file, text)
  syncFolder(folder)
}

/** Flushes every file in a folder to the disk: some tenths of a second for a thousand files. */
export async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) await syncFile(path)
    else if (entry.isDirectory()) syncFolder(path)
  }
  syncFolder(folder)
}

async function syncFile(path: string): Promise<void> {
  const opened = await open(path, 'r+')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
