import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImagePlan } from './image-plan.ts'

const MAX_FILES = 5_000
const running = new Map<string, Promise<Buffer>>()

/**
 * A transformed picture from the disk, or made and kept there; asked for twice at once it is made once. Nothing is
 * forced to the disk: what a crash loses is made again.
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
  // Whoever asks for every size there is fills no disk.
  if (readdirSync(dir).length >= MAX_FILES) rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  await writeFile(`${file}.tmp`, made)
  await rename(`${file}.tmp`, file)
  return made
}
