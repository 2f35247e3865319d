import { createImageUrlBuilder } from '@sanity/image-url'
import type { STORIES_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { type ContentImage, contentImage } from '#content/read/image.ts'

/** A picture with its optional texts. `src`, `width` and `height` are those of the visible crop. */
export type Figure = ContentImage & {
  caption: string | undefined
  /** The text of a poster or another picture that contains text. */
  textVersion: string | undefined
}

/** The fields that `figureOf` reads, inside a projection of a field of the type `figure`. */
export const FIGURE_FIELDS = `
  alt, caption, textVersion, crop, hotspot,
  "src": asset->url, "assetId": asset->_id,
  "width": asset->metadata.dimensions.width, "height": asset->metadata.dimensions.height`

export const FIGURE_PROJECTION = `{${FIGURE_FIELDS}}` as const

type FigurePart = Readable<STORIES_RESULT>[number]['image']

/**
 * The picture with the editor's crop. With `ratio` (width by height) it is cropped to that shape around the editor's
 * hotspot. Astro supports neither, so the crop is part of the address, as `rect=`.
 */
export function figureOf(content: Content<FigurePart>, ratio?: number): Figure {
  const image = contentImage(content)
  const rect = rectOf(content, image, ratio)
  const shown = rect
    ? { src: `${image.src}?rect=${rect.join(',')}`, width: rect[2], height: rect[3] }
    : {}
  return {
    ...image,
    ...shown,
    caption: content.optionalText('caption'),
    textVersion: content.optionalText('textVersion'),
  }
}

type Rect = [left: number, top: number, width: number, height: number]

/** The crop as Sanity's own URL builder computes it; undefined for the whole picture. */
function rectOf(
  content: Content<FigurePart>,
  { width, height }: ContentImage,
  ratio?: number,
): Rect | undefined {
  const source = {
    asset: { _ref: content.text('assetId') },
    crop: boxOf(content.raw.crop),
    hotspot: boxOf(content.raw.hotspot),
  }
  const builder = createImageUrlBuilder({ projectId: 'any', dataset: 'any' })
  const picture = builder.image(source as Parameters<typeof builder.image>[0])
  const sized = ratio ? picture.width(Math.round(ratio * 1000)).height(1000) : picture
  const rect = new URL(sized.url()).searchParams.get('rect')?.split(',').map(Number)
  const [left = 0, top = 0, cutWidth = width, cutHeight = height] = rect ?? []
  return rect ? [left, top, cutWidth, cutHeight] : undefined
}

/** Crop and hotspot are null when the editor has not set them; the builder requires them absent then. */
function boxOf<Box>(box: Box): NonNullable<Box> | undefined {
  return typeof box === 'object' && box !== null ? box : undefined
}
