import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { httpError } from '../errors.ts'
import { cached } from './cache.ts'
import { type ImagePlan, planImage } from './image-plan.ts'
import { MAX_IMAGE_PIXELS } from './upload.ts'

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

/** An uploaded image, transformed if the URL has parameters. */
export async function serveImage(
  { assetDir, cacheDir }: { assetDir: string; cacheDir: string },
  name: string,
  query: URLSearchParams,
  accept: string,
): Promise<Response> {
  const [, width, height, extension] = IMAGE_NAME.exec(name) ?? []
  if (!extension) throw httpError(404, 'There is no such image')
  const source = await read(join(assetDir, 'images', name), 'image')
  if ([...query.keys()].every((key) => key === 'dl')) return reply(source, typeOf(extension))
  const size = { width: Number(width), height: Number(height), extension }
  const plan = planImage(query, size, accept)
  const made = await cached(cacheDir, name, plan, () => transform(source, plan))
  return reply(made, `image/${plan.format}`)
}

/** An uploaded file. Only types that cannot run script get their own content type. */
export async function serveFile(assetDir: string, name: string): Promise<Response> {
  const [, extension] = FILE_NAME.exec(name) ?? []
  if (!extension) throw httpError(404, 'There is no such file')
  const content = await read(join(assetDir, 'files', name), 'file')
  const type = INLINE_TYPES[extension]
  const response = reply(content, type ?? 'application/octet-stream')
  if (!type) response.headers.set('content-disposition', 'attachment')
  return response
}

async function transform(source: Buffer, plan: ImagePlan): Promise<Buffer> {
  const image = sharp(source, { limitInputPixels: MAX_IMAGE_PIXELS })
    .autoOrient()
    .extract(plan.rect)
  if (plan.resize) image.resize(plan.resize)
  const { format, quality } = plan
  if (format === 'png' || format === 'gif') return await image.toFormat(format).toBuffer()
  if (format === 'jpeg') image.flatten({ background: '#ffffff' })
  return await image.toFormat(format, { quality }).toBuffer()
}

function reply(body: Buffer, type: string): Response {
  const length = String(body.length)
  const headers = { ...HEADERS, 'content-type': type, 'content-length': length, vary: 'accept' }
  return new Response(new Uint8Array(body), { headers })
}

function typeOf(extension: string): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}

async function read(path: string, what: string): Promise<Buffer> {
  return await readFile(path).catch(() => {
    throw httpError(404, `There is no such ${what}`)
  })
}
