import type { PAGES_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { isSingleton } from '#content/rules/document-types.ts'

/** How a page is shown by search engines and where its link is shared (SITE-20); undefined: as the page itself. */
export type Sharing = {
  title: string | undefined
  description: string | undefined
  image: Figure | undefined
  /** Neither search engines nor the search of the site list it. */
  isHidden: boolean
}

/** The fields that `sharingOf` reads, in a projection of a document. */
export const SHARING =
  `_type, "sharing": sharing{title, description, hidden, "image": select(defined(image.asset) => image${FIGURE_PROJECTION})}` as const

type SharingPart = Pick<Readable<PAGES_RESULT>[number], 'sharing'> & { _type: string }

/**
 * What a document that was requested with `SHARING` says. The home page has its words in the site settings, and a page of
 * the program is always listed.
 */
export function sharingOf(document: Content<SharingPart>): Sharing {
  const sharing = document.optionalPart('sharing')
  const image = sharing?.optionalPart('image')
  const type = document.raw._type ?? ''
  const words = type === 'homePage' ? undefined : sharing
  return {
    title: words?.optionalText('title'),
    description: words?.optionalText('description'),
    image: image && figureOf(image),
    isHidden: sharing?.raw.hidden === true && !isSingleton(type),
  }
}
