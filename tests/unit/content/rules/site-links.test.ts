import { describe, expect, it } from 'vitest'
import type { Shown } from '#content/rules/content-fault.ts'
import type { DocumentType } from '#content/rules/document-types.ts'
import type { StoredRedirect } from '#content/rules/redirects.ts'
import type { PublishedDocument } from '#content/rules/release-record.ts'
import { isFixedAddress, siteLinks } from '#content/rules/site-links.ts'

const document = (_id: string, _type: string, more: Partial<PublishedDocument> = {}) => ({
  _id,
  _type,
  _rev: '1',
  ...more,
})
const DOCUMENTS = [
  document('eventsPage', 'eventsPage'),
  document('golf', 'page', { path: '/golf' }),
  document('explainer', 'page', { path: '/halyard-screening-event' }),
  document('open', 'newsArticle', { slug: { current: 'open-day' } }),
  document('gareth', 'patientStory', { slug: { current: 'gareth' } }),
  document('terms', 'policy', { slug: { current: 'terms' } }),
  document('person', 'teamMember'),
]
const REDIRECTS: StoredRedirect[] = [
  { from: '/news/old-day', id: 'open' },
  { from: '/golf-days', to: '/golf#next' },
  { from: '/first', to: '/second' },
  { from: '/second', id: 'golf' },
  { from: '/lost', id: 'deleted' },
]
const links = siteLinks({
  documents: DOCUMENTS,
  redirects: REDIRECTS,
  explainerPath: '/mooring-screening-event',
})

const fault = (document: string, type: DocumentType, shown: Shown, page?: string) => ({
  document,
  type,
  shown,
  page,
  field: 'title',
  problem: 'missing' as const,
})

describe('where links lead while documents are at fault', () => {
  const faults = [
    fault('open', 'newsArticle', 'nothing', '/news/open-day'),
    fault('gareth', 'patientStory', 'former', '/news/patient-journey/gareth-p'),
    fault('gone', 'page', 'former', '/gone'),
    fault('golf', 'page', 'published', '/golf'),
    fault('person', 'teamMember', 'former', '/about-us'),
  ]
  const known = siteLinks({
    documents: DOCUMENTS,
    redirects: REDIRECTS,
    explainerPath: undefined,
    faults,
  })

  it.each([
    ['is left out: to nothing', 'open', undefined],
    [
      'is shown in a version with another address: there',
      'gareth',
      '/news/patient-journey/gareth-p',
    ],
    ['is no longer published, and shown all the same: there', 'gone', '/gone'],
    ['has a warning only: to its page', 'golf', '/golf'],
    ['has no page of its own: to nothing', 'person', undefined],
  ])('CMS-07 a document that %s', (_, id, path) => {
    expect(known.ofDocument(id)).toBe(path)
  })

  it.each([
    ['/news/open-day', undefined],
    ['/news/old-day', undefined],
    ['/news/patient-journey/gareth', undefined],
    ['/news/patient-journey/gareth-p', '/news/patient-journey/gareth-p'],
    ['/gone', '/gone'],
  ])('CMS-07 the typed address %s leads to %s', (typed, path) => {
    expect(known.ofTyped(typed)).toBe(path)
  })
})

describe('where typed addresses lead that documents leave with this build', () => {
  const before = [
    { id: 'open', path: '/news/opening' },
    { id: 'golf', path: '/terms' },
    { id: 'deleted', path: '/deleted' },
    { id: 'gareth', path: '/news/patient-journey/gareth' },
  ]
  const known = siteLinks({
    documents: DOCUMENTS,
    redirects: REDIRECTS,
    explainerPath: undefined,
    before,
    left: [{ from: '/opening', id: 'open' }],
  })

  it.each([
    ['/news/opening?x=1', '/news/open-day?x=1'],
    ['/opening', '/news/open-day'],
    // Another document has the address now.
    ['/terms', '/terms'],
    ['/deleted', undefined],
    ['/news/patient-journey/gareth', '/news/patient-journey/gareth'],
  ])('CMS-07 %s leads to %s', (typed, path) => {
    expect(known.ofTyped(typed)).toBe(path)
  })
})

describe('where links of the content lead', () => {
  it.each([
    ['eventsPage', '/events'],
    ['golf', '/golf'],
    ['explainer', '/mooring-screening-event'],
    ['open', '/news/open-day'],
    ['gareth', '/news/patient-journey/gareth'],
    ['terms', '/terms'],
    ['person', undefined],
    ['deleted', undefined],
  ])('CMS-07 a reference to the document %s leads to %s', (id, path) => {
    expect(links.ofDocument(id)).toBe(path)
  })

  it.each([
    ['/golf', '/golf'],
    ['/golf/', '/golf/'],
    ['/golf?x=1#y', '/golf?x=1#y'],
    ['/', '/'],
    ['/events#community', '/events#community'],
    ['/news/old-day', '/news/open-day'],
    ['/news/old-day/?x=1#y', '/news/open-day?x=1#y'],
    ['/golf-days#other', '/golf#next'],
    ['/first', '/golf'],
    ['/upcoming-events', '/upcoming-events'],
    ['/event/12', '/event/12'],
    ['/news/page/2', '/news/page/2'],
    ['/files/abc/poster.pdf', '/files/abc/poster.pdf'],
    ['/lost', undefined],
    ['/gone', undefined],
    ['/Golf', undefined],
    ['/news/gone', undefined],
    ['/news/a/b', undefined],
    ['/information-hub/gone', undefined],
    ['/other-screening-event', undefined],
  ])('CMS-07 the typed address %s leads to %s', (typed, to) => {
    expect(links.ofTyped(typed)).toBe(to)
  })

  it.each([
    ['/upcoming-events', true],
    ['/events#community', true],
    ['/rss.xml', true],
    ['/golf', false],
    ['/news/open-day', false],
  ])('CMS-07 editors can change the address %s: not when %s', (path, isFixed) => {
    expect(isFixedAddress(path)).toBe(isFixed)
  })
})
