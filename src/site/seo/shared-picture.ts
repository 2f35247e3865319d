import { getImage } from 'astro:assets'
import type { Figure } from '#content/read/figure.ts'
import type { SharedPicture } from '#site/seo/structured-data.ts'

const WIDTH = 1200

/** A picture as JPEG, for shared links; undefined without a picture. */
export async function sharedPicture(
  figure: Figure | undefined,
): Promise<SharedPicture | undefined> {
  if (figure === undefined) return undefined
  const width = Math.min(WIDTH, figure.width)
  const height = Math.round((width * figure.height) / figure.width)
  const { src } = await getImage({ src: figure.src, width, height, format: 'jpg' })
  return { src, alt: figure.alt, width, height }
}
