import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/read/blocks.ts'
import type { NEWS_PAGE_RESULT, NEWS_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { currentDrafts } from '#content/read/drafts.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { type ContentLink, LINK_FIELDS, linkOf } from '#content/read/link.ts'
import { readEach, readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { RICH_TEXT_PROJECTION, type RichText, richTextOf } from '#content/read/rich-text.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { slugOf } from '#content/read/slug.ts'
import { listStories, type PatientStory } from '#content/read/stories.ts'
import { parseNewsDate, sortNews } from '#content/rules/news.ts'
import { listed } from '#core/rules/listing.ts'
import { type IsoDate, isIsoDate } from '#core/rules/time.ts'

/** An entry of the news (NEWS-02 to NEWS-05). */
export type NewsEntry = {
  sharing: Sharing
  id: string
  slug: string
  title: string
  publishedOn: IsoDate
  description: string | undefined
  /** Empty when the entry is only a link. */
  body: RichText
  /** For entries without a text. */
  link: ContentLink | undefined
  image: Figure | undefined
  isPinned: boolean
}

/** The page /news without its list: title, banner and stories. */
export type NewsPage = {
  sharing: Sharing
  title: string
  description: string
  bannerText: string
  /** Every story: first those that the page names, in its order. */
  stories: PatientStory[]
  pinnedId: string | undefined
}

const NEWS_FIELDS = `_id, "slug": slug.current, title, publishedOn, description, ${SHARING},
  "body": body${RICH_TEXT_PROJECTION},
  "link": select(defined(link.kind) => link{${LINK_FIELDS}}),
  "image": select(defined(image.asset) => image${FIGURE_PROJECTION})` as const

const NEWS = defineQuery(`*[_type == "newsArticle"] | order(_createdAt asc, _id asc){
  ${NEWS_FIELDS}
}`)

const NEWS_PAGE = defineQuery(`*[_type == "newsPage" && _id == "newsPage"][0]{
  title, description, bannerText, ${SHARING}, "stories": stories[]._ref, "pinnedEntry": pinnedEntry._ref
}`)

/** Every published entry: the pinned one first, then the newest. */
export const listNews = (): Promise<NewsEntry[]> =>
  part('news', async () => {
    const documents = contentsOf(await fetchContent(NEWS), 'news')
    const entries = readEach('newsArticle', documents, newsEntryOf, ({ slug }) => slug)
    const pinned = await pinnedId()
    // Entries of one day are in the order of their ids.
    const byId = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return sortNews(byId.map((entry) => ({ ...entry, isPinned: entry.id === pinned })))
  })

/** An unfinished draft of the page hides no entry from a preview. */
async function pinnedId(): Promise<string | undefined> {
  if (currentDrafts() === undefined) return (await getNewsPage()).pinnedId
  return (await fetchContent(NEWS_PAGE))?.pinnedEntry ?? undefined
}

/**
 * The page /news as published now.
 * @throws ContentError naming the field that is missing.
 */
export const getNewsPage = (): Promise<NewsPage> =>
  part('newsPage', async () => {
    const place = { type: 'newsPage', key: 'newsPage' } as const
    const { storyIds, ...page } = readFixed(place, await fetchContent(NEWS_PAGE), newsPageOf)
    return { ...page, stories: listed(await listStories(), storyIds) }
  })

/** The page in the document `newsPage`; stories by their ids. */
function newsPageOf(page: Content<Readable<NEWS_PAGE_RESULT>>) {
  return {
    title: page.text('title'),
    description: page.text('description'),
    sharing: sharingOf(page),
    bannerText: page.text('bannerText'),
    storyIds: page.optionalTexts('stories'),
    pinnedId: page.optionalText('pinnedEntry'),
  }
}

type NewsDocument = Content<Readable<NEWS_RESULT>[number]>

/** The entry in a document of the type `newsArticle`. */
export function newsEntryOf(document: NewsDocument): Omit<NewsEntry, 'isPinned'> {
  const link = document.optionalPart('link')
  const image = document.optionalPart('image')
  return {
    id: document.text('_id'),
    slug: slugOf(document),
    title: document.text('title'),
    publishedOn: dayOf(document),
    description: document.optionalText('description'),
    sharing: sharingOf(document),
    body: richTextOf(document.optionalParts('body')),
    link: link && linkOf(link),
    image: image && figureOf(image, CARD_RATIO),
  }
}

/** `YYYY-MM-DD` as the Studio writes it, or `DD Month YYYY` in imported content. */
function dayOf(document: NewsDocument): IsoDate {
  const text = document.text('publishedOn')
  const day = isIsoDate(text) ? text : parseNewsDate(text)
  if (day === undefined) throw document.error('publishedOn', 'bad-date')
  return day
}
