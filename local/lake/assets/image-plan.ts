import { httpError } from '../errors.ts'
import {
  type Colour,
  type ImageParameters,
  type Quarter,
  readParameters,
} from './image-parameters.ts'

type Size = { width: number; height: number }
type Rect = Size & { left: number; top: number }
type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** The steps of a transformation, in this order. Lengths are in pixels. */
export type ImagePlan = {
  /** The part of the source that is kept, in the source's EXIF orientation. */
  rect: Rect
  /** Its new size, before rotation. With `byEntropy`, the most detailed part of `rect` with this aspect ratio is kept. */
  size: Size
  byEntropy: boolean
  /** Clockwise, in degrees. */
  turn: Quarter
  flip: ImageParameters['flip']
  /** The size of the result, with the image centred; undefined: the size of the image. */
  canvas: Size | undefined
  background: Colour | undefined
  blur: number
  sharpen: number
  isGrey: boolean
  isInverted: boolean
  format: Format
  isProgressive: boolean
  quality: number
}

const FORMATS: Record<string, Format> = {
  jpg: 'jpeg',
  pjpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
}

/** Plans the transformation of an image URL. Throws 400 when it is impossible or too large. */
export function planImage(
  query: URLSearchParams,
  source: Size & { extension: string },
  accept: string,
  outputPixels: Readonly<Record<Format, number>>,
): ImagePlan {
  const asked = readParameters(query)
  const part = partOf(asked, source)
  // Width, height and crop refer to the rotated image.
  const isOnSide = asked.orientation === 90 || asked.orientation === 270
  const fitted = fittedTo(isOnSide ? turned(part) : part, asked)
  const shown = fitted.canvas ?? fitted.size
  const pixels = shown.width * shown.height
  const format = formatOf(asked, source.extension, accept, pixels <= outputPixels.avif)
  if (pixels > outputPixels[format])
    throw httpError(
      400,
      `The image would have ${pixels} pixels; ${format} may have ${outputPixels[format]}`,
    )
  return {
    rect: inSource(fitted.crop, part, asked),
    size: isOnSide ? turned(fitted.size) : fitted.size,
    byEntropy: fitted.byEntropy,
    turn: asked.orientation,
    flip: asked.flip,
    canvas: fitted.canvas,
    background: asked.background,
    blur: asked.blur,
    sharpen: asked.sharpen,
    isGrey: asked.isGrey,
    isInverted: asked.isInverted,
    format,
    isProgressive: asked.format === 'pjpg',
    quality: asked.quality,
  }
}

const turned = ({ width, height }: Size): Size => ({ width: height, height: width })

type Fitted = { crop: Rect; size: Size; byEntropy: boolean; canvas: Size | undefined }

/** The part of an image that is kept, its new size, and the canvas around it. */
function fittedTo(image: Size, asked: ImageParameters): Fitted {
  const { width, height, fit } = asked
  const all = { left: 0, top: 0, width: image.width, height: image.height }
  const whole = { crop: all, byEntropy: false, canvas: undefined }
  if (!(width && height)) {
    const wanted =
      (width ?? Infinity) === Infinity
        ? (height ?? image.height) / image.height
        : (width ?? 0) / image.width
    const isEnlarged = fit !== 'max' && fit !== 'min' && fit !== 'fillmax'
    return { ...whole, size: scaled(image, isEnlarged ? wanted : Math.min(1, wanted)) }
  }
  const box = { width, height }
  const inside = Math.min(width / image.width, height / image.height)
  switch (fit) {
    case 'scale':
      return { ...whole, size: box }
    case 'clip':
      return { ...whole, size: scaled(image, inside) }
    case 'max':
      return { ...whole, size: scaled(image, Math.min(1, inside)) }
    case 'fill':
      return { ...whole, size: scaled(image, inside), canvas: box }
    case 'fillmax':
      return { ...whole, size: scaled(image, Math.min(1, inside)), canvas: box }
    case 'crop':
    case 'min':
      return cropped(image, box, asked)
  }
}

/** The largest part with the aspect ratio of the box. `fit=min` never enlarges it. */
function cropped(image: Size, box: Size, asked: ImageParameters): Fitted {
  const part = scaled(box, Math.min(image.width / box.width, image.height / box.height))
  const size = asked.fit === 'min' && part.width < box.width ? part : box
  const byEntropy = asked.crop === 'entropy'
  const spare = { x: image.width - part.width, y: image.height - part.height }
  const { crop, focal } = asked
  const at = (low: string, high: string, spareLength: number, point: number) => {
    if (crop === 'focalpoint') return Math.round(Math.min(Math.max(point, 0), spareLength))
    if (crop.includes(low)) return 0
    return crop.includes(high) ? spareLength : Math.round(spareLength / 2)
  }
  const rect = {
    left: at('left', 'right', spare.x, focal.x * image.width - part.width / 2),
    top: at('top', 'bottom', spare.y, focal.y * image.height - part.height / 2),
    ...part,
  }
  const all = { left: 0, top: 0, width: image.width, height: image.height }
  return { crop: byEntropy ? all : rect, size, byEntropy, canvas: undefined }
}

function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Converts a part of the rotated and flipped image to source coordinates, by undoing both in reverse order. */
function inSource(crop: Rect, part: Rect, { orientation, flip }: ImageParameters): Rect {
  const isOnSide = orientation === 90 || orientation === 270
  const seen = isOnSide ? turned(part) : part
  const left = flip.horizontal ? seen.width - crop.left - crop.width : crop.left
  const top = flip.vertical ? seen.height - crop.top - crop.height : crop.top
  const right = seen.width - left - crop.width
  const bottom = seen.height - top - crop.height
  const [x, y] = { 0: [left, top], 90: [top, right], 180: [right, bottom], 270: [bottom, left] }[
    orientation
  ] as [number, number]
  const size = isOnSide ? turned(crop) : crop
  return { left: part.left + x, top: part.top + y, width: size.width, height: size.height }
}

/** Clips `rect` to the image. */
function partOf({ rect }: ImageParameters, { width, height }: Size): Rect {
  if (!rect) return { left: 0, top: 0, width, height }
  const left = clamp(Math.round(rect.left), 0, width - 1)
  const top = clamp(Math.round(rect.top), 0, height - 1)
  return {
    left,
    top,
    width: clamp(Math.round(rect.width), 1, width - left),
    height: clamp(Math.round(rect.height), 1, height - top),
  }
}

function formatOf(
  { format: asked, isAutomatic }: ImageParameters,
  extension: string,
  accept: string,
  maybeAvif: boolean,
): Format {
  if (asked !== undefined) {
    const format = Object.hasOwn(FORMATS, asked) ? FORMATS[asked] : undefined
    if (!format) throw httpError(400, `Unknown format "${asked}"`)
    return format
  }
  if (isAutomatic && maybeAvif && accept.includes('image/avif')) return 'avif'
  if (isAutomatic && accept.includes('image/webp')) return 'webp'
  return FORMATS[extension] ?? 'jpeg'
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
