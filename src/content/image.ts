import type { Fields } from '#content/fields.ts'

/** A picture of the content: its address, its words for those who cannot see it, its size in pixels. */
export type ContentImage = { src: string; alt: string; width: number; height: number }

/** The GROQ projection that `contentImage` reads, for a field of the schema type `figure`. */
export const IMAGE_PROJECTION = `{
  alt,
  "src": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height
}`

/** The picture in a part of a document that was asked for with `IMAGE_PROJECTION`. */
export function contentImage(fields: Fields): ContentImage {
  return {
    src: fields.text('src'),
    alt: fields.text('alt'),
    width: fields.number('width'),
    height: fields.number('height'),
  }
}
