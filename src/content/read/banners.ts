import { defineQuery } from 'groq'
import type { BANNERS_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { readEach } from '#content/read/read.ts'
import { currentReading, fetchContent } from '#content/read/reading.ts'
import { SIMPLE_TEXT_PROJECTION, type SimpleText, simpleTextOf } from '#content/read/rich-text.ts'
import { MOST_BANNERS } from '#content/rules/banners.ts'
import { showingAt } from '#content/rules/content-times.ts'
import { MAX_TITLE } from '#core/rules/content-limits.ts'

/** A message on every page (SITE-19). */
export type Banner = { id: string; title: string; body: SimpleText }

/** One without a beginning began when it was last published. */
const BANNERS =
  defineQuery(`*[_type == "banner"] | order(coalesce(publishAt, _updatedAt) desc, _id asc){
  _id, title, unpublishAt, "body": body${SIMPLE_TEXT_PROJECTION}
}`)

/** The banners of now: a build is made when one begins and when one ends (CMS-08). A preview shows all that have not ended, with those that begin later. */
export async function readBanners(): Promise<Banner[]> {
  const isPreview = currentReading()?.build === undefined
  const documents = contentsOf(await fetchContent(BANNERS), 'banners').filter(
    ({ raw }) =>
      !(isPreview && showingAt({ unpublishAt: raw.unpublishAt }, new Date()).state === 'ended'),
  )
  const banners = readEach('banner', documents, bannerOf)
  return isPreview ? banners : banners.slice(0, MOST_BANNERS)
}

/** @throws ContentError also for a banner that never ends. */
function bannerOf(document: Content<Readable<BANNERS_RESULT>[number]>): Banner {
  const title = document.text('title')
  if (title.length > MAX_TITLE) throw document.error('title', 'too-long')
  document.text('unpublishAt')
  return { id: document.text('_id'), title, body: simpleTextOf(document.optionalParts('body')) }
}
