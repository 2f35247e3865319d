import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/blocks.ts'
import { fetchContent, readOnce } from '#content/client.ts'
import type { STORIES_RESULT } from '#content/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/document.ts'
import { readEach } from '#content/drafts.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'
import { RICH_TEXT_PROJECTION, type RichText, richTextOf } from '#content/rich-text.ts'
import { slugOf } from '#content/slug.ts'

/** A patient's story of their test (NEWS-01). */
export type PatientStory = {
  slug: string
  title: string
  name: string
  description: string
  image: Figure
  article: RichText
}

/** What `storyOf` reads of a document of the type `patientStory`. */
export const STORY_PROJECTION = `{
  _id, "slug": slug.current, title, name, description,
  "image": image${FIGURE_PROJECTION}, "article": article${RICH_TEXT_PROJECTION}
}` as const

const STORIES = defineQuery(`*[_type == "patientStory"]${STORY_PROJECTION}`)

/**
 * Every published story. Each has a page of its own, also those that /news does not list.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listStories = readOnce(
  async (): Promise<PatientStory[]> =>
    readEach(contentsOf(await fetchContent(STORIES), 'stories'), storyOf),
)

/** The story in a document of the type `patientStory`. */
export function storyOf(document: Content<Readable<STORIES_RESULT>[number]>): PatientStory {
  return {
    slug: slugOf(document),
    title: document.text('title'),
    name: document.text('name'),
    description: document.text('description'),
    image: figureOf(document.part('image'), CARD_RATIO),
    article: richTextOf(document.parts('article')),
  }
}
