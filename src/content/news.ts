import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/blocks.ts'
import { fetchContent, readOnce } from '#content/client.ts'
import type { NEWS_RESULT } from '#content/content.generated.ts'
import { type Content, contentOf, contentsOf, type Readable } from '#content/document.ts'
import { readEach } from '#content/drafts.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'
import { type ContentLink, LINK_FIELDS, linkOf } from '#content/link.ts'
import { RICH_TEXT_PROJECTION, type RichText, richTextOf } from '#content/rich-text.ts'
import { slugOf } from '#content/slug.ts'
import { type PatientStory, STORY_PROJECTION, storyOf } from '#content/stories.ts'
import { parseNewsDate, sortNews } from '#domain/news.ts'
import { type IsoDate, isIsoDate } from '#domain/time.ts'

/** An entry of the news (NEWS-02 to NEWS-05). */
export type NewsEntry = {
  slug: string
  title: string
  publishedOn: IsoDate
  description: string | undefined
  /** Empty when the entry is only a link. */
  body: RichText
  /** For entries without a text of their own. */
  link: ContentLink | undefined
  image: Figure | undefined
  isPinned: boolean
}

/** The page /news without its list: title, banner and stories. */
export type NewsPage = {
  title: string
  description: string
  bannerText: string
  stories: PatientStory[]
}

const NEWS_FIELDS = `_id, "slug": slug.current, title, publishedOn, description,
  "body": body${RICH_TEXT_PROJECTION},
  "link": select(defined(link.kind) => link{${LINK_FIELDS}}),
  "image": select(defined(image.asset) => image${FIGURE_PROJECTION})` as const

const NEWS = defineQuery(`*[_type == "newsArticle"] | order(publishedOn desc, _id asc){
  ${NEWS_FIELDS}, "isPinned": _id == *[_id == "newsPage"][0].pinnedEntry._ref
}`)

const NEWS_PAGE = defineQuery(`*[_type == "newsPage" && _id == "newsPage"][0]{
  title, description, bannerText, "stories": stories[]->${STORY_PROJECTION}
}`)

/**
 * Every published entry: the pinned one first, then the newest.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listNews = readOnce(
  async (): Promise<NewsEntry[]> =>
    sortNews(readEach(contentsOf(await fetchContent(NEWS), 'news'), newsEntryOf)),
)

/**
 * The page /news as published now.
 * @throws ContentError naming the field that is missing.
 */
export async function getNewsPage(): Promise<NewsPage> {
  const page = contentOf(await fetchContent(NEWS_PAGE), 'newsPage')
  return {
    title: page.text('title'),
    description: page.text('description'),
    bannerText: page.text('bannerText'),
    stories: readEach(page.parts('stories'), storyOf),
  }
}

type NewsDocument = Content<Readable<NEWS_RESULT>[number]>

/** The entry in a document of the type `newsArticle`. */
export function newsEntryOf(document: NewsDocument): NewsEntry {
  const link = document.optionalPart('link')
  const image = document.optionalPart('image')
  return {
    slug: slugOf(document),
    title: document.text('title'),
    publishedOn: dayOf(document),
    description: document.optionalText('description'),
    body: richTextOf(document.optionalParts('body')),
    link: link && linkOf(link),
    image: image && figureOf(image, CARD_RATIO),
    isPinned: document.raw.isPinned === true,
  }
}

/** `YYYY-MM-DD` as the Studio writes it, or `DD Month YYYY` in imported content. */
function dayOf(document: NewsDocument): IsoDate {
  const text = document.text('publishedOn')
  const day = isIsoDate(text) ? text : parseNewsDate(text)
  if (day === undefined) throw document.error('publishedOn', 'bad-date')
  return day
}
