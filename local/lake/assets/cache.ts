import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import {
  type FileHandle,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageLimits } from '../limits.ts'
import type { ImagePlan } from './image-plan.ts'

/**
 * Transformed images on disk. Simultaneous requests for the same image share one transformation. Beyond the limits the
 * least recently used files are deleted: a client can ask for every possible size. Files are not flushed to the disk;
 * a lost one is created again.
 */
export class ImageCache {
  readonly #dir: string
  readonly #limits: Pick<ImageLimits, 'cacheBytes' | 'cacheFiles'>
  readonly #running = new Map<string, Promise<Buffer | undefined>>()
  /** Bytes by file name, the least recently used first. */
  readonly #sizes = new Map<string, number>()
  #bytes = 0
  #loaded: Promise<void> | undefined

  constructor(dir: string, limits: Pick<ImageLimits, 'cacheBytes' | 'cacheFiles'>) {
    this.#dir = dir
    this.#limits = limits
  }

  /** The stored file; or the content, when it could not be stored because the disk is full or not writable. */
  async get(
    name: string,
    plan: ImagePlan,
    make: () => Promise<Buffer>,
  ): Promise<FileHandle | Buffer> {
    this.#loaded ??= this.#load()
    await this.#loaded
    const file = fileNameOf(name, plan)
    const stored = this.#running.has(file) ? undefined : await this.#open(file)
    if (stored) return stored
    const making = this.#running.get(file) ?? this.#make(file, make)
    this.#running.set(file, making)
    const unstored = await making.finally(() => this.#running.delete(file))
    return unstored ?? (await this.#open(file)) ?? (await make())
  }

  /** Resolves to the content if it cannot be stored. */
  async #make(file: string, make: () => Promise<Buffer>): Promise<Buffer | undefined> {
    const made = await make()
    const path = join(this.#dir, file)
    const temporary = `${path}.${randomUUID()}.tmp`
    try {
      mkdirSync(this.#dir, { recursive: true })
      await writeFile(temporary, made)
      await rename(temporary, path)
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined)
      return made
    }
    this.#remember(file, made.length)
    await this.#evict(file)
    return
  }

  async #open(file: string): Promise<FileHandle | undefined> {
    const size = this.#sizes.get(file)
    if (size === undefined) return
    const path = join(this.#dir, file)
    const handle = await open(path).catch(() => undefined)
    if (!handle) {
      this.#remove(file)
      return
    }
    this.#remember(file, size)
    const now = new Date()
    // Keeps the order over a restart; not essential.
    await utimes(path, now, now).catch(() => undefined)
    return handle
  }

  /** Reads what earlier runs have stored; deletes files that a crash left incomplete. */
  async #load(): Promise<void> {
    const names = await readdir(this.#dir).catch(() => [])
    const found: { name: string; size: number; usedAt: number }[] = []
    for (const name of names) {
      const known = await stat(join(this.#dir, name)).catch(() => undefined)
      if (!known) continue
      if (name.endsWith('.tmp')) await rm(join(this.#dir, name), { force: true })
      else found.push({ name, size: known.size, usedAt: known.mtimeMs })
    }
    for (const { name, size } of found.sort((a, b) => a.usedAt - b.usedAt))
      this.#remember(name, size)
    await this.#evict()
  }

  /** `kept` is the newest file, which is in use even if it alone is larger than the cache. */
  async #evict(kept?: string): Promise<void> {
    for (const file of [...this.#sizes.keys()]) {
      const { cacheBytes, cacheFiles } = this.#limits
      if (this.#bytes <= cacheBytes && this.#sizes.size <= cacheFiles) return
      if (file === kept) continue
      this.#remove(file)
      await rm(join(this.#dir, file), { force: true }).catch(() => undefined)
    }
  }

  #remember(file: string, size: number): void {
    this.#remove(file)
    this.#sizes.set(file, size)
    this.#bytes += size
  }

  #remove(file: string): void {
    this.#bytes -= this.#sizes.get(file) ?? 0
    this.#sizes.delete(file)
  }
}

function fileNameOf(name: string, plan: ImagePlan): string {
  const key = createHash('sha256').update(JSON.stringify([name, plan]))
  return `${key.digest('hex')}.${plan.format}`
}
