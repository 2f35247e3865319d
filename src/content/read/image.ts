import type { HOME_PAGE_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { isLost } from '#content/read/reading.ts'

/** A picture of the content; `alt` is its text alternative, width and height are in pixels. */
export type ContentImage = { src: string; alt: string; width: number; height: number }

/** The GROQ projection that `contentImage` reads, for a field of the schema type `figure`. */
export const IMAGE_PROJECTION = `{
  alt,
  "src": asset->url,
  "width": asset->metadata.dimensions.width,
  "height": asset->metadata.dimensions.height
}`

type ImagePart = Readable<HOME_PAGE_RESULT>['about']['image']

/** The picture in a part of a document that was requested with `IMAGE_PROJECTION`. @throws ContentError also when its bytes are lost. */
export function contentImage(content: Content<ImagePart>): ContentImage {
  const src = content.text('src')
  if (isLost(src)) throw content.error('src', 'file-lost')
  return {
    src,
    alt: content.text('alt'),
    width: content.number('width'),
    height: content.number('height'),
  }
}
