import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../../shared/node/atomic-file.ts'
import { httpError } from '../errors.ts'
import { planOf, transform } from './transform.ts'

const IMAGE_NAME = /^[a-f0-9]{40}-(\d+)x(\d+)\.(jpg|png|webp|gif|avif)$/
const FILE_NAME = /^[a-f0-9]{40}\.([a-z0-9]{1,10})$/

/** File types that a browser may display; all others are sent as downloads. */
const INLINE_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
}

/** Where uploads are, and where transformed images are kept. */
export type Assets = { uploads: string; transformed: string }

/** An uploaded image, transformed if the URL has parameters. */
export async function serveImage(
  { uploads, transformed }: Assets,
  name: string,
  query: URLSearchParams,
  accept: string,
): Promise<Response> {
  const [, width, height, extension] = IMAGE_NAME.exec(name) ?? []
  if (!extension) throw httpError(404, 'There is no such image')
  const path = join(uploads, 'images', name)
  const download = query.get('dl') ?? undefined
  const source = await content(path)
  if ([...query.keys()].every((key) => key === 'dl'))
    return reply(source, `image/${extension === 'jpg' ? 'jpeg' : extension}`, download, name)
  const plan = planOf(query, { width: Number(width), height: Number(height), extension }, accept)
  const key = createHash('sha256')
    .update(JSON.stringify([name, plan]))
    .digest('hex')
  const made = await once(transformed, `${key}.${plan.format}`, () => transform(path, plan))
  return reply(made, `image/${plan.format}`, download, name)
}

const making = new Map<string, Promise<Buffer>>()

/** The kept image, made before if there is none. Simultaneous requests for it share one transformation. */
async function once(folder: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept
  const made = making.get(file) ?? make().finally(() => making.delete(file))
  making.set(file, made)
  mkdirSync(folder, { recursive: true })
  writeAtomically(file, await made)
  return await made
}

/** An uploaded file. Only types that cannot run script get their own content type. */
export async function serveFile(
  { uploads }: Assets,
  name: string,
  download: string | undefined,
): Promise<Response> {
  const [, extension] = FILE_NAME.exec(name) ?? []
  if (!extension) throw httpError(404, 'There is no such file')
  const type = INLINE_TYPES[extension]
  const file = await content(join(uploads, 'files', name))
  return reply(file, type ?? 'application/octet-stream', type ? download : (download ?? ''), name)
}

/** `download` asks the browser to store the file under this name; without a value, under its own. */
function reply(body: Buffer, type: string, download: string | undefined, name: string): Response {
  const filename = download === '' || download === 'true' ? name : download
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': type,
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept',
      'x-content-type-options': 'nosniff',
      ...(filename !== undefined && {
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      }),
    },
  })
}

async function content(path: string): Promise<Buffer> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw httpError(404, 'There is no such file')
  })
}
