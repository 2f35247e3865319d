import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedFaultSentence } from '#content/rules/content-fault-text.ts'
import { parsePublishedFaults } from '#content/rules/content-read.ts'
import { rollBack } from '#content/server/publishing/releases/operations.ts'
import { cookiePolicy, newsEntry } from './content-build.ts'
import { lastGoodSetup, type Shown } from './last-good-setup.ts'
import { until } from './start-site.ts'

const site = lastGoodSetup()

/** A page without a field, a deleted policy, a faulty entry, one that never was complete, and a finished one. */
async function breakAndAdd(): Promise<void> {
  await site.client.patch('newsPage').unset(['bannerText']).commit()
  await site.client.patch('news-beta').set({ publishedOn: 'tomorrow' }).commit()
  await site.client.create({ _id: 'news-gamma', _type: 'newsArticle', title: 'gamma' })
  await site.client.create(newsEntry('delta'))
  site.deleteAsHosted('policy-cookies')
}

const BROKEN: Shown = {
  banner: 'Their words',
  news: ['beta', 'alpha', 'delta'],
  links: [],
  cookies: 'Cookies',
}

describe('documents with a fault', () => {
  it('CMS-06 NEWS-04 are shown in their last good version and named to staff, and the rest is published', async () => {
    expect(site.shown()).toEqual({ ...BROKEN, news: ['beta', 'alpha'] })
    await breakAndAdd()
    const { state, faults } = await site.publish()
    expect(site.shown()).toEqual(BROKEN)
    expect(state).toBe('live')
    expect(faults).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ document: 'newsPage', field: 'bannerText', page: '/news' }),
        expect.objectContaining({ document: 'policy-cookies', page: '/cookies', shown: 'former' }),
        expect.objectContaining({ document: 'news-beta', page: '/news/beta', shown: 'former' }),
        expect.objectContaining({ document: 'news-gamma', field: 'slug', shown: 'nothing' }),
      ]),
    )
    const sentences = parsePublishedFaults(faults).map((fault) => publishedFaultSentence(fault))
    expect(sentences).toEqual(
      expect.arrayContaining([
        'News overview (/news): Banner text is missing. Visitors still see its last good version.',
        'Policy “policy-cookies” (/cookies) is not published. Visitors still see its last good version.',
        'News entry “news-gamma”: Address is missing. It is not on the website until that is corrected.',
      ]),
    )
  })

  it('CMS-07 a link to an entry that is gone is a warning, and everything is published', async () => {
    const target = { _type: 'reference', _ref: 'news-beta', _weak: true }
    const link = { _type: 'link', kind: 'page', page: target }
    await site.client.create({ ...newsEntry('delta'), link })
    expect(await site.publish()).not.toHaveProperty('faults')
    expect(site.shown()).toMatchObject({ links: ['/news/beta'] })
    await site.client.patch('newsPage').unset(['pinnedEntry']).commit()
    await site.client.delete('news-beta')
    const { state, faults } = await site.publish()
    expect(state).toBe('live')
    expect(site.shown()).toMatchObject({ news: ['alpha', 'delta'], links: [] })
    expect(parsePublishedFaults(faults).map((fault) => publishedFaultSentence(fault))).toEqual([
      'News entry “news-delta” (/news/delta): Link, page leads to nothing that visitors can see: they read its words without a link, and see no button. The document is on the website.',
    ])
  })

  it('CMS-06 keep their last good version through further publications and restarts', async () => {
    await breakAndAdd()
    await site.publish()
    await site.stop()
    await site.start()
    expect((await site.ended()).faults).toHaveLength(4)
    await site.client.create(newsEntry('epsilon'))
    await site.publish()
    expect(site.shown()).toEqual({ ...BROKEN, news: [...BROKEN.news, 'epsilon'] })
  })

  it('CMS-06 a process that was killed before it stored the content of its release stores it at the next start', async () => {
    const older = readFileSync(site.goodContent())
    await site.client.patch('newsPage').set({ bannerText: 'Newer words' }).commit()
    await site.publish()
    await site.stop()
    writeFileSync(site.goodContent(), older)
    await site.start()
    await site.client.patch('newsPage').unset(['bannerText']).commit()
    await site.publish()
    expect(site.shown().banner).toBe('Newer words')
  })

  it('CMS-06 show the version of the release to which an operator rolled back', async () => {
    await site.client.patch('newsPage').set({ bannerText: 'Words by mistake' }).commit()
    await site.publish()
    const before = site.liveDir()
    rollBack(site.releasesDir())
    await until(() => site.liveDir() !== before)
    await site.client.patch('newsPage').unset(['bannerText']).commit()
    await site.publish()
    expect(site.shown().banner).toBe('Their words')
  })

  it('CMS-06 are shown again once they are corrected, and the report is empty', async () => {
    await breakAndAdd()
    await site.publish()
    await site.client.patch('newsPage').set({ bannerText: 'Mended' }).commit()
    await site.client.patch('news-beta').set({ publishedOn: '2026-10-01' }).commit()
    await site.client.delete('news-gamma')
    await site.client.create({ ...cookiePolicy('policy-new'), title: 'Our cookies' })
    const status = await site.publish()
    expect(status).not.toHaveProperty('faults')
    expect(site.shown()).toEqual({
      banner: 'Mended',
      news: ['beta', 'alpha', 'delta'],
      links: [],
      cookies: 'Our cookies',
    })
  })

  it('CMS-06 control: without the last good content the publication fails, and the site stays as it was', async () => {
    await breakAndAdd()
    rmSync(site.goodContent())
    expect(await site.publish()).toMatchObject({
      state: 'failed',
      message: 'News page: Banner text is missing. The website still shows the previous version.',
    })
    expect(site.shown()).toEqual({ ...BROKEN, news: ['beta', 'alpha'] })
  })
})
