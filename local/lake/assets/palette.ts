import type { Sharp } from 'sharp'

type Colour = { r: number; g: number; b: number; population: number }
type Swatch = {
  _type: 'sanity.imagePaletteSwatch'
  background: string
  foreground: string
  title: string
  population: number
}

const SAMPLE_SIDE = 32
const BUCKET_BITS = 4

/** The named colours of an image (Sanity's `metadata.palette`), computed from a small copy of it. */
export async function paletteOf(image: Sharp): Promise<Record<string, unknown>> {
  const pixels = await image
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const colours = countColours(pixels)
  const dominant = best(colours, () => 1)
  const pick = (score: (colour: Colour) => number) => swatch(best(colours, score), colours)
  return {
    _type: 'sanity.imagePalette',
    dominant: swatch(dominant, colours),
    vibrant: pick((c) => saturation(c)),
    muted: pick((c) => 1 - saturation(c)),
    darkVibrant: pick((c) => saturation(c) * (1 - lightness(c))),
    lightVibrant: pick((c) => saturation(c) * lightness(c)),
    darkMuted: pick((c) => (1 - saturation(c)) * (1 - lightness(c))),
    lightMuted: pick((c) => (1 - saturation(c)) * lightness(c)),
  }
}

function countColours(pixels: Buffer): Colour[] {
  const buckets = new Map<number, Colour>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    const shift = 8 - BUCKET_BITS
    const key = ((r >> shift) << (2 * BUCKET_BITS)) | ((g >> shift) << BUCKET_BITS) | (b >> shift)
    const bucket = buckets.get(key) ?? { r, g, b, population: 0 }
    bucket.population += 1
    buckets.set(key, bucket)
  }
  return [...buckets.values()]
}

function best(colours: Colour[], score: (colour: Colour) => number): Colour {
  const weight = (colour: Colour) => score(colour) ** 3 * Math.sqrt(colour.population)
  return colours.reduce((top, colour) => (weight(colour) > weight(top) ? colour : top))
}

function swatch(colour: Colour, all: Colour[]): Swatch {
  const total = all.reduce((sum, { population }) => sum + population, 0)
  const text = lightness(colour) > 0.6 ? '#000' : '#fff'
  const hex = [colour.r, colour.g, colour.b].map((part) => part.toString(16).padStart(2, '0'))
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${hex.join('')}`,
    foreground: text,
    title: text,
    population: Math.round((10_000 * colour.population) / total) / 100,
  }
}

function lightness({ r, g, b }: Colour): number {
  return (Math.max(r, g, b) + Math.min(r, g, b)) / 510
}

function saturation({ r, g, b }: Colour): number {
  const top = Math.max(r, g, b)
  return top === 0 ? 0 : (top - Math.min(r, g, b)) / top
}
