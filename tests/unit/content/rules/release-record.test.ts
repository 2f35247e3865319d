import { describe, expect, it } from 'vitest'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import { leftAddresses } from '#content/rules/redirects.ts'
import {
  type FinishedPages,
  isBuiltFrom,
  type PublishedDocument,
  recordOf,
} from '#content/rules/release-record.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const entry = (id: string, slug: string | undefined, rev = 'r1'): PublishedDocument => ({
  _id: id,
  _rev: rev,
  _type: 'newsArticle',
  ...(slug && { slug: { current: slug } }),
})
const pagesWith = (...paths: string[]): FinishedPages => ({
  has: (path) => paths.includes(path) && (path === '/cookies' ? 'program' : 'own'),
  shows: (path, text) => paths.includes(path) && text === 'Ada Winter',
})
const FAULT: PublishedFault = {
  document: 'broken',
  type: 'newsArticle',
  field: 'image.alt',
  problem: 'missing',
  page: '/news/a',
  shown: 'former',
}
const BUILT = {
  at: NOW,
  faulty: new Map<string, PublishedFault>(),
  places: new Map([
    ['/cookies', 'c'],
    ['/support-us', 's'],
    ['/{product}-screening-event', 'e'],
  ]),
  banners: new Set(['newest']),
  explainerPath: '/seaway-screening-event',
}
const record = (
  after: PublishedDocument[],
  pages = pagesWith('/news/a', '/about-us', '/cookies'),
  before = after,
) => recordOf({ ...BUILT, before, after, pages, faulty: new Map([['broken', FAULT]]) }).documents

describe('the record of a release', () => {
  it('CMS-09 has the revision and the address of a document that was built', () => {
    expect(record([entry('n', 'a')])).toEqual([{ id: 'n', rev: 'r1', path: '/news/a' }])
  })

  it('CMS-09 has no revision of a document that changed during the build, or was published during it', () => {
    const before = [entry('n', 'a', 'r0')]
    const after = [entry('n', 'a'), entry('m', 'b')]
    const [changed, created] = record(after, pagesWith('/news/a', '/news/b'), before)
    expect([changed, created].map((one) => one && 'rev' in one)).toEqual([false, false])
  })

  it.each<[string, PublishedDocument, string | undefined]>([
    ['without an address', entry('n', undefined), 'no-address'],
    ['without its page', entry('n', 'b'), 'address-taken'],
    ['with a fault', entry('broken', 'a'), 'faulty'],
    [
      'that its page lists',
      { _id: 't', _rev: 'r1', _type: 'teamMember', name: 'Ada Winter' },
      undefined,
    ],
    [
      'that its page does not list',
      { _id: 't', _rev: 'r1', _type: 'teamMember', name: 'Bo' },
      'not-listed',
    ],
    [
      'at an address of the program',
      { _id: 'p', _rev: 'r1', _type: 'page', path: '/cookies' },
      'address-taken',
    ],
    [
      'that the program needs there',
      { _id: 'c', _rev: 'r1', _type: 'policy', slug: { current: 'cookies' } },
      undefined,
    ],
    ['banner that is shown (SITE-19)', { _id: 'newest', _rev: 'r1', _type: 'banner' }, undefined],
    [
      'banner beside newer ones (SITE-19)',
      { _id: 'third', _rev: 'r1', _type: 'banner' },
      'newer-banners',
    ],
    ['of the portal', { _id: 'x', _rev: 'r1', _type: 'resultText' }, undefined],
  ])('CMS-09 says why a document is not shown: one %s', (_, document, because) => {
    expect(record([document])[0]?.because).toBe(because)
  })

  it('CMS-09 reports two documents with the same address', () => {
    const policy = { _id: 'p', _rev: 'r1', _type: 'policy', slug: { current: 'about-us' } }
    const page = { _id: 'q', _rev: 'r1', _type: 'page', path: '/about-us' }
    expect(record([policy, page]).map(({ because }) => because)).toEqual([
      'address-taken',
      'address-taken',
    ])
  })

  it('CMS-09 says what is wrong with a document, and what visitors see instead', () => {
    expect(record([entry('n', 'a'), entry('broken', 'b')]).map(({ fault }) => fault)).toEqual([
      undefined,
      FAULT,
    ])
  })

  it('CMS-07 CMS-09 a document with a fault is at the address of its last good version, which is no former one yet', () => {
    const before = [{ id: 'broken', path: '/news/a' }]
    const moved = record([entry('broken', 'b')])
    expect(moved[0]?.path).toBe('/news/a')
    expect(leftAddresses(before, moved)).toEqual([])
    const mended = recordOf({
      ...BUILT,
      before: [],
      after: [entry('broken', 'b')],
      pages: pagesWith('/news/b'),
    })
    expect(leftAddresses(moved, mended.documents)).toEqual([{ from: '/news/a', id: 'broken' }])
  })

  it('CMS-09 of two documents with one address, the one that is shown is live', () => {
    const documents = [entry('n', 'a'), entry('broken', 'a')]
    expect(record(documents).map(({ because }) => because)).toEqual([undefined, 'faulty'])
  })

  it('CMS-09 of two documents for one page of the program, the one that the build shows is live', () => {
    const page = (_id: string) => ({ _id, _rev: 'r1', _type: 'page', path: '/support-us' })
    const shown = record([page('other'), page('s')], {
      has: () => 'program',
      shows: () => true,
    })
    expect(shown.map(({ because }) => because)).toEqual(['address-taken', undefined])
  })

  it('CMS-07 CMS-09 the page about the screening is live at the product’s address, and its old address is a former one', () => {
    const page = (_id: string, path: string) => ({ _id, _rev: 'r1', _type: 'page', path })
    const documents = [page('e', '/halyard-screening-event'), page('x', '/other-screening-event')]
    const renamed = record(documents, pagesWith('/seaway-screening-event'))
    expect(renamed).toEqual([
      { id: 'e', rev: 'r1', path: '/seaway-screening-event' },
      { id: 'x', rev: 'r1', path: '/other-screening-event', because: 'address-taken' },
    ])
    const before = [{ id: 'e', path: '/halyard-screening-event' }]
    expect(leftAddresses(before, renamed)).toEqual([{ from: '/halyard-screening-event', id: 'e' }])
  })

  it('CMS-09 site settings and the home page share an address', () => {
    const documents = ['siteSettings', 'homePage'].map((name) => ({
      _id: name,
      _rev: 'r',
      _type: name,
    }))
    const shown = record(documents, { has: () => 'program', shows: () => true })
    expect(shown.map(({ because }) => because)).toEqual([undefined, undefined])
  })

  it('CMS-08 CMS-09 reports a scheduled and an expired document, and when the next one appears or disappears', () => {
    const soon = { ...entry('n', 'a'), publishAt: '2026-11-22T13:00:00.000Z' }
    const over = { ...entry('m', 'a'), unpublishAt: '2026-11-22T11:00:00.000Z' }
    const later = { ...entry('o', 'a'), unpublishAt: '2026-11-22T14:00:00.000Z' }
    const after = [soon, over, later]
    const built = recordOf({ ...BUILT, before: after, after, pages: pagesWith('/news/a') })
    expect(built.documents.map(({ because, at }) => [because, at])).toEqual([
      ['scheduled', soon.publishAt],
      ['ended', over.unpublishAt],
      [undefined, undefined],
    ])
    expect(built.nextChangeAt).toBe(soon.publishAt)
  })

  it('CMS-08 times do not hide a page that the program needs', () => {
    const policy = { _id: 'c', _rev: 'r1', _type: 'policy', slug: { current: 'cookies' } }
    const hidden = {
      ...policy,
      unpublishAt: '2020-01-01T00:00:00Z',
      publishAt: '2030-01-01T00:00:00Z',
    }
    const built = recordOf({
      before: [hidden],
      after: [hidden],
      ...BUILT,
      pages: pagesWith('/cookies'),
    })
    expect(built).toEqual({ documents: [{ id: 'c', rev: 'r1', path: '/cookies' }] })
  })

  it('CMS-09 matches a list of documents only with the same ids and revisions', () => {
    const documents = [entry('n', 'a'), entry('m', 'a')]
    const built = { documents: record(documents) }
    expect(isBuiltFrom(built, documents)).toBe(true)
    expect(isBuiltFrom(built, [entry('n', 'a', 'r2'), entry('m', 'a')])).toBe(false)
    expect(isBuiltFrom(built, documents.slice(1))).toBe(false)
    expect(isBuiltFrom(built, [...documents, entry('o', 'b')])).toBe(false)
  })
})
