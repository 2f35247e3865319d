import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TileAddress } from '#events/rules/map-tiles.ts'

/** A tile that was kept, and how old it is. */
export type KeptTile = { readonly image: Buffer; readonly ageMs: number }

/** Tiles on disk. Errors of the disk are not reported: a tile that cannot be kept is requested again. */
export type TileCache = {
  find(address: TileAddress): Promise<KeptTile | undefined>
  keep(address: TileAddress, image: Buffer): Promise<void>
}

export type TileCacheOptions = {
  readonly folder: string
  /** The service: another one starts with no tiles. Only its hash is stored. */
  readonly service: string
  readonly mostBytes: number
  readonly now: () => number
}

type KeptFile = { readonly path: string; readonly bytes: number; readonly at: number }

async function filesBelow(folder: string): Promise<KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const measured = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => undefined)
    return found && { path, bytes: found.size, at: found.mtimeMs }
  })
  return (await Promise.all(measured)).filter((file) => file !== undefined)
}

/** Deletes the oldest files until the folder has room again. */
async function shrink(folder: string, mostBytes: number): Promise<void> {
  const files = await filesBelow(folder)
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { path, bytes } of files.toSorted((a, b) => a.at - b.at)) {
    if (total <= mostBytes) return
    await rm(path, { force: true }).catch(() => undefined)
    total -= bytes
  }
}

/**
 * A cache on disk that several processes may share. It is measured after each tenth of `mostBytes` that a process has written
 * and then cut to nine tenths, so that one process never exceeds `mostBytes`.
 */
export function tileCache({ folder, service, mostBytes, now }: TileCacheOptions): TileCache {
  const own = join(folder, createHash('sha256').update(service).digest('hex').slice(0, 16))
  const fileOf = ({ z, x, y }: TileAddress) => join(own, String(z), String(x), String(y))
  const step = mostBytes / 10
  // The first tile measures what earlier processes left.
  let written = step
  let shrinking: Promise<void> | undefined
  return {
    async find(address) {
      const path = fileOf(address)
      const [image, found] = await Promise.all([readFile(path), stat(path)]).catch(() => [])
      return image && found && { image, ageMs: now() - found.mtimeMs }
    },
    async keep(address, image) {
      const path = fileOf(address)
      written += image.byteLength
      try {
        if (written >= step) {
          written = image.byteLength
          shrinking = shrink(folder, mostBytes - step)
        }
        await shrinking
        await mkdir(dirname(path), { recursive: true })
        const draft = `${path}.${process.pid}`
        await writeFile(draft, image)
        await rename(draft, path)
      } catch {
        // The disk is full or not writable.
      }
    },
  }
}
