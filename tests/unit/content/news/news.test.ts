import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  archiveMonths,
  formatNewsDate,
  inMonth,
  isTinted,
  latestNews,
  monthLabel,
  monthOf,
  NEWS_PAGE_SIZE,
  newsPages,
  newsPath,
  parseNewsDate,
  sortNews,
} from '#content/rules/news.ts'
import { isIsoDate } from '#core/rules/time.ts'

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const item = fc.record({ publishedOn: day, isPinned: fc.constant(false), id: fc.nat() })
const list = fc.array(item, { maxLength: 40 })

describe('the order of the news', () => {
  it('CMS-21 a section has the newest entries, the pinned one in its place', () => {
    const entry = (publishedOn: string, isPinned = false) => ({ publishedOn, isPinned })
    const pinned = entry('2025-02-01', true)
    const [old, newest] = [entry('2025-01-01'), entry('2025-03-01')]
    expect(latestNews([pinned, newest, old], 2)).toEqual([newest, pinned])
    expect(latestNews([pinned], 3)).toEqual([pinned])
  })

  it('NEWS-02 is newest first, has every entry once, and keeps the given order within a day', () => {
    fc.assert(
      fc.property(list, (items) => {
        const numbered = items.map((entry, position) => ({ ...entry, position }))
        const sorted = sortNews(numbered)
        expect(sorted.toSorted((a, b) => a.position - b.position)).toEqual(numbered)
        for (const [index, next] of sorted.slice(1).entries()) {
          const before = sorted[index]
          expect(before && before.publishedOn >= next.publishedOn).toBe(true)
          if (before?.publishedOn === next.publishedOn)
            expect(before.position).toBeLessThan(next.position)
        }
      }),
    )
  })

  it('NEWS-04 has the pinned entry first, regardless of its date', () => {
    fc.assert(
      fc.property(list, day, (items, publishedOn) => {
        const pinned = { publishedOn, isPinned: true, id: -1 }
        const [first, ...others] = sortNews([...items, pinned])
        expect(first).toBe(pinned)
        expect(others).toEqual(sortNews(items))
      }),
    )
  })
})

describe('the pages of the news', () => {
  it('NEWS-02 have four entries each and every entry once; an empty list has one empty page', () => {
    fc.assert(
      fc.property(list, (items) => {
        const pages = newsPages(items)
        expect(pages.flatMap(({ entries }) => entries)).toEqual(items)
        expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
        for (const { entries, page, pageCount } of pages) {
          expect(pageCount).toBe(pages.length)
          const most = page < pageCount || items.length === 0 ? 0 : 1
          expect(entries.length).toBeGreaterThanOrEqual(page < pageCount ? NEWS_PAGE_SIZE : most)
          expect(entries.length).toBeLessThanOrEqual(NEWS_PAGE_SIZE)
        }
      }),
    )
    expect(newsPages([])).toEqual([{ entries: [], page: 1, pageCount: 1 }])
    expect(newsPages(Array(38).fill(0))).toHaveLength(10)
  })

  it('NEWS-02 the cards at positions 0 and 3 are tinted', () => {
    expect([0, 1, 2, 3].map(isTinted)).toEqual([true, false, false, true])
  })

  it('NEWS-05 each page and each month has its own path; page 1 of a month has no number', () => {
    expect(newsPath(1)).toBe('/news')
    expect(newsPath(2)).toBe('/news/page/2')
    expect(newsPath(1, '2023-08')).toBe('/news/month/2023-08')
    expect(newsPath(3, '2023-08')).toBe('/news/month/2023-08/page/3')
  })
})

describe('the archive', () => {
  it('NEWS-03 lists the months of the entries, newest first, and every entry is in one month', () => {
    fc.assert(
      fc.property(list, (items) => {
        const months = archiveMonths(items)
        const names = months.map(({ month }) => month)
        expect(names).toEqual(names.toSorted().reverse())
        expect(new Set(names).size).toBe(names.length)
        expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(items.length)
        for (const { month, count } of months) {
          const found = inMonth(items, month)
          expect(found).toHaveLength(count)
          expect(found.every(({ publishedOn }) => monthOf(publishedOn) === month)).toBe(true)
        }
      }),
    )
  })

  it('NEWS-03 matches month and year', () => {
    const days = ['2023-08-29', '2022-08-29', '2023-09-01']
    const items = days.map((publishedOn) => ({ publishedOn, isPinned: false }))
    expect(inMonth(items, '2023-08')).toEqual([items[0]])
    expect(archiveMonths(items).map(({ label }) => label)).toEqual([
      'September 2023',
      'August 2023',
      'August 2022',
    ])
    expect(monthLabel('2020-01')).toBe('January 2020')
  })
})

describe('the date of an entry', () => {
  it('NEWS-02 is parsed and formatted as DD Month YYYY', () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(parseNewsDate(formatNewsDate(date))).toBe(date)
      }),
    )
    expect(parseNewsDate('23 August 2023')).toBe('2023-08-23')
    expect(parseNewsDate('1 june 2023')).toBe('2023-06-01')
    expect(formatNewsDate('2024-11-04')).toBe('04 November 2024')
  })

  it('NEWS-02 is undefined unless it is a valid date', () => {
    for (const text of ['30 February 2023', '1 Augustus 2023', '2023-08-23', '', '0 May 2020']) {
      expect(parseNewsDate(text)).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const date = parseNewsDate(text)
        expect(date === undefined || isIsoDate(date)).toBe(true)
      }),
    )
  })
})
