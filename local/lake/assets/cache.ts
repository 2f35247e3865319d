import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImagePlan } from './image-plan.ts'

const MAX_FILES = 5_000
const running = new Map<string, Promise<Buffer>>()

/**
 * A transformed image from the cache on disk; created and stored there if missing. Simultaneous requests for the same
 * image share one transformation. Files are not flushed to the disk: a lost one is created again.
 */
export async function cached(
  dir: string,
  name: string,
  plan: ImagePlan,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = createHash('sha256')
    .update(JSON.stringify([name, plan]))
    .digest('hex')
  const file = join(dir, `${key}.${plan.format}`)
  const known = running.get(file)
  if (known) return await known
  const pending = read(file).then((found) => found ?? makeAndKeep(dir, file, make))
  running.set(file, pending)
  return await pending.finally(() => running.delete(file))
}

async function read(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch(() => undefined)
}

async function makeAndKeep(
  dir: string,
  file: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const made = await make()
  mkdirSync(dir, { recursive: true })
  // Limits disk use by clients that request every possible size.
  if (readdirSync(dir).length >= MAX_FILES) rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  await writeFile(`${file}.tmp`, made)
  await rename(`${file}.tmp`, file)
  return made
}
