import { defineQuery } from 'groq'
import { fetchContent, readOnce } from '#content/client.ts'
import type { INFO_ARTICLES_RESULT } from '#content/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/document.ts'
import { readEach } from '#content/drafts.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'
import { RICH_TEXT_PROJECTION, type RichText, richTextOf } from '#content/rich-text.ts'
import { slugOf } from '#content/slug.ts'

/** An article of the information hub (INFO-04). */
export type InfoArticle = {
  slug: string
  title: string
  description: string
  image: Figure
  body: RichText
}

const INFO_ARTICLES = defineQuery(`*[_type == "infoArticle"]{
  _id, "slug": slug.current, title, description,
  "image": image${FIGURE_PROJECTION}, "body": body${RICH_TEXT_PROJECTION}
}`)

/**
 * Every published article; each has an address of its own.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listInfoArticles = readOnce(
  async (): Promise<InfoArticle[]> =>
    readEach(contentsOf(await fetchContent(INFO_ARTICLES), 'infoArticles'), infoArticleOf),
)

/** The article in a document of the type `infoArticle`. */
function infoArticleOf(document: Content<Readable<INFO_ARTICLES_RESULT>[number]>): InfoArticle {
  return {
    slug: slugOf(document),
    title: document.text('title'),
    description: document.text('description'),
    image: figureOf(document.part('image')),
    body: richTextOf(document.parts('body')),
  }
}
