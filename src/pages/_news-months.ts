import type { NewsEntry } from '#content/read/news.ts'
import {
  archiveMonths,
  inMonth,
  monthLabel,
  type NewsMonth,
  type NewsSlice,
  newsPages,
} from '#content/rules/news.ts'

/** The route props of a page of an archive month. */
export type MonthPage = { month: NewsMonth; slice: NewsSlice<NewsEntry> }

/** Every page of every month that has entries. */
export function monthPages(entries: readonly NewsEntry[]): MonthPage[] {
  return archiveMonths(entries).flatMap(({ month }) =>
    newsPages(inMonth(entries, month)).map((slice) => ({ month, slice })),
  )
}

/** The title of a month's page: `News from August 2023`, with its number from page 2 on. */
export function monthTitle({ month, slice }: MonthPage): string {
  const title = `News from ${monthLabel(month)}`
  return slice.page === 1 ? title : `${title}, page ${slice.page} of ${slice.pageCount}`
}
