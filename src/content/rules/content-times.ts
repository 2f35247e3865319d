import { parseNewsDate } from '#content/rules/news.ts'
import { isIsoDate, londonInstant } from '#core/rules/time.ts'

/** The times of a document: instants in ISO 8601, and the calendar day of a news entry. */
export type ContentTimes = {
  readonly publishAt?: string | null | undefined
  readonly unpublishAt?: string | null | undefined
  readonly publishedOn?: string | null | undefined
}

/** Whether visitors see a published document now; otherwise when it appears, or when it disappeared. */
export type Showing =
  | { readonly state: 'shown' }
  | { readonly state: 'scheduled'; readonly from: Date }
  | { readonly state: 'ended'; readonly since: Date }

function instantOf(text: string | null | undefined): Date | undefined {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** A news entry is shown from the first moment of its day in London. */
function startOfDay(text: string | null | undefined): Date | undefined {
  const day = text && (isIsoDate(text) ? text : parseNewsDate(text))
  return day ? londonInstant(day, '00:00') : undefined
}

/** When a document appears: the later of its time and its day; undefined when it has neither. Pure. */
function beginOf({ publishAt, publishedOn }: ContentTimes): Date | undefined {
  const [at, day] = [instantOf(publishAt), startOfDay(publishedOn)]
  if (at === undefined || day === undefined) return at ?? day
  return new Date(Math.max(at.getTime(), day.getTime()))
}

/** Whether a document is shown at `now`: from its start (inclusive) to its end (exclusive) (CMS-08). Pure. */
export function showingAt(times: ContentTimes, now: Date): Showing {
  const end = instantOf(times.unpublishAt)
  if (end !== undefined && end <= now) return { state: 'ended', since: end }
  const begin = beginOf(times)
  return begin !== undefined && begin > now
    ? { state: 'scheduled', from: begin }
    : { state: 'shown' }
}

/** A later year has more than four digits: the Studio refuses it, and no build waits for it. */
export const END_OF_TIME = new Date('+010000-01-01T00:00:00Z')

/** The first moment after `now` at which a document appears or disappears; undefined when none does. Pure. */
export function nextChange(documents: readonly ContentTimes[], now: Date): Date | undefined {
  const moments = documents
    .flatMap((times) => [beginOf(times), instantOf(times.unpublishAt)])
    .filter((moment) => moment !== undefined && moment > now && moment < END_OF_TIME) as Date[]
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0]
}
