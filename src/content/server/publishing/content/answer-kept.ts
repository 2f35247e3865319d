import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { assetName } from '#content/server/publishing/content/lost-assets.ts'

/**
 * From now on `fetch` of this process answers requests for the assets in `files` (by their names) with these copies: Astro
 * loads pictures by their addresses in the content lake, and names its own files after them. Returns a function that ends it.
 */
export function answerWithKept(files: ReadonlyMap<string, string>): () => void {
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
