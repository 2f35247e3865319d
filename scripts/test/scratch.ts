import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Linux's file system in memory. */
const MEMORY_DISK = '/dev/shm'
/** Bytes that must be free: the folder grows to 0.7 GB (measured every 20 seconds of a run), the rest is for the processes. */
const ENOUGH = 8 * 2 ** 30

/**
 * A new folder for what a run writes: in memory where there is room, because each test file creates and drops a
 * database of a thousand files.
 */
export function scratchFolder(): string {
  return mkdtempSync(join(hasMemoryDisk() ? MEMORY_DISK : tmpdir(), 'halyard-test-'))
}

function hasMemoryDisk(): boolean {
  if (!existsSync(MEMORY_DISK) || process.availableMemory() < ENOUGH) return false
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize >= ENOUGH
}
