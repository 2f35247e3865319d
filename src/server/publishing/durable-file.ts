import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a small file so that it is on the disk when this returns, and is always either the old or the new one. Some
 * milliseconds, a few times a day; done at once, so that nothing can come in between.
 */
export function writeDurably(file: string, text: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}.new`
  const opened = openSync(draft, 'w', 0o644)
  try {
    writeSync(opened, text)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  renameSync(draft, file)
  syncFolder(folder)
}

/** Waits until everything in a folder is on the disk: some tenths of a second for a thousand files. */
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

/** The name itself must last too; Windows cannot open a folder, and needs none of this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
