import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import type { GoodContent } from '#content/rules/content-read.ts'
import {
  assetAddresses,
  assetName,
  findLostAssets,
  readAssetSizes,
} from '#content/server/publishing/content/lost-assets.ts'
import { forEach } from '#content/server/publishing/for-each.ts'
import type { ContentEnv } from '#core/server/config/env.ts'

/**
 * Folder in the folder of releases: copies of the pictures and files of the last good content, by their names in the lake. A
 * last good version needs the bytes too, and they may be what was lost.
 */
export const GOOD_ASSETS_DIR = 'good-assets'

/** Whether bytes are those of the asset with a name. Hosted Sanity changes some files after it has named them, such as an SVG. */
const isNamed = (name: string, sha1: string, apiHost: string | undefined) =>
  apiHost === undefined || name.startsWith(sha1)

/** The copy of the asset with a name; undefined when there is none, or when its bytes have changed: a build cannot show those. */
export async function goodAsset(
  releasesDir: string,
  name: string,
  apiHost: string | undefined,
): Promise<string | undefined> {
  const file = join(releasesDir, GOOD_ASSETS_DIR, name)
  if (!existsSync(file)) return
  try {
    const hash = createHash('sha1')
    await pipeline(createReadStream(file), hash)
    return isNamed(name, hash.digest('hex'), apiHost) ? file : undefined
  } catch {
    // A disk that cannot read it.
    return
  }
}

/** The pictures and files that the content lake has lost, by name, and the copies to show instead. */
export type LostAssets = {
  readonly names: ReadonlySet<string>
  readonly copies: ReadonlyMap<string, string>
}
export const NO_LOST_ASSETS: LostAssets = { names: new Set(), copies: new Map() }

/** Asks the content lake for the bytes at each address. */
export async function lostAssets(
  content: ContentEnv,
  releasesDir: string,
  addresses: readonly string[],
): Promise<LostAssets> {
  const names = await findLostAssets(addresses, await readAssetSizes(content))
  const copies = new Map<string, string>()
  for (const name of names) {
    const copy = await goodAsset(releasesDir, name, content.apiHost)
    if (copy !== undefined) copies.set(name, copy)
  }
  return { names: new Set(names), copies }
}

const CONCURRENCY = 4
/** For a long video on a slow line: no publication waits for it. */
const TIMEOUT_MS = 10 * 60_000

export type CopyAssetsOptions = {
  /** The address of a lake of your own. */
  readonly apiHost: string | undefined
  readonly stop: AbortSignal
  /** The names of copies that were read and are intact; each is read once. */
  readonly intact: Set<string>
}

/**
 * Copies what the last good content uses and has no intact copy yet, and removes all other copies. Returns how many could not
 * be copied.
 */
export async function copyGoodAssets(
  releasesDir: string,
  good: GoodContent,
  { apiHost, stop, intact }: CopyAssetsOptions,
): Promise<number> {
  const folder = join(releasesDir, GOOD_ASSETS_DIR)
  const used = new Map(assetAddresses(good).map((address) => [assetName(address) ?? '', address]))
  // A kill may have left half of a copy under another name.
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!used.has(name)) rmSync(join(folder, name), { force: true })
  const missing: [string, string][] = []
  for (const [name, address] of used) {
    if (stop.aborted) return 0
    const isKept = intact.has(name)
      ? existsSync(join(folder, name))
      : (await goodAsset(releasesDir, name, apiHost)) !== undefined
    if (isKept) intact.add(name)
    else missing.push([name, address])
  }
  if (missing.length > 0) mkdirSync(folder, { recursive: true })
  let failed = 0
  await forEach(missing, CONCURRENCY, async ([name, address]) => {
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)])
      await copy(address, join(folder, name), signal, (sha1) => {
        if (!isNamed(name, sha1, apiHost)) throw new Error(`${name} is damaged`)
      })
      intact.add(name)
    } catch {
      failed += 1
    }
  })
  return failed
}

/** Copies the response of an address into a file, which never has only a part of it. A video does not fit into memory. */
async function copy(
  address: string,
  file: string,
  signal: AbortSignal,
  check: (sha1: string) => void,
): Promise<void> {
  const temporary = `${file}.${process.pid}.new`
  const hash = createHash('sha1')
  try {
    const { ok, body } = await fetch(address, { signal })
    if (!ok || body === null) throw new Error('no answer with a body')
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    // Opened first: a stream that opens its file itself may make it after it was removed below.
    const handle = await open(temporary, 'w')
    await pipeline(body, hashed, handle.createWriteStream({ flush: true }), { signal })
    check(hash.digest('hex'))
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * From now on `fetch` of this process returns these copies for the assets in `files` (by their names): Astro
 * loads pictures by their addresses in the content lake, and names its own files after them. Returns a function that ends it.
 */
export function answerWithCopies(files: ReadonlyMap<string, string>): () => void {
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const file = files.get(assetName(url.pathname) ?? '')
    if (file === undefined) return await original(input, init)
    return new Response(await cropped(file, url.searchParams.get('rect')))
  }
  return () => {
    globalThis.fetch = original
  }
}

const RECT = /^(\d+),(\d+),(\d+),(\d+)$/

/** As the content lake crops: in pixels of the upright picture. */
async function cropped(file: string, rect: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const [, left, top, width, height] = RECT.exec(rect ?? '')?.map(Number) ?? []
  if (left === undefined || top === undefined || width === undefined || height === undefined)
    return new Uint8Array(await readFile(file))
  const area = { left, top, width, height }
  return new Uint8Array(await sharp(file).autoOrient().extract(area).toBuffer())
}
