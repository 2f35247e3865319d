import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written into a finished build: the hash of its code and, for pages, the revision of their content. */
export type Stamp = { code: string; content?: string | undefined }

/** Whether the finished build in `folder` was made from this code. */
export function isBuilt(folder: string, code: string): boolean {
  return readStamp(folder)?.code === code
}

/** The stamp of the finished build in `folder`, if there is one. */
export function readStamp(folder: string): Stamp | undefined {
  const file = join(folder, 'stamp')
  if (!existsSync(file)) return undefined
  const [code = '', content] = readFileSync(file, 'utf8').split(' ')
  return { code, content }
}

/** Builds into a new folder and then swaps it with the finished build, so that a failed build changes nothing. */
export async function buildInto(
  folder: string,
  { code, content }: Stamp,
  build: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${folder}.new`
  const old = `${folder}.old`
  rmSync(draft, { recursive: true, force: true })
  await build(draft)
  writeFileSync(join(draft, 'stamp'), content === undefined ? code : `${code} ${content}`)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(draft, folder)
  rmSync(old, { recursive: true, force: true })
}
