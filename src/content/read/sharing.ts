import type { PAGES_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'

/** How a page is shown by search engines and where its link is shared (SITE-20); undefined: as the page itself. */
export type Sharing = {
  title: string | undefined
  description: string | undefined
  image: Figure | undefined
  /** Neither search engines nor the search of the site list it. */
  isHidden: boolean
}

/** The field that `sharingOf` reads, in a projection of a document. */
export const SHARING =
  `"sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image${FIGURE_PROJECTION})}` as const

type SharingPart = Pick<Readable<PAGES_RESULT>[number], 'sharing'>

/** What a document that was requested with `SHARING` says. */
export function sharingOf(document: Content<SharingPart>): Sharing {
  const sharing = document.optionalPart('sharing')
  const image = sharing?.optionalPart('image')
  return {
    title: sharing?.optionalText('title'),
    description: sharing?.optionalText('description'),
    image: image && figureOf(image),
    isHidden: sharing?.raw.hidden === true,
  }
}
