import sharp from 'sharp'
import { httpError } from '../errors.ts'

type Size = { width: number; height: number }
type Rect = Size & { left: number; top: number }

/** The parsed parameters of an image URL. */
export type ImagePlan = {
  rect: Rect
  width: number | undefined
  height: number | undefined
  fit: keyof typeof FITS
  format: (typeof FORMATS)[keyof typeof FORMATS]
  quality: number
}

const FITS = { clip: 'inside', max: 'inside', crop: 'cover', scale: 'fill' } as const
const FORMATS = { jpg: 'jpeg', png: 'png', webp: 'webp', avif: 'avif', gif: 'gif' } as const
/** `dl` changes the response, not the image. */
const KNOWN = ['rect', 'w', 'h', 'dpr', 'fit', 'fm', 'auto', 'q', 'dl']
const MAX_SIDE = 4096

/**
 * Reads the parameters of Sanity's image URLs that the Studio and the website use. Throws 400 for any other, so that the
 * stand-in never shows another image than the hosted service without a word.
 */
export function planOf(
  query: URLSearchParams,
  source: Size & { extension: string },
  accept: string,
): ImagePlan {
  for (const name of query.keys())
    if (!KNOWN.includes(name))
      throw httpError(400, `The stand-in does not know the image parameter "${name}"`)
  const dpr = Math.min(3, numberOf(query, 'dpr', Infinity) ?? 1)
  const sideOf = (name: string) => {
    const side = numberOf(query, name, MAX_SIDE)
    return side && Math.min(MAX_SIDE, Math.max(1, Math.round(side * dpr)))
  }
  const isAutomatic = keyOf(query, 'auto', { format: true }) !== undefined
  const asked = keyOf(query, 'fm', FORMATS)
  const own = isAutomatic && accept.includes('image/webp') ? 'webp' : source.extension
  return {
    rect: rectOf(query.get('rect'), source),
    width: sideOf('w'),
    height: sideOf('h'),
    fit: keyOf(query, 'fit', FITS) ?? 'clip',
    format: FORMATS[asked ?? (own as keyof typeof FORMATS)],
    quality: numberOf(query, 'q', 100) ?? 75,
  }
}

/** Transforms an image as planned. */
export async function transform(path: string, plan: ImagePlan): Promise<Buffer> {
  const { rect, width, height, fit, format, quality } = plan
  const image = sharp(path).autoOrient().extract(rect)
  if (width ?? height)
    image.resize({
      ...(width && { width }),
      ...(height && { height }),
      fit: FITS[fit],
      withoutEnlargement: fit === 'max',
    })
  if (format === 'jpeg') image.flatten({ background: '#fff' })
  return await image.toFormat(format, { quality }).toBuffer()
}

/** Clips `rect` to the image. */
function rectOf(text: string | null, { width, height }: Size): Rect {
  if (text === null) return { left: 0, top: 0, width, height }
  const parts = text.split(',').map((part) => Math.round(Number(part)))
  const [left = 0, top = 0, wide = 0, high = 0] = parts
  if (parts.length !== 4 || !parts.every(Number.isFinite) || wide < 1 || high < 1)
    throw httpError(400, 'rect must be left,top,width,height')
  const at = { left: clamp(left, 0, width - 1), top: clamp(top, 0, height - 1) }
  return { ...at, width: clamp(wide, 1, width - at.left), height: clamp(high, 1, height - at.top) }
}

function keyOf<Key extends string>(
  query: URLSearchParams,
  name: string,
  known: Readonly<Record<Key, unknown>>,
): Key | undefined {
  const text = query.get(name)
  if (text === null) return
  if (!Object.hasOwn(known, text))
    throw httpError(400, `${name} must be one of ${Object.keys(known).join(' ')}, not "${text}"`)
  return text as Key
}

function numberOf(query: URLSearchParams, name: string, most: number): number | undefined {
  const text = query.get(name)
  if (text === null) return
  const value = Number(text)
  if (!(value > 0 && value <= most))
    throw httpError(400, `${name} must be a number above 0, at most ${most}`)
  return value
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
