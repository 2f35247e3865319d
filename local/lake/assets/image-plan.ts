import { httpError } from '../errors.ts'

type Size = { width: number; height: number }
type Rect = Size & { left: number; top: number }
type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

type Resize = {
  width?: number
  height?: number
  fit: 'inside' | 'outside' | 'cover' | 'contain' | 'fill'
  withoutEnlargement: boolean
}

/** The transformation that an image URL asks for, in pixels: crop to `rect`, then resize. */
export type ImagePlan = {
  rect: Rect
  resize?: Resize
  format: Format
  quality: number
}

const MAX_OUTPUT_SIDE = 4096
const FITS = {
  clip: { fit: 'inside', withoutEnlargement: false },
  max: { fit: 'inside', withoutEnlargement: true },
  min: { fit: 'outside', withoutEnlargement: true },
  crop: { fit: 'cover', withoutEnlargement: false },
  scale: { fit: 'fill', withoutEnlargement: false },
  fill: { fit: 'contain', withoutEnlargement: false },
  fillmax: { fit: 'contain', withoutEnlargement: true },
} as const
const FORMATS: Record<string, Format> = {
  jpg: 'jpeg',
  pjpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
}

/** Parses the parameters of Sanity's image URLs: rect, w, h, max-w, max-h, fit, crop, fp-x, fp-y, dpr, auto, fm, q. */
export function planImage(
  query: URLSearchParams,
  source: Size & { extension: string },
  accept: string,
  outputPixels: Readonly<Record<Format, number>>,
): ImagePlan {
  const rect = rectOf(query.get('rect'), source)
  const dpr = numberOf(query, 'dpr', 0.1, 3) ?? 1
  const width = sideOf(query, ['w', 'max-w'], dpr)
  const height = sideOf(query, ['h', 'max-h'], dpr)
  const asked = query.get('fit') ?? 'clip'
  if (!Object.hasOwn(FITS, asked)) throw httpError(400, `Unknown fit "${asked}"`)
  const fit = FITS[asked as keyof typeof FITS]
  const focal = isFocal(query) && width && height ? focalRect(query, rect, width / height) : rect
  const resize = { ...(width && { width }), ...(height && { height }), ...fit }
  const pixels = pixelsOf(focal, resize)
  const plan = {
    rect: focal,
    format: formatOf(query, source.extension, accept, pixels <= outputPixels.avif),
    quality: numberOf(query, 'q', 1, 100) ?? 75,
  }
  if (pixels > outputPixels[plan.format])
    throw httpError(
      400,
      `The image would have ${Math.round(pixels)} pixels; ${plan.format} may have ${outputPixels[plan.format]}`,
    )
  return width || height ? { ...plan, resize } : plan
}

/** The pixels of the result, rounded up where its exact size depends on the image. */
function pixelsOf(rect: Rect, { width, height, fit, withoutEnlargement }: Resize): number {
  const scales = [width && width / rect.width, height && height / rect.height]
  const given = scales.filter((scale) => scale !== undefined)
  if (width && height && fit !== 'inside' && fit !== 'outside') return width * height
  const wanted = fit === 'outside' ? Math.max(...given) : Math.min(...given)
  const scale = given.length === 0 || (withoutEnlargement && wanted > 1) ? 1 : wanted
  return Math.max(1, rect.width * scale) * Math.max(1, rect.height * scale)
}

function rectOf(text: string | null, { width, height }: Size): Rect {
  if (text === null) return { left: 0, top: 0, width, height }
  const parts = text.split(',').map(Number)
  const [x = Number.NaN, y = Number.NaN, w = Number.NaN, h = Number.NaN] = parts
  if (parts.length !== 4 || ![x, y, w, h].every(Number.isFinite) || w < 1 || h < 1)
    throw httpError(400, 'rect must be left,top,width,height')
  const left = clamp(Math.round(x), 0, width - 1)
  const top = clamp(Math.round(y), 0, height - 1)
  return {
    left,
    top,
    width: clamp(Math.round(w), 1, width - left),
    height: clamp(Math.round(h), 1, height - top),
  }
}

function isFocal(query: URLSearchParams): boolean {
  return query.get('fit') === 'crop' && query.get('crop') === 'focalpoint'
}

/** The largest part of a rectangle with the given aspect ratio, as close to the focal point as its edges allow. */
function focalRect(query: URLSearchParams, rect: Rect, ratio: number): Rect {
  const wide = rect.width / rect.height > ratio
  const width = wide ? Math.max(1, Math.round(rect.height * ratio)) : rect.width
  const height = wide ? rect.height : Math.max(1, Math.round(rect.width / ratio))
  const x = (numberOf(query, 'fp-x', 0, 1) ?? 0.5) * rect.width - width / 2
  const y = (numberOf(query, 'fp-y', 0, 1) ?? 0.5) * rect.height - height / 2
  return {
    left: rect.left + Math.round(clamp(x, 0, rect.width - width)),
    top: rect.top + Math.round(clamp(y, 0, rect.height - height)),
    width,
    height,
  }
}

function formatOf(
  query: URLSearchParams,
  extension: string,
  accept: string,
  maybeAvif: boolean,
): Format {
  const asked = query.get('fm')
  if (asked !== null) {
    const format = Object.hasOwn(FORMATS, asked) ? FORMATS[asked] : undefined
    if (!format) throw httpError(400, `Unknown format "${asked}"`)
    return format
  }
  const auto = (query.get('auto') ?? '').split(',').includes('format')
  if (auto && maybeAvif && accept.includes('image/avif')) return 'avif'
  if (auto && accept.includes('image/webp')) return 'webp'
  return FORMATS[extension] ?? 'jpeg'
}

function sideOf(query: URLSearchParams, names: string[], dpr: number): number | undefined {
  for (const name of names) {
    const side = numberOf(query, name, 1, MAX_OUTPUT_SIDE)
    if (side) return clamp(Math.round(side * dpr), 1, MAX_OUTPUT_SIDE)
  }
  return
}

function numberOf(query: URLSearchParams, name: string, low: number, high: number) {
  const text = query.get(name)
  if (text === null) return
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value))
    throw httpError(400, `${name} must be a number`)
  return clamp(value, low, high)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
