import { existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import process from 'node:process'
import { buildFolder } from './folders.ts'
import type { Progress } from './progress.ts'
import type { Settings } from './settings.ts'

const MB = 2 ** 20
/** The data folder has 95 MB after the first start, with the Studio; the rest is for what the patients and editors of a trial add. */
const FIRST_DISK_MB = 150
/** A build of the pages beside the old one: 25 MB, and as much for the images that changed. */
const BUILD_DISK_MB = 50
/** All processes of a first start together took at most 1.7 GB, while the Studio was built. */
const MEMORY_MB = 2_000

/** Free disk of the data folder and memory of the machine, or of its container, in megabytes. */
export type Supply = { readonly diskMb: number; readonly memoryMb: number }

function supplyOf(dataDir: string): Supply {
  const { bavail, bsize } = statfsSync(dataDir)
  const allowed = process.constrainedMemory()
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  return { diskMb: Math.floor((bavail * bsize) / MB), memoryMb: Math.floor(memory / MB) }
}

const tooLittle = (dataDir: string, diskMb: number, neededMb: number, purpose: string) =>
  new Error(
    `${dataDir} has ${diskMb} MB of free disk, and ${purpose} needs ${neededMb} MB: free some space, or set DATA_DIR to a folder on another disk.`,
  )

/** What a first start needs and has, in one line. Throws a sentence if it cannot succeed. Pure. */
export function firstStart(dataDir: string, { diskMb, memoryMb }: Supply): string {
  if (diskMb < FIRST_DISK_MB) throw tooLittle(dataDir, diskMb, FIRST_DISK_MB, 'the first start')
  const warning =
    memoryMb < MEMORY_MB ? '. That is little memory: the build of the pages may fail' : ''
  return `The first start needs ${FIRST_DISK_MB} MB of disk (free: ${diskMb} MB) and ${MEMORY_MB / 1_000} GB of memory (here: ${(memoryMb / 1_000).toFixed(1)} GB)${warning}`
}

/** Says at the first start what it needs; a full disk would end it later without a word about the disk. */
export function checkFirstStart(settings: Settings, progress: Progress): void {
  if (existsSync(buildFolder(settings))) return
  progress.step(firstStart(settings.dataDir, supplyOf(settings.dataDir)))
}

/** The same before a later build. */
export function checkBuildDisk({ dataDir }: Settings): void {
  const { diskMb } = supplyOf(dataDir)
  if (diskMb < BUILD_DISK_MB) throw tooLittle(dataDir, diskMb, BUILD_DISK_MB, 'building the pages')
}
