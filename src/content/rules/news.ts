import { type IsoDate, isIsoDate } from '#core/rules/time.ts'

/** Entries per page of the news (NEWS-02). */
export const NEWS_PAGE_SIZE = 4

/** A month of the archive, `YYYY-MM`; sorts as text. */
export type NewsMonth = string

/** The properties that decide the order of the news. */
export type NewsItem = {
  readonly publishedOn: IsoDate
  /** The entry with id 0: always first, whatever its date (NEWS-04). */
  readonly isPinned: boolean
}

/** One page of a list: its entries, its number, starting at 1, and the number of pages, at least 1. */
export type NewsSlice<Item> = {
  readonly entries: readonly Item[]
  readonly page: number
  readonly pageCount: number
}

/** A month that has entries. Label: `August 2023`. */
export type ArchiveMonth = {
  readonly month: NewsMonth
  readonly label: string
  readonly count: number
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const TINTED_POSITIONS: readonly number[] = [0, 3]

const two = (number: number | string) => String(number).padStart(2, '0')

/**
 * The calendar day of a date text `DD Month YYYY` (NEWS-02), or undefined when it is none.
 * @example parseNewsDate('23 August 2023') === '2023-08-23'
 */
export function parseNewsDate(text: string): IsoDate | undefined {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text) ?? []
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name.toLowerCase())
  const date = `${year}-${two(month + 1)}-${two(day)}`
  return isIsoDate(date) ? date : undefined
}

/** A calendar day as the news shows it, `DD Month YYYY` (NEWS-02). Example: `2023-08-23` gives `23 August 2023`. */
export function formatNewsDate(date: IsoDate): string {
  return `${date.slice(8)} ${monthLabel(monthOf(date))}`
}

/** The month of the archive that a day belongs to. */
export function monthOf(date: IsoDate): NewsMonth {
  return date.slice(0, 7)
}

/** The label of a month. Example: `2023-08` gives `August 2023`. */
export function monthLabel(month: NewsMonth): string {
  const [year = '', number = ''] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? number} ${year}`
}

/** The pinned entry first, then the newest; entries of one day keep their order (NEWS-02, NEWS-04). */
export function sortNews<Item extends NewsItem>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || b.publishedOn.localeCompare(a.publishedOn),
  )
}

/** The newest entries by date, the pinned one in its place. */
export const latestNews = <Item extends NewsItem>(items: readonly Item[], most: number): Item[] =>
  items.toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn)).slice(0, most)

/** The newest entries by date; the pinned one has no say here. */
export const newestNews = <Item extends NewsItem>(items: readonly Item[], most: number): Item[] =>
  items.filter(({ isPinned }) => !isPinned).slice(0, most)

/** The months that have entries, newest first. Derived from the entries, so that the archive never offers an empty month (NEWS-03). */
export function archiveMonths(items: readonly NewsItem[]): ArchiveMonth[] {
  const counts = new Map<NewsMonth, number>()
  for (const { publishedOn } of items) {
    const month = monthOf(publishedOn)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([month, count]) => ({ month, label: monthLabel(month), count }))
}

/** The entries of one month, in their order (NEWS-03). */
export function inMonth<Item extends NewsItem>(items: readonly Item[], month: NewsMonth): Item[] {
  return items.filter(({ publishedOn }) => monthOf(publishedOn) === month)
}

/** Every page of a list, in order; an empty list has one page without entries. */
export function newsPages<Item>(items: readonly Item[]): NewsSlice<Item>[] {
  const pageCount = Math.max(1, Math.ceil(items.length / NEWS_PAGE_SIZE))
  return Array.from({ length: pageCount }, (_, index) => ({
    entries: items.slice(index * NEWS_PAGE_SIZE, (index + 1) * NEWS_PAGE_SIZE),
    page: index + 1,
    pageCount,
  }))
}

/** Whether the card at this position of a page, counted from 0, has the tinted background (NEWS-02). */
export function isTinted(position: number): boolean {
  return TINTED_POSITIONS.includes(position)
}

/** The address of a page of the news, or of a month of it (NEWS-05). Example: `/news/month/2023-08/page/2`. */
export function newsPath(page: number, month?: NewsMonth): string {
  const list = month === undefined ? '/news' : `/news/month/${month}`
  return page === 1 ? list : `${list}/page/${page}`
}

/** The next newer and the next older entry of a list as `sortNews` orders it. The pinned one, which is first whatever its date, has none and is none. */
export function neighboursOf<Item extends NewsItem>(
  item: Item,
  items: readonly Item[],
): { later: Item | undefined; earlier: Item | undefined } {
  const dated = items.filter(({ isPinned }) => !isPinned)
  const at = dated.indexOf(item)
  return at < 0
    ? { later: undefined, earlier: undefined }
    : { later: dated[at - 1], earlier: dated[at + 1] }
}
