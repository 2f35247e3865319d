import type { ABOUT_PAGE_RESULT } from '#content/content.generated.ts'
import type { Content, Readable } from '#content/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'

/** An organisation that supports the charity, with its logo. */
export type Partner = { name: string; logo: Figure; website: string | undefined }

/** What `partnerOf` reads, after a reference to a partner. */
export const PARTNER_PROJECTION = `{name, website, "logo": logo${FIGURE_PROJECTION}}` as const

type PartnerPart = Readable<ABOUT_PAGE_RESULT>['partners'][number]

export function partnerOf(content: Content<PartnerPart>): Partner {
  return {
    name: content.text('name'),
    logo: figureOf(content.part('logo')),
    website: content.optionalText('website'),
  }
}
