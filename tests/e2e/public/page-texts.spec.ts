import { expect, test } from '@playwright/test'
import { builtPages } from '#tests/e2e/public/support/built-site.ts'

/** What the main part of a page says, and links, figures and pictures that it has: [pattern of its HTML, how often]. */
type Expected = {
  readonly texts?: readonly (string | RegExp)[]
  readonly marks?: readonly (readonly [RegExp, number])[]
}

const PICTURE = /<img[^>]*\salt="[^"]{4,}"/g
const link = (href: string) => new RegExp(`<a[^>]*\\shref="${href}"`, 'g')
const BOOK = link('/book-event-main')

/** The main part of a built page: its HTML, and its text with one space between words. */
function mainOf(path: string): { html: string; text: string } {
  const page = builtPages().find((one) => one.path === path)
  const [html = ''] = /<main[\s\S]*<\/main>/.exec(page?.html ?? '') ?? []
  const text = html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?(p|li|h\d|td|th|div|dt|dd|section|figcaption|caption|br)\b[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
  return { html, text }
}

/** Built pages need no browser: their text is in their HTML. */
function expectMain(path: string, { texts = [], marks = [] }: Expected): void {
  const { html, text } = mainOf(path)
  for (const one of texts) {
    expect(text).toEqual(
      typeof one === 'string' ? expect.stringContaining(one) : expect.stringMatching(one),
    )
  }
  for (const [pattern, least] of marks)
    expect(html.match(pattern)?.length ?? 0, String(pattern)).toBeGreaterThanOrEqual(least)
}

test('ABOUT-01 three cards show the facts of the charity', () => {
  expectMain('/about-us', {
    texts: ['ABOUT Halyard', 'Who We Are', 'What We Do', /founded (it )?in 2000/, '70,000 men'],
    marks: [[BOOK, 1]],
  })
})

test('ABOUT-02 ABOUT-03 ABOUT-04 the page shows team, gold sponsor, partners and ways to get involved', () => {
  expectMain('/about-us', {
    texts: [
      'Executive Team',
      'Trustees / Clinical Advisory Board',
      'Charity Patrons',
      'gold sponsor of our 2024 screening conference',
      'Ideas for Fundraising Events',
      'Donate Today',
      'Get Involved Today!',
      'One man in five',
      'One man in eight',
    ],
    marks: [[/<a[^>]*target="_blank"[^>]*>[^<]*Become a Supporter/g, 1]],
  })
})

test('ABOUT-06 the pledge of a supporter', () => {
  expectMain('/support-us', { texts: ['£100'] })
})

test('ABOUT-06 the figures of the research', () => {
  expectMain('/about-us/research', { texts: ['2,397'] })
})

test('INFO-01 INFO-02 INFO-03 the hub has three articles, three figures and eight organisations', () => {
  expectMain('/information-hub', {
    texts: ['EDUCATION', 'RESEARCH AND DATA', 'RESOURCES'],
    marks: [
      [link('/information-hub/prostate-diseases-and-prostate-cancer'), 1],
      [link('/information-hub/mens-health'), 1],
      [link('/information-hub/health-workplace'), 1],
      [link('/information-hub/statistics'), 1],
      [link('/information-hub/elderly-psa-testing'), 1],
      [/<article/g, 6],
      [/<li\b/g, 8],
    ],
  })
})

test('INFO-04 the article states who is screened, what to expect and what the colours mean', () => {
  expectMain('/information-hub/prostate-diseases-and-prostate-cancer', {
    texts: [
      '1.00 ng/ml',
      '2.00 ng/ml',
      /by 45 at the latest/,
      /Men under 40 with no risk factors/,
      /Men over 80/,
      'What to expect at a test event',
      /in 1 year if you are at high risk, in 2 years at intermediate risk and in 3 years at low risk/,
      /again in 3 months/,
      /significantly raised/i,
      /GP/,
    ],
  })
})

test('INFO-04 the words of the picture are beside it', () => {
  expectMain('/information-hub/mens-health', {
    texts: ['The words in the picture'],
    marks: [[PICTURE, 1]],
  })
})

test('INFO-04 the article for the workplace has a contact', () => {
  expectMain('/information-hub/health-workplace', { texts: [/@halyard\.example/] })
})

test('INFO-05 the figures of 2023 are shown as text, chart and table', () => {
  expectMain('/information-hub/statistics', {
    texts: [
      '2,397 PSA tests',
      '168 (7.15%)',
      '26 (1.1%)',
      '20 had radical treatment, 6 are under active surveillance',
      'Our PSA tests from 2021 to 2024:',
      '696 (29.6%)',
      '1,046 (44.5%)',
      '36 (1.5%)',
      'All figures by year',
    ],
    marks: [[/What the tests of 2023 showed/g, 1]],
  })
})

test('CONS-06 the page of benefits and harms has numbers, their table and the way to the events', () => {
  expectMain('/is-a-psa-test-right-for-me', {
    texts: [
      'Benefits',
      'Harms',
      /Without testing: \d+ of 1,000/,
      /With testing: \d+ of 1,000/,
      'Sources',
    ],
    marks: [
      [/<th scope="row">/g, 2],
      [BOOK, 1],
    ],
  })
})

test('INFO-06 the guidance over 80', () => {
  expectMain('/information-hub/elderly-psa-testing', { texts: [/over 80/, /GP/] })
})

test('INFO-10 the explainer of a screening event', () => {
  expectMain('/halyard-screening-event', { texts: ['Go Back', /40 to 80/] })
})

test('INFO-10 the poster has a description', () => {
  expectMain('/world-cancer-day-poster', { marks: [[PICTURE, 1]] })
})

test('INFO-10 the privacy policy', () => {
  expectMain('/privacy-policy', {
    texts: ['Last updated May 2018', 'In short', /right to complain/i],
  })
})

test('INFO-10 the refund policy', () => {
  expectMain('/refund-policy', {
    texts: [
      /up to 2 business days before/,
      /100% of the price, less payment-processing charges/,
      /Within 2 business days of the appointment there is no refund/,
      /within 14 business days/,
      /Self-test kits are not refundable/,
      'Model cancellation form',
    ],
  })
})

test('INFO-07 the page for employers has its terms and contacts', () => {
  expectMain('/events/corporate-screening', {
    texts: ['Go Back', /at least 40 employees/, /In London smaller groups are possible/],
    marks: [
      [/<a[^>]*href="tel:/g, 2],
      [/<a[^>]*href="mailto:/g, 1],
    ],
  })
})

test('INFO-08 the page for communities says who provides what', () => {
  expectMain('/events/community-screening', {
    texts: ['How it works', 'What the charity provides', 'What the host provides'],
    marks: [[/<a[^>]*href="mailto:/g, 1]],
  })
})

test('INFO-09 the page for speakers names the speaker and the forms of a talk', () => {
  expectMain('/events/seminar-talks', {
    texts: [/retired consultant urologist/, 'In person', 'Online'],
  })
})

test('INFO-11 the overview links each audience to its page, and all except the talks to booking', () => {
  expectMain('/events', {
    texts: ['COMMUNITY', 'FREEMASONS', 'CORPORATE', 'SPEAKER REQUESTS'],
    marks: [
      [link('/events/community-screening'), 1],
      [link('/news/patient-journey/gareth'), 1],
      [link('/events/corporate-screening'), 1],
      [link('/events/seminar-talks'), 1],
      [BOOK, 3],
      [/<a[^>]*href="mailto:talks@halyard\.example"/g, 1],
    ],
  })
})

test('CMS-18 the Welsh sample and its English page name each other, and the content has its language', () => {
  const alternates = (html: string) =>
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang, href = '']) => [lang, new URL(href).pathname],
    )
  const both = [
    ['en-GB', '/halyard-screening-event'],
    ['cy', '/cy/digwyddiad-sgrinio'],
  ]
  const htmlOf = (path: string) => builtPages().find((page) => page.path === path)?.html ?? ''
  const welsh = htmlOf('/cy/digwyddiad-sgrinio')
  const english = htmlOf('/halyard-screening-event')
  expect(alternates(welsh)).toEqual(both)
  expect(alternates(english)).toEqual(both)
  expect(alternates(htmlOf('/support-us'))).toEqual([])
  expect(welsh).toMatch(/<main[^>]* lang="cy" dir="ltr"/)
  expect(english).toMatch(/<a href="\/cy\/digwyddiad-sgrinio" hreflang="cy" lang="cy"/)
  expect(welsh).toContain('This is a sample')
})

test('CMS-22 SITE-11 a health text names author, reviewer, both days and sources, on the page and in its data', () => {
  for (const path of [
    '/information-hub/prostate-diseases-and-prostate-cancer',
    '/information-hub/mens-health',
    '/halyard-screening-event',
  ]) {
    expectMain(path, {
      texts: [
        'Written by',
        'Reviewed by',
        '15 June 2026',
        'Next review',
        '15 June 2029',
        'Sources',
      ],
    })
    const html = builtPages().find((page) => page.path === path)?.html ?? ''
    const [, json = '{}'] = /ld\+json">({[^<]*MedicalWebPage[^<]*})</.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      author: { '@type': 'Person' },
      reviewedBy: { '@type': 'Person' },
      lastReviewed: '2026-06-15',
      citation: expect.arrayContaining([expect.stringMatching(/./)]),
    })
  }
})

test('INFO-05 each figure of the statistics stands twice, in text or chart and in the table, and no id repeats', () => {
  const { html } = mainOf('/information-hub/statistics')
  for (const figure of ['2,397', '168 (7.15%)', '1,046 (44.5%)', '26 (1.1%)'])
    expect(html.split(figure).length - 1, figure).toBe(2)
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(10)
  expect(ids.length).toBe(new Set(ids).size)
})
