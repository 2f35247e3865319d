import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/read/blocks.ts'
import type { INFO_ARTICLES_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { HEALTH_PROJECTION, type Health, healthOf } from '#content/read/health.ts'
import { readEach } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { RICH_TEXT_PROJECTION, type RichText, richTextOf } from '#content/read/rich-text.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { slugOf } from '#content/read/slug.ts'
import type { Listed } from '#core/rules/listing.ts'

/** An article of the information hub (INFO-04). */
export type InfoArticle = Listed & {
  sharing: Sharing
  slug: string
  title: string
  description: string
  image: Figure
  /** Cropped for the card on the hub. */
  cardImage: Figure
  body: RichText
  /** Undefined in articles of an earlier version. */
  health: Health | undefined
}

const INFO_ARTICLES = defineQuery(`*[_type == "infoArticle"] | order(_createdAt asc, _id asc){
  _id, _rev, "slug": slug.current, title, description, order, ${SHARING},
  "image": image${FIGURE_PROJECTION}, "body": body${RICH_TEXT_PROJECTION},
  "health": health${HEALTH_PROJECTION}
}`)

/**
 * Every published article. No two have the same address.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listInfoArticles = (): Promise<InfoArticle[]> =>
  part('infoArticles', async () => {
    const documents = contentsOf(await fetchContent(INFO_ARTICLES), 'infoArticles')
    return readEach('infoArticle', documents, infoArticleOf, ({ slug }) => slug)
  })

/** The article in a document of the type `infoArticle`. */
function infoArticleOf(document: Content<Readable<INFO_ARTICLES_RESULT>[number]>): InfoArticle {
  const title = document.text('title')
  const health = document.optionalPart('health')
  return {
    id: document.text('_id'),
    order: document.optionalNumber('order'),
    name: title,
    slug: slugOf(document),
    title,
    description: document.text('description'),
    sharing: sharingOf(document),
    image: figureOf(document.part('image')),
    cardImage: figureOf(document.part('image'), CARD_RATIO),
    body: richTextOf(document.parts('body')),
    health: health && healthOf(health),
  }
}
