import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type LakeProcess, startLakeProcess } from './lake-process.ts'
import { temporaryFolder } from './test-lake.ts'

/** A disk of a few megabytes with a lake's folder. It exists longer than the lake's process. */
export type SmallDisk = {
  /** The path of the lake's folder for the test. */
  folder: string
  /** Fills the disk to the last byte. */
  fill: () => void
  free: () => void
  start: (env?: Record<string, string>) => Promise<LakeProcess>
  remove: () => Promise<void>
}

const MEGABYTES = 4
const CHUNK_BYTES = 4096

/** Whether this machine allows a private in-memory file system (tmpfs in a user namespace). */
const mayMount = (): boolean =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt && command -v nsenter'])
    .status === 0

/** A real one where possible; otherwise writes fail with the error of a full disk (`full-disk-lake.ts`). */
export const openSmallDisk = (): Promise<SmallDisk> =>
  mayMount() ? mountedDisk() : Promise.resolve(injectedDisk())

async function mountedDisk(): Promise<SmallDisk> {
  const mount = temporaryFolder()
  const command = `mount -t tmpfs -o size=${MEGABYTES}m none ${mount} && echo mounted && exec cat`
  const keeper = spawn('unshare', ['-rm', 'sh', '-c', command], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(keeper.stdout, 'data')
  const dir = join(mount, 'lake')
  const folder = `/proc/${keeper.pid}/root${dir}`
  const filler = join(folder, 'filler')
  mkdirSync(folder)
  const inside = ['-t', String(keeper.pid), '-U', '-m', '--preserve-credentials']
  return {
    folder,
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    start: (env = {}) => startLakeProcess(dir, env, undefined, ['nsenter', ...inside]),
    async remove() {
      await endOf(keeper)
      rmSync(mount, { recursive: true, force: true })
    },
  }
}

async function endOf(keeper: ChildProcess): Promise<void> {
  const ended = once(keeper, 'exit')
  keeper.stdin?.end()
  if (keeper.stdout) await text(keeper.stdout)
  await ended
}

function fillUp(filler: string): void {
  try {
    for (;;) writeFileSync(filler, Buffer.alloc(CHUNK_BYTES), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

function injectedDisk(): SmallDisk {
  const folder = temporaryFolder()
  const mark = join(folder, 'full')
  return {
    folder,
    fill: () => writeFileSync(mark, ''),
    free: () => existsSync(mark) && rmSync(mark),
    start: (env = {}) =>
      startLakeProcess(
        folder,
        { LAKE_FULL: mark, ...env },
        'tests/integration/lake/processes/full-disk-lake.ts',
      ),
    remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  }
}
