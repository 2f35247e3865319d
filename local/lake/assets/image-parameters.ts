import { httpError } from '../errors.ts'

export type Colour = { r: number; g: number; b: number; alpha: number }
export type Fit = (typeof FITS)[number]
export type Crop = (typeof CROPS)[number]
export type Quarter = (typeof QUARTERS)[number]
type Box = { left: number; top: number; width: number; height: number }

/** The parsed parameters of an image URL. Lengths are in pixels, multiplied by the device pixel ratio. */
export type ImageParameters = {
  rect: Box | undefined
  width: number | undefined
  height: number | undefined
  fit: Fit
  crop: Crop
  focal: { x: number; y: number }
  /** Clockwise, in degrees; applied before all other parameters. */
  orientation: Quarter
  flip: { horizontal: boolean; vertical: boolean }
  background: Colour | undefined
  blur: number
  sharpen: number
  isGrey: boolean
  isInverted: boolean
  /** `fm`. Undefined: the format of the source or, with `isAutomatic`, one that the browser accepts. */
  format: string | undefined
  isAutomatic: boolean
  quality: number
}

export const MAX_OUTPUT_SIDE = 4096
const DEFAULT_QUALITY = 75
const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'min', 'scale'] as const
const CROPS = [
  ...['center', 'focalpoint', 'entropy', 'top', 'bottom', 'left', 'right'],
  ...['top,left', 'top,right', 'bottom,left', 'bottom,right'],
] as const
const QUARTERS = [0, 90, 180, 270] as const
const FLIPS = ['h', 'v', 'hv'] as const

/** `dl` changes the response, not the image. */
const KNOWN = [
  ...['w', 'h', 'fit', 'crop', 'fp-x', 'fp-y', 'rect', 'dpr', 'or', 'flip', 'bg', 'blur', 'sharp'],
  ...['sat', 'invert', 'frame', 'fm', 'auto', 'q', 'dl'],
]

/** Parameters of the hosted service that are refused here, and what to use instead. */
const REFUSED: Readonly<Record<string, string>> = {
  pad: 'use fit=fill with w, h and bg',
  'min-w': 'use w with fit=min',
  'max-w': 'use w with fit=max',
  'min-h': 'use h with fit=min',
  'max-h': 'use h with fit=max',
}

const refuse = (message: string): never => {
  throw httpError(400, message)
}

/** Parses the parameters of Sanity's image URLs. Throws 400 for an invalid or unsupported one. */
export function readParameters(query: URLSearchParams): ImageParameters {
  requireHonoured(query)
  const dpr = Math.min(3, Math.max(0.1, numberOf(query, 'dpr', 0, Number.MAX_VALUE) ?? 1))
  const fit = oneOf(query, 'fit', FITS) ?? 'clip'
  const flip = oneOf(query, 'flip', FLIPS) ?? ''
  return {
    rect: rectOf(query.get('rect')),
    width: sideOf(query, 'w', dpr),
    height: sideOf(query, 'h', dpr),
    fit,
    ...croppingOf(query, fit),
    orientation: oneOf(query, 'or', QUARTERS) ?? 0,
    flip: { horizontal: flip.includes('h'), vertical: flip.includes('v') },
    background: colourOf(query.get('bg')),
    blur: numberOf(query, 'blur', 0, 2_000) ?? 0,
    sharpen: numberOf(query, 'sharp', 0, 100) ?? 0,
    isGrey: oneOf(query, 'sat', ['-100']) !== undefined,
    isInverted: oneOf(query, 'invert', ['true', 'false']) === 'true',
    format: query.get('fm') ?? undefined,
    isAutomatic: oneOf(query, 'auto', ['format']) !== undefined,
    quality: Math.max(1, numberOf(query, 'q', 0, 100) ?? DEFAULT_QUALITY),
  }
}

/** Throws 400 for a parameter that is unknown or not supported. `frame` accepts only 1, which is the default. */
function requireHonoured(query: URLSearchParams): void {
  for (const name of query.keys()) {
    const instead = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined
    if (instead) refuse(`The parameter ${name} is not supported here: ${instead}`)
    if (!KNOWN.includes(name)) refuse(`Unknown parameter "${name}"`)
  }
  oneOf(query, 'frame', ['1'])
}

/** Where the image is cropped. A focal point without `crop` means `crop=focalpoint`. */
function croppingOf(query: URLSearchParams, fit: Fit): Pick<ImageParameters, 'crop' | 'focal'> {
  const hasFocal = query.has('fp-x') || query.has('fp-y')
  const crop = oneOf(query, 'crop', CROPS) ?? (hasFocal ? 'focalpoint' : 'center')
  if (query.has('crop') && fit !== 'crop' && fit !== 'min') refuse('crop needs fit=crop or fit=min')
  if (hasFocal && crop !== 'focalpoint') refuse('fp-x and fp-y need crop=focalpoint')
  const focal = {
    x: numberOf(query, 'fp-x', 0, 1) ?? 0.5,
    y: numberOf(query, 'fp-y', 0, 1) ?? 0.5,
  }
  return { crop, focal }
}

function rectOf(text: string | null): Box | undefined {
  if (text === null) return
  const parts = text.split(',').map(Number)
  const [left = Number.NaN, top = Number.NaN, width = Number.NaN, height = Number.NaN] = parts
  const isValid = [left, top, width, height].every(Number.isFinite) && width >= 1 && height >= 1
  if (parts.length !== 4 || !isValid) refuse('rect must be left,top,width,height')
  return { left, top, width, height }
}

/** RGB, ARGB, RRGGBB or AARRGGBB, in hexadecimal digits. */
function colourOf(text: string | null): Colour | undefined {
  if (text === null) return
  if (!/^(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i.test(text))
    refuse('bg must be RGB, ARGB, RRGGBB or AARRGGBB')
  const long = text.length < 6 ? text.replace(/./g, '$&$&') : text
  const [a = 255, r = 0, g = 0, b = 0] = (long.padStart(8, 'f').match(/../g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  )
  return { r, g, b, alpha: a / 255 }
}

function sideOf(query: URLSearchParams, name: string, dpr: number): number | undefined {
  const side = numberOf(query, name, 1, MAX_OUTPUT_SIDE)
  return side && Math.max(1, Math.min(MAX_OUTPUT_SIDE, Math.round(side * dpr)))
}

function oneOf<Value extends string | number>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = query.get(name)
  if (text === null) return
  return (
    values.find((value) => String(value) === text) ??
    refuse(
      `${name} must be ${values.length > 1 ? 'one of ' : ''}${values.join(' ')}, not "${text}"`,
    )
  )
}

function numberOf(query: URLSearchParams, name: string, low: number, high: number) {
  const text = query.get(name)
  if (text === null) return
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) refuse(`${name} must be a number`)
  if (value < low || value > high) refuse(`${name} must be from ${low} to ${high}`)
  return value
}
