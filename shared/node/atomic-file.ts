import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

type Content = string | Uint8Array

/**
 * Replaces a file: writes a temporary file beside it, flushes it to the disk and renames it. A reader, and a start after
 * a crash, finds the old content or the new content, never a part. Throws when the disk is full or not writable; the
 * old file then stays. The folder must exist.
 */
export function writeAtomically(file: string, content: Content, mode = 0o644): void {
  const temporary = `${file}.${process.pid}.new`
  try {
    writeFileSync(temporary, content, { flush: true, mode })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Flushes the names in a folder to the disk, so that a rename survives a power cut. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
