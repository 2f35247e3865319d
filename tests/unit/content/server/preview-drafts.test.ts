import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ContentError } from '#content/read/content-error.ts'
import { contentOf } from '#content/read/document.ts'
import { leftOutAt, newDrafts } from '#content/read/drafts.ts'
import { readEach } from '#content/read/read.ts'
import { withReading } from '#content/read/reading.ts'
import { contentPage, FIXED_CONTENT_PATHS } from '#content/rules/content-page.ts'

describe('CMS-05 paths of content pages', () => {
  it.each(FIXED_CONTENT_PATHS)('CMS-05 %s', (path) => {
    expect(contentPage(path)).toEqual({ page: 'fixed', path })
  })

  it.each([
    ['/halyard-screening-event', { page: 'explainer', product: 'halyard' }],
    ['/information-hub/psa', { page: 'info-article', slug: 'psa' }],
    ['/news/open-day', { page: 'news-entry', slug: 'open-day' }],
    ['/about-us/volunteers', { page: 'own', path: '/about-us/volunteers' }],
    ['/modern-slavery', { page: 'own', path: '/modern-slavery' }],
    ['/news/caf%C3%A9', { page: 'news-entry', slug: 'café' }],
    ['/news/%zz', { page: 'news-entry', slug: '%zz' }],
    ['/news/patient-journey/edwin', { page: 'story', slug: 'edwin' }],
    ['/news/page/2', { page: 'news-list', number: 2 }],
    ['/news/month/2023-08', { page: 'news-month', month: '2023-08', number: 1 }],
    ['/news/month/2023-08/page/3', { page: 'news-month', month: '2023-08', number: 3 }],
  ])('CMS-05 %s', (path, page) => {
    expect(contentPage(path)).toEqual(page)
  })

  it.each([
    '/login',
    '/portal',
    '/event/7',
    '/events/next.json',
    '/book-event',
    '/newsletter',
    '/news/',
    '/news/page/0',
    '/news/month/2023-8',
    '/news/a/b',
    '/_astro/x.css',
    '/api/news',
    '//news',
    '/NEWS',
  ])('CMS-05 %s is not a content page', (path) => {
    expect(contentPage(path)).toBeUndefined()
  })

  it('CMS-05 every page that reads content has a preview', () => {
    const folder = new URL('../../../../src/pages/', import.meta.url)
    // The texts of results are shown to signed-in patients only: their type has no preview. The consent form only links the terms.
    const importsContent = /#content\/read\/(?!site-settings|drafts|result-texts)/
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.astro') && !file.startsWith('preview/'))
      .filter((file) => importsContent.test(readFileSync(new URL(file, folder), 'utf8')))
    expect(pages.length).toBeGreaterThan(15)
    const examples: Record<string, string> = { '[month]': '2023-08', '[page]': '2' }
    for (const file of pages) {
      const path = `/${file.replace(/(\/?index)?\.astro$/, '')}`.replaceAll(
        /\[[\w.]+\]/g,
        (name) => examples[name] ?? 'example',
      )
      expect(contentPage(path), file).toBeDefined()
    }
    const preview = readFileSync(new URL('preview/page.astro', folder), 'utf8')
    const shown = pages.filter((file) => !preview.includes(`'#pages/${file}'`))
    // Further pages of a month use the component of the first page with another slice.
    expect(shown).toEqual(['news/month/[month]/page/[page].astro'])
  })
})

describe('CMS-05 unfinished drafts', () => {
  const documents = [
    { _id: 'a', title: 'Open day' },
    { _id: 'b', title: 'Harbour walk', slug: 'harbour-walk', publishedOn: '2026-12-01' },
  ].map((value) => contentOf(value, value._id))
  const read = () => readEach('newsArticle', documents, (document) => document.text('publishedOn'))

  it('CMS-05 are left out of lists and reported once in a preview, and fail a build without a recorder', async () => {
    const drafts = newDrafts()
    const twice = () => Promise.resolve([read(), read()])
    expect(await withReading(drafts, twice)).toEqual([['2026-12-01'], ['2026-12-01']])
    expect(drafts.unfinished).toEqual([
      {
        fault: { document: 'a', field: 'publishedOn', problem: 'missing' },
        title: 'Open day',
        slug: undefined,
      },
    ])
    expect(read).toThrow(ContentError)
  })

  it.each([
    ['/events/golf-days', 'a page at an address of its own'],
    ['/modern-slavery', 'a policy'],
    ['/news/open-day', 'a news entry'],
    ['/events/other', undefined],
  ])('CMS-05 are named on the page that they would have: %s', async (path, name) => {
    const drafts = newDrafts()
    const unfinished = [
      { _id: 'a', title: 'a page at an address of its own', path: '/events/golf-days' },
      { _id: 'b', title: 'a policy', slug: 'modern-slavery' },
      { _id: 'c', title: 'a news entry', slug: 'open-day' },
    ].map((value) => contentOf({ ...value, publishedOn: '' }, value._id))
    const readAll = async () =>
      readEach('page', unfinished, (document) => document.text('publishedOn'))
    expect(await withReading(drafts, readAll)).toEqual([])
    const asked = contentPage(path)
    expect(asked && leftOutAt(drafts, asked)?.title).toBe(name)
  })

  it('CMS-05 do not hide other errors', async () => {
    const fail = () => {
      throw new TypeError('a bug')
    }
    const preview = withReading(newDrafts(), async () => readEach('newsArticle', documents, fail))
    await expect(preview).rejects.toThrow(TypeError)
  })
})
