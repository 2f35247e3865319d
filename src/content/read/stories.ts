import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/read/blocks.ts'
import type { STORIES_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { readEach } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { RICH_TEXT_PROJECTION, type RichText, richTextOf } from '#content/read/rich-text.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { slugOf } from '#content/read/slug.ts'
import type { Listed } from '#core/rules/listing.ts'

/** A patient's story of their test (NEWS-01). */
export type PatientStory = Listed & {
  sharing: Sharing
  slug: string
  title: string
  description: string
  image: Figure
  article: RichText
}

const STORIES = defineQuery(`*[_type == "patientStory"] | order(_createdAt asc, _id asc){
  _id, "slug": slug.current, title, name, order, description, ${SHARING},
  "image": image${FIGURE_PROJECTION}, "article": article${RICH_TEXT_PROJECTION}
}`)

/**
 * Every published story. Each has its own page.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listStories = (): Promise<PatientStory[]> =>
  part('stories', async () => {
    const documents = contentsOf(await fetchContent(STORIES), 'stories')
    return readEach('patientStory', documents, storyOf, ({ slug }) => slug)
  })

/** The story in a document of the type `patientStory`. */
function storyOf(document: Content<Readable<STORIES_RESULT>[number]>): PatientStory {
  return {
    id: document.text('_id'),
    order: document.optionalNumber('order'),
    slug: slugOf(document),
    title: document.text('title'),
    name: document.text('name'),
    description: document.text('description'),
    sharing: sharingOf(document),
    image: figureOf(document.part('image'), CARD_RATIO),
    article: richTextOf(document.parts('article')),
  }
}
