import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assetAddresses, assetName } from '#server/publishing/content/lost-assets.ts'
import { forEach } from '#shared/for-each.ts'
import { writeAtomically } from '#shared/node/atomic-file.ts'

/**
 * Folder in the folder of releases: copies of the pictures and files of the last good content, by their names in the lake. A
 * last good version needs the bytes too, and they may be what was lost.
 */
export const KEPT_ASSETS_DIR = 'good-assets'

/** The copy of the asset with a name; undefined when there is none. */
export function keptAsset(releasesDir: string, name: string): string | undefined {
  const file = join(releasesDir, KEPT_ASSETS_DIR, name)
  return existsSync(file) ? file : undefined
}

const CONCURRENCY = 4
const TIMEOUT_MS = 60_000

/**
 * Copies what `good` uses and has no copy yet. Bytes that are not those of the name are not kept. Returns how many could not
 * be copied: that stops no build, and the next one tries again.
 */
export async function keepAssets(releasesDir: string, good: unknown): Promise<number> {
  const folder = join(releasesDir, KEPT_ASSETS_DIR)
  const missing = assetAddresses(good).filter(
    (address) => keptAsset(releasesDir, assetName(address) ?? '') === undefined,
  )
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let failed = 0
  await forEach(missing, CONCURRENCY, async (address) => {
    try {
      const name = assetName(address) ?? ''
      const answer = await fetch(address, { signal })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const isSame = answer.ok && name.startsWith(createHash('sha1').update(bytes).digest('hex'))
      if (!isSame) throw new Error(`${name} is not what its name says`)
      mkdirSync(folder, { recursive: true })
      writeAtomically(join(folder, name), bytes)
    } catch {
      failed += 1
    }
  })
  return failed
}

/** Removes the copies that the last good content, given as its JSON, does not use. */
export function dropUnusedAssets(releasesDir: string, goodContent: string): void {
  const folder = join(releasesDir, KEPT_ASSETS_DIR)
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names)
    if (!goodContent.includes(`/${name}"`)) rmSync(join(folder, name), { force: true })
}
