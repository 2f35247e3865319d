import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { writeAtomically } from '../../../shared/node/atomic-file.ts'
import { IMAGE_FORMATS, imageFormatNames } from '../../../shared/uploads.ts'
import type { LakeDocument } from '../document.ts'
import { httpError } from '../errors.ts'

const MAX_IMAGE_PIXELS = 50_000_000
const MAX_SIDE_PIXELS = 12_000

/** The extension for a format as sharp names it; undefined if it may not be uploaded. */
function extensionOf(format: string): string | undefined {
  return Object.hasOwn(IMAGE_FORMATS, format)
    ? IMAGE_FORMATS[format as keyof typeof IMAGE_FORMATS].extension
    : undefined
}

export type AssetKind = 'images' | 'files'
type Upload = {
  kind: AssetKind
  body: Buffer
  mimeType: string
  filename: string | undefined
  labels: Record<string, string>
}
type AssetPlace = { assetDir: string; projectId: string; dataset: string }

/** An upload whose asset document is known but not created; `file` is where its bytes belong. */
export type PreparedUpload = { document: LakeDocument; file: string; body: Buffer }

/** Checks and describes an upload. Stores nothing. */
export async function prepareUpload(upload: Upload, place: AssetPlace): Promise<PreparedUpload> {
  const { kind, body } = upload
  if (body.length === 0) throw httpError(400, 'The upload is empty')
  const hash = createHash('sha1').update(body).digest('hex')
  const described =
    kind === 'images' ? await describeImage(upload, hash) : describeFile(upload, hash)
  const { name, ...description } = described
  const document = {
    ...description,
    ...upload.labels,
    ...(upload.filename ? { originalFilename: upload.filename.slice(0, 200) } : {}),
    sha1hash: hash,
    assetId: hash,
    uploadId: randomUUID(),
    size: body.length,
    path: `${kind}/${place.projectId}/${place.dataset}/${name}`,
  }
  return { document, file: join(place.assetDir, kind, name), body }
}

export function keepFile({ file, body }: PreparedUpload): void {
  mkdirSync(dirname(file), { recursive: true })
  writeAtomically(file, body)
}

type Described = LakeDocument & { name: string }

function describeFile({ filename, mimeType }: Upload, hash: string): Described {
  const given = extname(filename ?? '')
    .slice(1)
    .toLowerCase()
  const extension = /^[a-z0-9]{1,10}$/.test(given) ? given : 'bin'
  return {
    _id: `file-${hash}-${extension}`,
    _type: 'sanity.fileAsset',
    name: `${hash}.${extension}`,
    extension,
    mimeType,
  }
}

async function describeImage({ body }: Upload, hash: string): Promise<Described> {
  const read = await readImage(body)
  const extension = extensionOf(read.metadata.format) ?? ''
  const { width, height } = read.metadata.autoOrient
  const size = `${width}x${height}`
  return {
    _id: `image-${hash}-${size}-${extension}`,
    _type: 'sanity.imageAsset',
    name: `${hash}-${size}.${extension}`,
    extension,
    mimeType: `image/${extension === 'jpg' ? 'jpeg' : extension}`,
    metadata: await metadataOf(read).catch(refuseDamaged),
  }
}

type ReadImage = { image: Sharp; metadata: Metadata; isOpaque: boolean }

async function readImage(body: Buffer): Promise<ReadImage> {
  const image = sharp(body, { limitInputPixels: MAX_IMAGE_PIXELS })
  const metadata = await image.metadata().catch(() => undefined)
  if (!metadata || !extensionOf(metadata.format))
    throw httpError(415, `Only ${imageFormatNames('conjunction')} images can be uploaded`)
  const { width, height } = metadata
  if (width * height > MAX_IMAGE_PIXELS || Math.max(width, height) > MAX_SIDE_PIXELS)
    throw httpError(400, `The image is too large: ${width} by ${height} pixels`)
  const isOpaque = await decodeAll(image, metadata).catch(refuseDamaged)
  return { image: image.autoOrient(), metadata, isOpaque }
}

/** Whether all pixels are opaque. Decodes every row, so that a damaged file is found; sharp's statistics take five times as long. */
async function decodeAll(image: Sharp, { hasAlpha, width, height }: Metadata): Promise<boolean> {
  if (hasAlpha) return (await image.clone().stats()).isOpaque
  await image
    .clone()
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer()
  return true
}

/** Some damage is found only when every pixel is decoded. */
function refuseDamaged(): never {
  throw httpError(400, 'The image is damaged')
}

async function metadataOf({ image, metadata, isOpaque }: ReadImage) {
  const { width, height } = metadata.autoOrient
  const small = image.clone().resize(20).flatten({ background: '#ffffff' })
  const preview = await small.jpeg({ quality: 50 }).toBuffer()
  return {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    lqip: `data:image/jpeg;base64,${preview.toString('base64')}`,
    hasAlpha: metadata.hasAlpha,
    isOpaque,
  }
}
