import { afterEach, describe, expect, it } from 'vitest'
import { ContentError } from '#content/read/content-error.ts'
import { type Content, contentsOf } from '#content/read/document.ts'
import { newDrafts } from '#content/read/drafts.ts'
import { readEach, readFixed } from '#content/read/read.ts'
import { warn, withReading } from '#content/read/reading.ts'
import { publishedFaultSentence } from '#content/rules/content-fault-text.ts'
import type { GoodContent } from '#content/rules/content-read.ts'
import { buildReading, readingOf } from '#tests/fixtures/reading.ts'

type News = { _id: string; title: string | null; slug: string | null }
const news = (_id: string, title: string | null = _id, slug: string | null = _id): News => ({
  _id,
  title,
  slug,
})
const titleOf = (document: Content<{ title: string }>) => document.text('title')
type Entry = { title: string; slug: string }
const entryOf = (document: Content<{ title: string; slug: string }>): Entry => ({
  title: document.text('title'),
  slug: document.text('slug'),
})

let reading = readingOf()
afterEach(() => {
  reading = readingOf()
})

/** Starts a build that knows these last good versions, and must not show these documents as published. */
function build(kept: GoodContent = {}, held: readonly string[] = []) {
  const reads = buildReading(kept, held)
  reading = reads.reading
  return reads
}

const inReading = <Value>(run: () => Value) => withReading(reading, run)
const readNews = (documents: News[]) =>
  inReading(() =>
    readEach('newsArticle', contentsOf(documents, 'news'), entryOf, ({ slug }) => slug),
  )
const readTitle = (place: Parameters<typeof readFixed>[0], result: { title: string }) =>
  inReading(() => readFixed(place, result, titleOf))

it('CMS-06 a document with a fixed id is held back, although its query does not ask for the id', () => {
  const reads = build({ homePage: { homePage: { title: 'Before' } } }, ['homePage'])
  const place = { type: 'homePage', key: 'homePage' } as const
  expect(readTitle(place, { title: 'After' })).toBe('Before')
  expect(reads.record().faults).toMatchObject([
    { document: 'homePage', problem: 'not-buildable', page: '/', shown: 'former' },
  ])
})

describe('an entry of a list with a fault', () => {
  it('CMS-06 is shown in its last good version, and the others in their published one', () => {
    const reads = build({ newsArticle: { b: news('b', 'Before') } })
    expect(readNews([news('a'), news('b', null), news('c')])).toEqual([
      { title: 'a', slug: 'a' },
      { title: 'Before', slug: 'b' },
      { title: 'c', slug: 'c' },
    ])
    const { good, faults } = reads.record()
    expect(faults).toEqual([
      {
        document: 'b',
        field: 'title',
        problem: 'missing',
        type: 'newsArticle',
        page: '/news/b',
        shown: 'former',
      },
    ])
    // The good version is stored for later builds.
    expect(good['newsArticle']?.['b']).toEqual(news('b', 'Before'))
    expect(good['newsArticle']?.['a']).toEqual(news('a'))
  })

  it('CMS-06 is left out when no version was good', () => {
    const reads = build()
    expect(readNews([news('a'), news('b', null)])).toEqual([{ title: 'a', slug: 'a' }])
    const { good, faults } = reads.record()
    expect(faults).toMatchObject([{ document: 'b', shown: 'nothing' }])
    expect(good['newsArticle']).not.toHaveProperty('b')
  })

  it('CMS-06 is left out when its last good version lacks a field that the program now needs; that version stays stored', () => {
    const reads = build({ newsArticle: { b: { _id: 'b', slug: 'b' } } })
    expect(readNews([news('b', null)])).toEqual([])
    const { good, faults } = reads.record()
    expect(faults).toMatchObject([{ document: 'b', field: 'title', shown: 'nothing' }])
    expect(good['newsArticle']).toHaveProperty('b')
  })

  it('CMS-06 of two documents at one address the first is shown', () => {
    const reads = build({ newsArticle: { b: news('b', 'Before', 'own') } })
    expect(readNews([news('a'), news('b', 'New', 'a'), news('c', 'c', 'a')])).toEqual([
      { title: 'a', slug: 'a' },
      { title: 'Before', slug: 'own' },
    ])
    expect(reads.record().faults).toMatchObject([
      {
        document: 'b',
        field: 'slug',
        problem: 'address-taken',
        page: '/news/own',
        shown: 'former',
      },
      { document: 'c', field: 'slug', problem: 'address-taken', shown: 'nothing' },
    ])
  })

  it('CMS-06 with which builds fail is shown in its last good version, or left out, and named', () => {
    const reads = build({ newsArticle: { b: news('b', 'Before') } }, ['b', 'c'])
    expect(readNews([news('a'), news('b'), news('c')]).map(({ title }) => title)).toEqual([
      'a',
      'Before',
    ])
    const { faults } = reads.record()
    const problem = 'not-buildable'
    expect(faults).toMatchObject([
      { document: 'b', field: undefined, problem, shown: 'former' },
      { document: 'c', field: undefined, problem, shown: 'nothing' },
    ])
    expect(faults.map((fault) => publishedFaultSentence(fault, 'Open day'))).toEqual([
      'News entry “Open day” (/news/b) has something in its last change that the website cannot build: undo that change, or tell the person who looks after the website. Visitors still see its last good version.',
      'News entry “Open day” (/news/c) has something in its last change that the website cannot build: undo that change, or tell the person who looks after the website. It is not on the website until that is corrected.',
    ])
  })

  it('CMS-06 is removed from the last good versions when it is unpublished', () => {
    const reads = build({ newsArticle: { gone: news('gone') } })
    expect(readNews([news('a')])).toHaveLength(1)
    expect(Object.keys(reads.record().good['newsArticle'] ?? {})).toEqual(['a'])
  })

  it('CMS-06 an error in the program is not reported as a fault of the content', () => {
    build({ newsArticle: { a: news('a') } })
    const fail = () => {
      throw new TypeError('a bug')
    }
    const read = () => readEach('newsArticle', contentsOf([news('a')], 'news'), fail)
    expect(() => inReading(read)).toThrow(TypeError)
  })
})

describe('a link to nothing', () => {
  it('CMS-07 is a warning: its document is shown as published, and kept as good', () => {
    const reads = build({ newsArticle: { b: news('b', 'Before') } })
    const read = (document: Content<{ title: string; slug: string }>) => {
      warn(document.error('title', 'leads-nowhere'))
      return entryOf(document)
    }
    const documents = contentsOf([news('a'), news('b', null)], 'news')
    expect(inReading(() => readEach('newsArticle', documents, read))).toEqual([
      { title: 'a', slug: 'a' },
      { title: 'Before', slug: 'b' },
    ])
    const { good, faults } = reads.record()
    expect(good['newsArticle']?.['a']).toEqual(news('a'))
    expect(faults).toEqual([
      {
        document: 'a',
        field: 'title',
        problem: 'leads-nowhere',
        type: 'newsArticle',
        page: '/news/a',
        shown: 'published',
      },
      // Of the version that is not shown, only its fault is told.
      expect.objectContaining({ document: 'b', problem: 'missing', shown: 'former' }),
    ])
  })
})

describe('a document that the program needs', () => {
  const place = { type: 'newsPage', key: 'newsPage' } as const
  const page = { type: 'page', key: '/support-us' } as const

  it('CMS-06 is shown in its last good version when a field is missing', () => {
    const reads = build({ newsPage: { newsPage: { title: 'Before' } } })
    expect(readTitle(place, { title: '' })).toBe('Before')
    expect(reads.record().faults).toEqual([
      {
        document: 'newsPage',
        field: 'title',
        problem: 'missing',
        type: 'newsPage',
        page: '/news',
        shown: 'former',
      },
    ])
  })

  it('CMS-06 is shown in its last good version when it was deleted, and the fault names the document by its id', () => {
    const former = { _id: 'page-support', title: 'Support us' }
    const reads = build({ page: { '/support-us': former } })
    expect(readTitle(page, undefined as unknown as typeof former)).toBe('Support us')
    expect(reads.record()).toEqual({
      good: { page: { '/support-us': former } },
      faults: [
        {
          document: 'page-support',
          field: undefined,
          problem: 'not-published',
          type: 'page',
          page: '/support-us',
          shown: 'former',
        },
      ],
    })
  })

  it('CMS-06 fails the build when there is no last good version', () => {
    build()
    const fault = { document: '/support-us', field: undefined, problem: 'not-published' }
    const read = () => readTitle(page, null as unknown as { title: string })
    expect(read).toThrow(ContentError)
    expect(read).toThrow(expect.objectContaining({ fault }))
  })

  it('CMS-06 is shown in its new version once the fault is corrected', () => {
    const reads = build({ newsPage: { newsPage: { title: 'Before' } } })
    expect(readTitle(place, { title: 'Mended' })).toBe('Mended')
    expect(reads.record()).toEqual({
      good: { newsPage: { newsPage: { title: 'Mended' } } },
      faults: [],
    })
  })
})

describe('outside a build', () => {
  it('CMS-05 a preview shows the fault of a draft, not an older version', () => {
    const drafts = newDrafts()
    reading = drafts
    const place = { type: 'newsPage', key: 'newsPage' } as const
    expect(() => readTitle(place, { title: '' })).toThrow(ContentError)
    expect(readNews([news('a', null)])).toEqual([])
    expect(drafts.unfinished).toHaveLength(1)
  })

  it('CMS-06 control: without the record of a build, one fault fails everything', () => {
    expect(() => readNews([news('a'), news('b', null)])).toThrow(ContentError)
  })
})
