import type { Content } from '#content/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'

/** An organisation that supports the charity, with its logo. */
export type Partner = { name: string; logo: Figure; website: string | undefined }

/** What `partnerOf` reads, after a reference to a partner. */
export const PARTNER_PROJECTION = `{name, website, "logo": logo${FIGURE_PROJECTION}}`

export function partnerOf(content: Content): Partner {
  return {
    name: content.text('name'),
    logo: figureOf(content.part('logo')),
    website: content.optionalText('website'),
  }
}
