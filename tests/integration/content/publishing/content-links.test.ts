import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeLeftAddresses } from '#content/server/publishing/releases/redirects.ts'
import { type Built, type ContentBuilds, newsEntry, startContentBuilds } from './content-build.ts'

let site: ContentBuilds
beforeEach(async () => {
  site = await startContentBuilds()
})
afterEach(() => site.stop())

const chosen = (id: string) => ({
  _type: 'link',
  kind: 'page',
  page: { _type: 'reference', _ref: id, _weak: true },
})
const typed = (path: string) => ({ _type: 'link', kind: 'page', path })

/** Where the links of the entries lead. */
const links = ({ news }: Built) =>
  Object.fromEntries(news.map(({ title, link }) => [title, link?.href]))

/** An entry without a date, and two that link it. */
async function linkFaulty(): Promise<void> {
  const { publishedOn, ...faulty } = newsEntry('faulty')
  await site.client.create(faulty)
  await site.client.create(newsEntry('chosen', { link: chosen('news-faulty') }))
  await site.client.create(newsEntry('typed', { link: typed('/news/faulty') }))
}

describe('a link to a document that is left out for its own fault', () => {
  it('CMS-07 is no link, and a warning that names the document with the link', async () => {
    await linkFaulty()
    const built = await site.build()
    expect(links(built)).toEqual({ chosen: undefined, typed: undefined })
    expect(built.sentences.toSorted()).toEqual([
      'News entry “news-chosen” (/news/chosen): Link, page leads to nothing that visitors can see: they read its words without a link, and see no button. The document is on the website.',
      'News entry “news-faulty” (/news/faulty): Published on is missing. It is not on the website until that is corrected.',
      'News entry “news-typed” (/news/typed): Link, address leads to nothing that visitors can see: they read its words without a link, and see no button. The document is on the website.',
    ])
    await site.client.patch('news-faulty').set({ publishedOn: '2026-11-01' }).commit()
    const mended = await site.build()
    expect(links(mended)).toMatchObject({ chosen: '/news/faulty', typed: '/news/faulty' })
    expect(mended.faults).toEqual([])
  })

  it('CMS-07 leads to the last good version where there is one, at its former address', async () => {
    await linkFaulty()
    await site.client.patch('news-faulty').set({ publishedOn: '2026-11-01' }).commit()
    await site.build()
    await site.client
      .patch('news-faulty')
      .set({ slug: { current: 'moved' } })
      .unset(['publishedOn'])
      .commit()
    const built = await site.build()
    expect(links(built)).toMatchObject({ chosen: '/news/faulty', typed: '/news/faulty' })
    expect(built.faults).toMatchObject([{ document: 'news-faulty', shown: 'former' }])
  })

  it('CMS-07 control: without the faults of the documents, it leads to a page that does not exist', async () => {
    await linkFaulty()
    expect(links(await site.build('faults in links'))).toEqual({
      chosen: '/news/faulty',
      typed: '/news/faulty',
    })
  })
})

describe('a typed address that its page leaves with this publication', () => {
  beforeEach(async () => {
    await site.client.create(newsEntry('target'))
    await site.client.create(newsEntry('typed', { link: typed('/news/target#more') }))
    await site.build()
    await site.client
      .patch('news-target')
      .set({ slug: { current: 'moved' } })
      .commit()
  })

  it('CMS-07 is followed at once, before the content lake has its redirect', async () => {
    const built = await site.build()
    expect(links(built)).toMatchObject({ typed: '/news/moved#more' })
    expect(built.sentences).toEqual([
      'News entry “news-typed” (/news/typed): Link, address is a typed address that its page has left. The link works: choose the page instead. The document is on the website.',
    ])
  })

  it('CMS-07 and that still waits on the disk to become a redirect is followed as well', async () => {
    await site.build()
    expect(links(await site.build())).toMatchObject({ typed: undefined })
    writeLeftAddresses(site.releasesDir, [{ from: '/news/target', id: 'news-target' }])
    expect(links(await site.build())).toMatchObject({ typed: '/news/moved#more' })
  })

  it('CMS-07 control: without what the release before showed, it is plain text', async () => {
    expect(links(await site.build('faults in links'))).toMatchObject({ typed: undefined })
  })
})
