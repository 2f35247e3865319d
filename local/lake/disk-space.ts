import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDiskFull } from './errors.ts'

const PROBE_BYTES = 64 * 1024
const LOOK_MS = 2_000

/** Whether the lake can write to its disk. */
export type DiskSpace = {
  /** Whether the disk was full at the last check. */
  readonly isFull: boolean
  /** Runs `work` now, or as soon as a check finds space. */
  whenFree: (work: () => Promise<unknown>) => void
}

/** Whether a small file can be written in the folder. Throws any error but lack of space. */
function hasSpace(dir: string): boolean {
  const probe = join(dir, 'space.new')
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { flush: true })
    return true
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return false
  } finally {
    rmSync(probe, { force: true })
  }
}

/**
 * Checks for space in a folder at the start, and every two seconds while there is none.
 * @throws Error at the start when the folder cannot be written for another reason.
 */
export function watchDisk(dir: string, report: (error: unknown) => void): DiskSpace {
  const waiting: (() => Promise<unknown>)[] = []
  let isFull = !hasSpace(dir)
  let reported: string | undefined
  /** Must not throw in the timer, which would end the process: a disk that has become read-only counts as full. */
  const isFree = () => {
    try {
      return hasSpace(dir)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code !== reported) report(error)
      reported = code
      return false
    }
  }
  const look = () => {
    if (!isFree()) return watch()
    isFull = false
    report('There is space on the disk again: the content lake accepts changes.')
    for (const work of waiting.splice(0)) work().catch(report)
  }
  const watch = () => void setTimeout(look, LOOK_MS).unref()
  if (isFull) {
    report('Disk full: the content lake is read-only until there is space.')
    watch()
  }
  return {
    get isFull() {
      return isFull
    },
    whenFree(work) {
      if (isFull) waiting.push(work)
      else work().catch(report)
    },
  }
}
