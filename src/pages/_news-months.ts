import type { NewsEntry } from '#content/news.ts'
import {
  archiveMonths,
  inMonth,
  monthLabel,
  type NewsMonth,
  type NewsSlice,
  newsPages,
} from '#domain/news.ts'

/** A page of a month of the archive: the props of its route. */
export type MonthPage = { month: NewsMonth; slice: NewsSlice<NewsEntry> }

/** Every page of every month that has entries. */
export function monthPages(entries: readonly NewsEntry[]): MonthPage[] {
  return archiveMonths(entries).flatMap(({ month }) =>
    newsPages(inMonth(entries, month)).map((slice) => ({ month, slice })),
  )
}

/** What a month's page is called in search results: `News from August 2023`, and its number from the second on. */
export function monthTitle({ month, slice }: MonthPage): string {
  const title = `News from ${monthLabel(month)}`
  return slice.page === 1 ? title : `${title}, page ${slice.page} of ${slice.pageCount}`
}
