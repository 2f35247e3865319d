import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach } from 'vitest'
import { ContentError } from '#content/read/content-error.ts'
import { getNewsPage, listNews } from '#content/read/news.ts'
import { getPolicy } from '#content/read/policies.ts'
import { withReading } from '#content/read/reading.ts'
import type { BuildPages } from '#content/server/publishing/build/astro-build.ts'
import {
  GOOD_CONTENT_FILE,
  readGoodContent,
  writeContentRecord,
} from '#content/server/publishing/content/good-content.ts'
import { openPublishing } from '#content/server/publishing/open-publishing.ts'
import type { Publishing } from '#content/server/publishing/publishing.ts'
import { createLogger } from '#core/server/logger.ts'
import { prepareContent } from '../../../../integrations/prepare-content.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../../lake/test-lake.ts'
import { cookiePolicy, newsEntry } from './content-build.ts'
import { writeBuild } from './sample-build.ts'
import { removeFolder, siteFolder, until } from './start-site.ts'

type Status = { state: string; message?: string; faults?: object[] }
/** What visitors see of the content. */
export type Shown = { banner: string; news: string[]; links: string[]; cookies: string }

const NEWS_PAGE = {
  _id: 'newsPage',
  _type: 'newsPage',
  title: 'News',
  description: 'All of it',
  bannerText: 'Their words',
  pinnedEntry: { _type: 'reference', _ref: 'news-beta' },
}

/**
 * Before each test: a lake with news and a policy, and the site's publishing with a first publication of them. Registers the hooks of
 * the test file.
 */
export function lastGoodSetup() {
  let lake: TestLake
  let client: SanityClient
  let folder: string
  let publishing: Publishing
  let builds: number
  const releasesDir = () => join(folder, 'releases')

  /** The pages of the real content readers, with the real record of what they read; only Astro's rendering is left out. */
  const readerBuild: BuildPages = async (to) => {
    const { origin } = lake.lake
    const readAll = async () => ({
      page: await getNewsPage(),
      entries: await listNews(),
      cookies: await getPolicy('cookies'),
    })
    try {
      const content = { projectId: 'halyard0', dataset: 'production', apiHost: origin }
      const kept = readGoodContent(releasesDir(), origin)
      const site = await prepareContent({ content, at: new Date(), kept, readAll })
      const { page, entries, cookies } = await withReading(site.reading, readAll)
      const shown: Shown = {
        banner: page.bannerText,
        news: entries.map(({ title }) => title),
        links: entries.flatMap(({ link }) => link?.href ?? []),
        cookies: cookies.title,
      }
      builds += 1
      writeBuild(to, `v${builds}`)
      writeFileSync(join(to, 'shown.json'), JSON.stringify(shown))
      writeContentRecord(to, site, origin)
      return { ok: true }
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      return { ok: false, cause: 'failed', fault: error.fault }
    }
  }

  const clearStatus = () =>
    client.createOrReplace({ _id: 'site.publishing', _type: 'sitePublishing', state: 'none' })

  /** The report of the finished publication for staff. */
  const ended = () =>
    until(async () => {
      const status = await client.getDocument<Status>('site.publishing')
      return status && ['live', 'failed'].includes(status.state) && status
    })

  /** Starts the site's publishing, and waits for its first report. */
  async function start(): Promise<void> {
    await clearStatus()
    publishing = openPublishing({
      env: {
        webhookSecret: 'a-secret',
        writeToken: TEST_TOKEN,
        deployHookUrl: undefined,
        releasesDir: releasesDir(),
        dataDir: folder,
      },
      buildDir: join(folder, 'first'),
      content: { projectId: 'halyard0', dataset: 'production', apiHost: lake.lake.origin },
      source: {},
      logger: createLogger('silent'),
      build: readerBuild,
    })
    publishing.start(() => undefined)
    await ended()
  }

  /** Requests a build, waits for its end, and returns its report for staff. */
  async function publish(): Promise<Status> {
    await clearStatus()
    publishing.request()
    return await ended()
  }

  beforeEach(async () => {
    lake = await startTestLake()
    client = clientFor(lake.lake.origin, TEST_TOKEN)
    await client
      .transaction()
      .create(NEWS_PAGE)
      .create(cookiePolicy('policy-cookies'))
      .create(newsEntry('alpha'))
      .create(newsEntry('beta'))
      .commit()
    folder = siteFolder()
    builds = 0
    await start()
    await publish()
  })
  afterEach(async () => {
    await publishing.stop()
    removeFolder(folder)
    await lake.stop()
  })

  const liveDir = () => publishing.live.current.dir
  return {
    get client() {
      return client
    },
    publish,
    ended,
    start,
    stop: () => publishing.stop(),
    liveDir,
    releasesDir,
    goodContent: () => join(releasesDir(), GOOD_CONTENT_FILE),
    shown: () => JSON.parse(readFileSync(join(liveDir(), 'shown.json'), 'utf8')) as Shown,
    /** Hosted Sanity lets an editor do this; our lake refuses it. */
    deleteAsHosted(id: string): void {
      lake.lake.store.commit([{ kind: 'delete', target: { id } }], {
        author: 'editor',
        now: new Date(),
        mutations: [],
      })
    },
  }
}
