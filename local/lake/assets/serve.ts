import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { httpError } from '../errors.ts'
import type { Gate } from '../gate.ts'
import type { ImageLimits } from '../limits.ts'
import type { ImageCache } from './cache.ts'
import { planImage } from './image-plan.ts'
import { transform } from './transform.ts'

// One thread per transformation: the gate decides how many cores are in use.
sharp.concurrency(1)

const IMAGE_NAME = /^[a-f0-9]{40}-(\d+)x(\d+)\.(jpg|png|webp|gif|avif)$/
const FILE_NAME = /^[a-f0-9]{40}\.([a-z0-9]{1,10})$/

/** File types that a browser may display; all others are sent as downloads. */
const INLINE_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
}
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

export type Images = { assetDir: string; cache: ImageCache; gate: Gate; limits: ImageLimits }
type Asked = {
  name: string
  query: URLSearchParams
  accept: string
  isStaff: boolean
  /** HEAD: a body that is not read would keep its file open. */
  isHead: boolean
}

/** An uploaded image, transformed if the URL has parameters. Throws 503 while too many are being made. */
export async function serveImage(
  { assetDir, cache, gate, limits }: Images,
  { name, query, accept, isStaff, isHead }: Asked,
): Promise<Response> {
  const [, width, height, extension] = IMAGE_NAME.exec(name) ?? []
  if (!extension) throw httpError(404, 'There is no such image')
  const path = join(assetDir, 'images', name)
  const source = await opened(path, 'image')
  const download = query.get('dl') ?? undefined
  if ([...query.keys()].every((key) => key === 'dl'))
    return asDownload(await reply(source, typeOf(extension), isHead), download, name)
  await source.close()
  const size = { width: Number(width), height: Number(height), extension }
  // The Studio asks for 2,000 pixels with `auto=format`. As AVIF they take more than three times as long as WebP (decision 022).
  const formats = isStaff ? accept.replaceAll('image/avif', '') : accept
  const plan = planImage(query, size, formats, limits.outputPixels)
  const isWhole = plan.rect.width === size.width && plan.rect.height === size.height
  const make = () =>
    gate.run(isStaff ? 'staff' : 'visitor', () => transform(path, plan, isWhole, limits.seconds))
  const made = await reply(await cache.get(name, plan, make), `image/${plan.format}`, isHead)
  return asDownload(made, download, name)
}

/** `dl` asks the browser to store the file under this name; without a value, under its own. */
function asDownload(response: Response, download: string | undefined, name: string): Response {
  if (download === undefined) return response
  const wanted = download.replace(/[^\p{L}\p{N} ._()-]/gu, '_').slice(0, 200)
  const filename = wanted === '' || wanted === 'true' ? name : wanted
  const plain = filename.replace(/[^ -~]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /[()]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  response.headers.set(
    'content-disposition',
    `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  )
  return response
}

/** An uploaded file. Only types that cannot run script get their own content type. */
export async function serveFile(
  assetDir: string,
  name: string,
  { download, isHead }: { download: string | undefined; isHead: boolean },
): Promise<Response> {
  const [, extension] = FILE_NAME.exec(name) ?? []
  if (!extension) throw httpError(404, 'There is no such file')
  const type = INLINE_TYPES[extension]
  const file = await opened(join(assetDir, 'files', name), 'file')
  const response = await reply(file, type ?? 'application/octet-stream', isHead)
  if (!type) response.headers.set('content-disposition', 'attachment')
  return asDownload(response, download, name)
}

/** Streams a file: a client that does not read it must not keep it in memory. */
async function reply(content: FileHandle | Buffer, type: string, isHead: boolean) {
  const isBuffer = Buffer.isBuffer(content)
  const length = isBuffer ? content.length : (await content.stat()).size
  const headers = {
    ...HEADERS,
    'content-type': type,
    'content-length': String(length),
    vary: 'accept',
  }
  if (isBuffer) return new Response(isHead ? null : new Uint8Array(content), { headers })
  if (isHead) {
    await content.close()
    return new Response(null, { headers })
  }
  const stream = Readable.toWeb(content.createReadStream()) as ReadableStream<Uint8Array>
  return new Response(stream, { headers })
}

function typeOf(extension: string): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}

async function opened(path: string, what: string): Promise<FileHandle> {
  return await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw httpError(404, `There is no such ${what}`)
  })
}
