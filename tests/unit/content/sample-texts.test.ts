import { describe, expect, it } from 'vitest'
import * as cookies from '#core/rules/cookie-names.ts'
import { dataset } from '../../../content/source/dataset.ts'
import type { SourceDocument } from '../../../content/source/markup.ts'

function ofType(type: string): SourceDocument[] {
  return dataset.filter((document) => document._type === type)
}

function byId(id: string): SourceDocument {
  const document = dataset.find((candidate) => candidate._id === id)
  if (!document) throw new Error(`The sample has no ${id}`)
  return document
}

/** The plain text of a value's spans and fields, one per line. */
function plainTextOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .map(([, child]) => plainTextOf(child))
    .join('\n')
}

const news = ofType('newsArticle')
const newestFirst = [...news].sort((a, b) =>
  String(b['publishedOn']).localeCompare(String(a['publishedOn'])),
)

describe('the news of the sample', () => {
  it('NEWS-04 has 38 entries from January 2020 to October 2025', () => {
    const dates = newestFirst.map((entry) => String(entry['publishedOn']))
    expect(dates).toHaveLength(38)
    expect([dates.at(-1)?.slice(0, 7), dates[0]?.slice(0, 7)]).toEqual(['2020-01', '2025-10'])
  })

  it('NEWS-03 has entries in every month of the archive list', () => {
    const months = new Set(news.map((entry) => String(entry['publishedOn']).slice(0, 7)))
    const archive = ['2023-08', '2023-06', '2022-12', '2021-09', '2021-05', '2021-03']
    const first = ['2020-09', '2020-08', '2020-07', '2020-04', '2020-02', '2020-01']
    expect([...archive, ...first].filter((month) => !months.has(month))).toEqual([])
  })

  it('NEWS-04 starts with a pinned external entry, then the three entries of the requirements', () => {
    expect(byId('newsPage')['pinnedEntry']).toMatchObject({ _ref: 'news-october-mailing' })
    expect(byId('news-october-mailing')['link']).toMatchObject({ kind: 'external' })
    const named = newestFirst.slice(1, 4).map((entry) => [entry['publishedOn'], entry._id])
    expect(named).toEqual([
      ['2024-11-14', 'news-landmark-research-report'],
      ['2023-08-29', 'news-our-answer-on-mri-scanning'],
      ['2023-08-23', 'news-volunteer-committee-free-screening-day'],
    ])
  })

  it('NEWS-04 links to pages, the poster, other websites, a download and a mail address', () => {
    const written = JSON.stringify(news)
    expect(written).toContain('"_ref":"page-poster"')
    expect(written).toContain('"path":"/book-event-main"')
    for (const kind of ['page', 'external', 'email', 'file'])
      expect(written).toContain(`"kind":"${kind}"`)
  })

  it('NEWS-02 every entry has a text or a link', () => {
    const empty = news.filter((entry) => !entry['link'] && plainTextOf(entry['body']).length < 300)
    expect(empty.map((entry) => entry._id)).toEqual([])
  })
})

describe('the figures and texts of the sample', () => {
  it('INFO-05 has the published figures of 2023 exactly, and the years 2021 to 2024', () => {
    expect(byId('statistics-2023')).toMatchObject({
      tests: 2397,
      abnormal: { count: 168, percent: 7.15 },
      cancers: { count: 26, percent: 1.1 },
      radicalTreatment: 20,
      activeSurveillance: 6,
      highRiskNormal: { count: 696, percent: 29.6 },
      lowRisk: { count: 1046, percent: 44.5 },
      elderlyLowPsa: { count: 36, percent: 1.5 },
    })
    const years = ofType('yearStatistics')
    expect(years.map((year) => year['year'])).toEqual([2021, 2022, 2023, 2024])
    for (const year of years) {
      const { count } = year['cancers'] as { count: number }
      expect(Number(year['radicalTreatment']) + Number(year['activeSurveillance'])).toBe(count)
    }
  })

  it('ABOUT-01 has the facts about the charity', () => {
    const text = plainTextOf(byId('aboutPage')['cards'])
    for (const fact of [
      '2000',
      'retired urological surgeon',
      '70,000',
      'One man in five',
      'One man in eight',
    ])
      expect(text).toContain(fact)
  })

  it.each([
    ['ABOUT-01', 'cards'],
    ['ABOUT-04', 'getInvolved'],
  ])('%s has three cards with texts longer than their preview', (_row, field) => {
    const cards = byId('aboutPage')[field] as unknown[]
    expect(cards).toHaveLength(3)
    for (const card of cards) expect(plainTextOf(card).length).toBeGreaterThan(300)
  })

  it('HOME-05 has three testimonials of more than 300 characters', () => {
    const lengths = ofType('testimonial').map(
      (testimonial) => String(testimonial['content']).length,
    )
    expect(lengths).toHaveLength(3)
    expect(Math.min(...lengths)).toBeGreaterThan(300)
  })

  it('INFO-04 says who should be screened and what the colours mean, with the figures of the requirements', () => {
    const text = plainTextOf(byId('info-prostate')['body'])
    const facts = [
      '1.00 ng/ml',
      '2.00 ng/ml',
      'by 45 at the latest',
      'aged 40 to 80',
      'in 3 months',
    ]
    const more = [
      'see your GP',
      '1 year',
      '2 years',
      '3 years',
      'About 8 in 100',
      'within 6 months',
    ]
    for (const fact of [...facts, ...more]) expect(text.toLowerCase()).toContain(fact.toLowerCase())
  })

  it('INFO-07 names the minimum group size for a session at work', () => {
    const text = plainTextOf(byId('page-corporate'))
    expect(text).toMatch(/at least 40 employees\. In London smaller groups are possible/)
  })

  it('INFO-10 has the terms of the refund policy', () => {
    const text = plainTextOf(byId('policy-refund-policy')).replaceAll('\n', '')
    for (const term of [
      '2 business days',
      '100%',
      'payment-processing charges',
      '14 business days',
      'Model cancellation form',
    ])
      expect(text).toContain(term)
    expect(byId('policy-privacy-policy')['lastUpdated']).toMatch(/^2018-05/)
  })

  it('INFO-05 every patient with a result is in a category, or in the rest that the note names', () => {
    for (const year of ofType('yearStatistics')) {
      const [, all = '', rest = '', percent = ''] =
        /of the ([\d,]+) men .* The other (\d+) of them \(([\d.]+)%\)/.exec(String(year['note'])) ??
        []
      const parts = ['abnormal', 'highRiskNormal', 'lowRisk', 'elderlyLowPsa'].map(
        (name) => year[name] as { count: number; percent: number },
      )
      const counted = parts.reduce((sum, { count }) => sum + count, Number(rest))
      expect(counted, year._id).toBe(Number(all.replace(',', '')))
      const whole = parts.reduce((sum, part) => sum + part.percent, Number(percent))
      expect(Math.abs(whole - 100), year._id).toBeLessThan(0.2)
    }
    const research = plainTextOf(byId('page-research'))
    expect(research).toContain('403 men had a normal result (17.2%)')
  })

  it('INFO-06 the figures exclude patients over 80', () => {
    expect(plainTextOf(byId('page-elderly'))).toContain('not part of our statistics')
    expect(plainTextOf(byId('page-elderly'))).toContain('36 men aged 75 to 80')
    expect(String(byId('statistics-2023')['note'])).toMatch(/aged 75 to 80; nobody over 80/)
  })

  it('ABOUT-03 the gold sponsor, a laboratory, does not measure the samples', () => {
    const sponsor = String(ofType('partner').find(({ kind }) => kind === 'sponsor')?.['name'])
    expect(plainTextOf(byId('aboutPage')['sponsorThanks'])).toContain('measure none of our samples')
    const naming = news.filter((entry) => JSON.stringify(entry).includes(sponsor))
    expect(naming.map(({ _id }) => _id)).toEqual([])
  })

  it('SITE-06 the cookie notice lists every cookie, and the privacy policy refers to it', () => {
    const notice = plainTextOf(byId('policy-cookies')['body'])
    const listed = notice.match(/^(An? \w+ cookie|A marker)$/gm) ?? []
    expect(listed).toHaveLength(
      Object.values(cookies).filter((name) => typeof name === 'string').length,
    )
    const privacy = byId('policy-privacy-policy')
    expect(plainTextOf(privacy)).not.toMatch(/one cookie/)
    expect(JSON.stringify(privacy)).toContain('"_ref":"policy-cookies"')
  })

  it('SITE-06 the accessibility statement claims no test that was not made', () => {
    const text = plainTextOf(byId('policy-accessibility'))
    expect(text).not.toMatch(/by hand|We last did/)
    expect(text).toContain('have not tested the site yet')
    expect(text).not.toContain('cannot be read by a screen reader')
  })

  it('INFO-03 has eight support organisations, and ABOUT-03 one sponsor and fourteen partners', () => {
    expect(ofType('supportOrganisation')).toHaveLength(8)
    const kinds = ofType('partner').map((partner) => partner['kind'])
    expect(kinds.filter((kind) => kind === 'sponsor')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'supporter')).toHaveLength(14)
  })
})
