import { defineQuery } from 'groq'
import type { PARTNERS_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { optionalUrlOf } from '#content/read/link.ts'
import { readEach } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { PARTNER_KINDS, type PartnerKind } from '#content/rules/content-choices.ts'
import type { Listed } from '#core/rules/listing.ts'

/** An organisation that supports the charity, with its logo. */
export type Partner = Listed & {
  kind: PartnerKind
  logo: Figure
  website: string | undefined
}

const PARTNERS = defineQuery(`*[_type == "partner"]{
  _id, name, kind, order, website, "logo": logo${FIGURE_PROJECTION}
}`)

/** Every published partner. */
export const listPartners = (): Promise<Partner[]> =>
  part('partners', async () =>
    readEach('partner', contentsOf(await fetchContent(PARTNERS), 'partners'), partnerOf),
  )

function partnerOf(document: Content<Readable<PARTNERS_RESULT>[number]>): Partner {
  const given = document.text('kind')
  const kind = PARTNER_KINDS.find((known) => known === given)
  if (kind === undefined) throw document.error('kind', 'unknown-value')
  return {
    id: document.text('_id'),
    order: document.optionalNumber('order'),
    name: document.text('name'),
    kind,
    logo: figureOf(document.part('logo')),
    website: optionalUrlOf(document, 'website'),
  }
}
