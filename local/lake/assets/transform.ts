import sharp, { type Sharp } from 'sharp'
import type { Colour } from './image-parameters.ts'
import type { ImagePlan } from './image-plan.ts'
import { MAX_IMAGE_PIXELS } from './upload.ts'

/** sharp's default, 4, takes seven times as long and the files are no smaller. */
const AVIF_EFFORT = 2

/** For a larger sigma a smaller image is blurred: the time grows with sigma, and the result looks the same. */
const MAX_SIGMA = 8
/** Sigma per unit of `blur` and `sharp`. The hosted service does not document its units; these give similar results. */
const SIGMA_OF_BLUR = 0.25
const SIGMA_OF_SHARPEN = 0.02

const NOTHING: Colour = { r: 0, g: 0, b: 0, alpha: 0 }
const WHITE: Colour = { r: 255, g: 255, b: 255, alpha: 1 }

/**
 * Transforms an image as planned. sharp runs its operations in a fixed order, so a step that depends on an earlier one starts
 * from that step's pixels. `isWhole`: `rect` is the whole source.
 */
export async function transform(
  path: string,
  plan: ImagePlan,
  isWhole: boolean,
  seconds: number,
): Promise<Buffer> {
  const { rect, size } = plan
  const source = sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS }).timeout({ seconds })
  let image = source.autoOrient()
  // Without `extract` sharp can decode a large JPEG at a smaller scale.
  if (!isWhole) image.extract(rect)
  if (plan.byEntropy) image.resize({ ...size, fit: 'cover', position: 'entropy' })
  else if (size.width !== rect.width || size.height !== rect.height)
    image.resize({ ...size, fit: 'fill' })
  if (plan.turn !== 0) image = (await pixels(image)).rotate(plan.turn)
  if (plan.flip.horizontal || plan.flip.vertical)
    image = (await pixels(image)).flop(plan.flip.horizontal).flip(plan.flip.vertical)
  image = await withEffects(image, plan)
  image = await onBackground(image, plan)
  return await encoded(image.timeout({ seconds }), plan).toBuffer()
}

/** Runs the operations so far and returns an image of the resulting pixels. */
async function pixels(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_IMAGE_PIXELS })
}

async function withEffects(image: Sharp, plan: ImagePlan): Promise<Sharp> {
  const { blur, sharpen, isGrey, isInverted } = plan
  if (blur === 0 && sharpen === 0 && !isGrey && !isInverted) return image
  let made = await pixels(image.toColourspace('srgb'))
  if (blur > 0) made = await blurred(made, blur * SIGMA_OF_BLUR)
  if (sharpen > 0) made = (await pixels(made)).sharpen({ sigma: 0.3 + sharpen * SIGMA_OF_SHARPEN })
  if (isGrey) made = (await pixels(made)).modulate({ saturation: 0 })
  if (isInverted) made = (await pixels(made)).negate({ alpha: false })
  return made
}

async function blurred(image: Sharp, sigma: number): Promise<Sharp> {
  if (sigma <= MAX_SIGMA) return image.blur(Math.max(0.3, sigma))
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const scale = MAX_SIGMA / sigma
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const small = sharp(data, { raw: { width, height, channels } }).resize(
    side(width),
    side(height),
    { fit: 'fill' },
  )
  return (await pixels((await pixels(small)).blur(MAX_SIGMA))).resize(width, height, {
    fit: 'fill',
  })
}

/** Puts the image on its canvas, and the background colour behind transparent pixels: white for JPEG, which has no transparency. */
async function onBackground(
  image: Sharp,
  { canvas, background, format }: ImagePlan,
): Promise<Sharp> {
  const colour = background ?? (format === 'jpeg' ? WHITE : undefined)
  if (!(canvas || colour)) return image
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = canvas ?? info
  const input = {
    input: data,
    raw: { width: info.width, height: info.height, channels: info.channels },
  }
  const create = { width, height, channels: 4 as const, background: colour ?? NOTHING }
  const made = sharp({ create }).composite([input])
  return format === 'jpeg' ? (await pixels(made)).flatten({ background: WHITE }) : made
}

function encoded(image: Sharp, { format, quality, isProgressive }: ImagePlan): Sharp {
  if (format === 'png' || format === 'gif') return image.toFormat(format)
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT })
  if (format === 'jpeg') return image.jpeg({ quality, progressive: isProgressive })
  return image.webp({ quality })
}
