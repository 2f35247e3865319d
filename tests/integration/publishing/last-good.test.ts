import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetContent } from '#content/client.ts'
import { ContentError } from '#content/content-error.ts'
import { getNewsPage, listNews } from '#content/news.ts'
import { getPolicy } from '#content/policies.ts'
import { publishedFaultSentence } from '#domain/content-fault-text.ts'
import { parsePublishedFaults } from '#domain/content-read.ts'
import { createLogger } from '#server/logger.ts'
import type { BuildPages } from '#server/publishing/build/astro-build.ts'
import {
  GOOD_CONTENT_FILE,
  readGoodContent,
  writeContentRecord,
} from '#server/publishing/content/good-content.ts'
import { recordReads } from '#server/publishing/content/record-reads.ts'
import { openPublishing, type Publishing } from '#server/publishing/open-publishing.ts'
import { rollBack } from '#server/publishing/releases/operations.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../lake/test-lake.ts'
import { writeBuild } from './sample-build.ts'
import { removeFolder, siteFolder, until } from './start-site.ts'

type Status = { state: string; message?: string; faults?: object[] }
type Shown = { banner: string; news: string[]; links: string[]; cookies: string }

const block = (text: string) => [
  { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text, marks: [] }] },
]
const entry = (name: string) => ({
  _id: `news-${name}`,
  _type: 'newsArticle',
  title: name,
  slug: { current: name },
  publishedOn: '2026-11-01',
})

let lake: TestLake
let client: SanityClient
let folder: string
let releasesDir: string
let publishing: Publishing
let builds: number

/** The pages of the real content readers, with the real record of what they read; only Astro's rendering is left out. */
const readerBuild: BuildPages = async (to) => {
  forgetContent()
  const { origin } = lake.lake
  const reads = recordReads(readGoodContent(releasesDir, origin))
  try {
    const shown: Shown = {
      banner: (await getNewsPage()).bannerText,
      news: (await listNews()).map(({ title }) => title),
      links: (await listNews()).flatMap(({ link }) => link?.href ?? []),
      cookies: (await getPolicy('cookies')).title,
    }
    builds += 1
    writeBuild(to, `v${builds}`)
    writeFileSync(join(to, 'shown.json'), JSON.stringify(shown))
    writeContentRecord(to, reads.record(), origin)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { ok: false, cause: 'failed', fault: error.fault }
  } finally {
    reads.stop()
  }
}

/** Starts the site's publishing, and waits for its first report. */
async function open(): Promise<Publishing> {
  await forgetStatus()
  const { origin } = lake.lake
  const opened = openPublishing({
    env: {
      webhookSecret: 'a-secret',
      writeToken: TEST_TOKEN,
      deployHookUrl: undefined,
      releasesDir,
      dataDir: folder,
    },
    buildDir: join(folder, 'first'),
    content: { projectId: 'halyard0', dataset: 'production', apiHost: origin },
    source: {},
    logger: createLogger('silent'),
    build: readerBuild,
  })
  opened.start(() => undefined)
  await ended()
  return opened
}

beforeEach(async () => {
  lake = await startTestLake()
  client = clientFor(lake.lake.origin, TEST_TOKEN)
  vi.stubEnv('SANITY_PROJECT_ID', 'halyard0')
  vi.stubEnv('SANITY_DATASET', 'production')
  vi.stubEnv('SANITY_API_HOST', lake.lake.origin)
  await client
    .transaction()
    .create({
      _id: 'newsPage',
      _type: 'newsPage',
      title: 'News',
      description: 'All of it',
      bannerText: 'Their words',
      pinnedEntry: { _type: 'reference', _ref: 'news-beta' },
    })
    .create({
      _id: 'policy-cookies',
      _type: 'policy',
      slug: { current: 'cookies' },
      title: 'Cookies',
      description: 'One cookie',
      lastUpdated: '2026-11-01',
      body: block('One cookie.'),
    })
    .create(entry('alpha'))
    .create(entry('beta'))
    .commit()
  folder = siteFolder()
  releasesDir = join(folder, 'releases')
  builds = 0
  publishing = await open()
  await publish()
})
afterEach(async () => {
  await publishing.stop()
  removeFolder(folder)
  await lake.stop()
  vi.unstubAllEnvs()
})

const shown = () =>
  JSON.parse(readFileSync(join(publishing.live.current.dir, 'shown.json'), 'utf8')) as Shown

const forgetStatus = () =>
  client.createOrReplace({ _id: 'site.publishing', _type: 'sitePublishing', state: 'none' })

/** The report of the finished publication for staff. */
const ended = () =>
  until(async () => {
    const status = await client.getDocument<Status>('site.publishing')
    return status && ['live', 'failed'].includes(status.state) && status
  })

/** Requests a build, waits for its end, and returns its report for staff. */
async function publish(): Promise<Status> {
  await forgetStatus()
  publishing.request()
  return await ended()
}

/** Hosted Sanity lets an editor do this; our lake refuses it. */
function deleteAsHosted(id: string): void {
  lake.lake.store.commit([{ kind: 'delete', target: { id } }], {
    author: 'editor',
    now: new Date(),
    mutations: [],
  })
}

/** A page without a field, a deleted policy, a faulty entry, one that never was complete, and a finished one. */
async function breakAndAdd(): Promise<void> {
  await client.patch('newsPage').unset(['bannerText']).commit()
  await client.patch('news-beta').set({ publishedOn: 'tomorrow' }).commit()
  await client.create({ _id: 'news-gamma', _type: 'newsArticle', title: 'gamma' })
  await client.create(entry('delta'))
  deleteAsHosted('policy-cookies')
}

const BROKEN: Shown = {
  banner: 'Their words',
  news: ['beta', 'alpha', 'delta'],
  links: [],
  cookies: 'Cookies',
}

describe('documents with a fault', () => {
  it('CMS-06 NEWS-04 are shown in their last good version and named to staff, and the rest is published', async () => {
    expect(shown()).toEqual({ ...BROKEN, news: ['beta', 'alpha'] })
    await breakAndAdd()
    const { state, faults } = await publish()
    expect(shown()).toEqual(BROKEN)
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
    await client.create({ ...entry('delta'), link })
    expect(await publish()).not.toHaveProperty('faults')
    expect(shown()).toMatchObject({ links: ['/news/beta'] })
    await client.patch('newsPage').unset(['pinnedEntry']).commit()
    await client.delete('news-beta')
    const { state, faults } = await publish()
    expect(state).toBe('live')
    expect(shown()).toMatchObject({ news: ['alpha', 'delta'], links: [] })
    expect(parsePublishedFaults(faults).map((fault) => publishedFaultSentence(fault))).toEqual([
      'News entry “news-delta” (/news/delta): Link, page leads to nothing that visitors can see: they read its words without a link, and see no button. The document is on the website.',
    ])
  })

  it('CMS-06 keep their last good version through further publications and restarts', async () => {
    await breakAndAdd()
    await publish()
    await publishing.stop()
    publishing = await open()
    expect((await ended()).faults).toHaveLength(4)
    await client.create(entry('epsilon'))
    await publish()
    expect(shown()).toEqual({ ...BROKEN, news: [...BROKEN.news, 'epsilon'] })
  })

  it('CMS-06 a process that was killed before it stored the content of its release stores it at the next start', async () => {
    const file = join(releasesDir, GOOD_CONTENT_FILE)
    copyFileSync(file, join(folder, 'older'))
    await client.patch('newsPage').set({ bannerText: 'Newer words' }).commit()
    await publish()
    await publishing.stop()
    copyFileSync(join(folder, 'older'), file)
    publishing = await open()
    await client.patch('newsPage').unset(['bannerText']).commit()
    await publish()
    expect(shown().banner).toBe('Newer words')
  })

  it('CMS-06 show the version of the release to which an operator rolled back', async () => {
    await client.patch('newsPage').set({ bannerText: 'Words by mistake' }).commit()
    await publish()
    const before = publishing.live.current.dir
    rollBack(releasesDir)
    await until(() => publishing.live.current.dir !== before)
    await client.patch('newsPage').unset(['bannerText']).commit()
    await publish()
    expect(shown().banner).toBe('Their words')
  })

  it('CMS-06 are shown again once they are corrected, and the report is empty', async () => {
    await breakAndAdd()
    await publish()
    await client.patch('newsPage').set({ bannerText: 'Mended' }).commit()
    await client.patch('news-beta').set({ publishedOn: '2026-10-01' }).commit()
    await client.delete('news-gamma')
    await client.create({
      _id: 'policy-new',
      _type: 'policy',
      slug: { current: 'cookies' },
      title: 'Our cookies',
      description: 'One cookie',
      lastUpdated: '2026-11-02',
      body: block('One cookie.'),
    })
    const status = await publish()
    expect(status).not.toHaveProperty('faults')
    expect(shown()).toEqual({
      banner: 'Mended',
      news: ['beta', 'alpha', 'delta'],
      links: [],
      cookies: 'Our cookies',
    })
  })

  it('CMS-06 switch: without the last good content the publication fails, and the site stays as it was', async () => {
    await breakAndAdd()
    rmSync(join(releasesDir, GOOD_CONTENT_FILE))
    expect(await publish()).toMatchObject({
      state: 'failed',
      message: 'News page: Banner text is missing. The website still shows the previous version.',
    })
    expect(shown()).toEqual({ ...BROKEN, news: ['beta', 'alpha'] })
  })
})
