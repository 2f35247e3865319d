import type { INFO_ARTICLES_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { optionalUrlOf } from '#content/read/link.ts'
import { type IsoDate, isIsoDate } from '#core/rules/time.ts'

/** Author, reviewer and sources of a health text, and its days of review (CMS-22). */
export type Health = {
  author: string
  reviewer: string
  reviewedOn: IsoDate
  nextReviewOn: IsoDate
  sources: { title: string; url: string | undefined }[]
}

/** What `healthOf` reads, for the field `health`. */
export const HEALTH_PROJECTION =
  '{author, reviewer, reviewedOn, nextReviewOn, sources[]{title, url}}' as const

type HealthPart = Readable<INFO_ARTICLES_RESULT>[number]['health']

/** @throws ContentError naming the field that is missing. */
export function healthOf(health: Content<HealthPart>): Health {
  const day = (name: 'reviewedOn' | 'nextReviewOn'): IsoDate => {
    const given = health.text(name)
    if (!isIsoDate(given)) throw health.error(name, 'bad-date')
    return given
  }
  return {
    author: health.text('author'),
    reviewer: health.text('reviewer'),
    reviewedOn: day('reviewedOn'),
    nextReviewOn: day('nextReviewOn'),
    sources: health.parts('sources').map((source) => ({
      title: source.text('title'),
      url: optionalUrlOf(source, 'url'),
    })),
  }
}
