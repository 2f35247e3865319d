import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { listNews, type NewsEntry } from '#content/read/news.ts'
import { getPolicy } from '#content/read/policies.ts'
import { withReading } from '#content/read/reading.ts'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import { publishedFaultSentence } from '#content/rules/content-fault-text.ts'
import { siteLinks } from '#content/rules/site-links.ts'
import {
  answerWithCopies,
  copyGoodAssets,
  lostAssets,
} from '#content/server/publishing/content/good-assets.ts'
import {
  keepGoodContent,
  readGoodContent,
  writeContentRecord,
} from '#content/server/publishing/content/good-content.ts'
import { readLeftAddresses } from '#content/server/publishing/releases/redirects.ts'
import { prepareContent } from '../../../../integrations/prepare-content.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../../lake/test-lake.ts'
import { removeFolder, siteFolder } from './start-site.ts'

/** What a build has made of the news. */
export type Built = {
  news: NewsEntry[]
  /** The pictures of the entries, by their titles. */
  pictures: Map<string, Buffer>
  faults: readonly PublishedFault[]
  /** The faults as staff read them. */
  sentences: string[]
  /** How many pictures and files have no copy afterwards. */
  uncopied: number
}

/** Builds of a test lake with the news and a policy: all that Astro's build does with the content, without pages. */
export type ContentBuilds = {
  lake: TestLake
  client: SanityClient
  releasesDir: string
  /** Builds, and takes the content over as that of the live release. */
  build(without?: 'findLost' | 'faults in links'): Promise<Built>
  stop(): Promise<void>
}

export const newsEntry = (name: string, more: object = {}) => ({
  _id: `news-${name}`,
  _type: 'newsArticle',
  title: name,
  slug: { current: name },
  publishedOn: '2026-11-01',
  ...more,
})

const span = { _type: 'span', _key: 's', text: 'One cookie.', marks: [] }

export const cookiePolicy = (id: string) => ({
  _id: id,
  _type: 'policy',
  slug: { current: 'cookies' },
  title: 'Cookies',
  description: 'One cookie',
  lastUpdated: '2026-11-01',
  body: [{ _type: 'block', _key: 'b', children: [span] }],
})

const FIXED = [
  { _id: 'newsPage', _type: 'newsPage', title: 'News', description: 'All', bannerText: 'Words' },
  cookiePolicy('policy-cookies'),
]

async function picturesOf(news: readonly NewsEntry[]): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const { title, image } of news) {
    if (image === undefined) continue
    const answer = await fetch(image.src)
    if (!answer.ok) throw new Error(`The picture of ${title} answers ${answer.status}`)
    pictures.set(title, Buffer.from(await answer.arrayBuffer()))
  }
  return pictures
}

/** Starts a lake with the documents that the news need. */
export async function startContentBuilds(): Promise<ContentBuilds> {
  const lake = await startTestLake()
  const client = clientFor(lake.lake.origin, TEST_TOKEN)
  const folder = siteFolder()
  const releasesDir = join(folder, 'releases')
  const apiHost = lake.lake.origin
  await client.mutate(FIXED.map((document) => ({ create: document })) as never)
  const content = { projectId: 'halyard0', dataset: 'production', apiHost }
  const readAll = async () => [await listNews(), await getPolicy('cookies')]
  let builds = 0
  return {
    lake,
    client,
    releasesDir,
    async build(without) {
      const site = await prepareContent({
        content,
        at: new Date(),
        readAll,
        kept: readGoodContent(releasesDir, apiHost),
        left: readLeftAddresses(releasesDir),
        ...(without !== 'findLost' && {
          findLost: (addresses) => lostAssets(content, releasesDir, addresses),
        }),
      })
      // The control: links that only the published documents decide.
      const { before: documents, redirects } = site
      const links = siteLinks({ documents, redirects, explainerPath: undefined })
      const reading =
        without === 'faults in links' ? { ...site.reading, parts: new Map(), links } : site.reading
      const stopCopies = answerWithCopies(site.copies)
      try {
        const news = await withReading(reading, listNews)
        const pictures = await picturesOf(news)
        builds += 1
        const dir = join(folder, `build-${builds}`)
        mkdirSync(dir)
        writeContentRecord(dir, site, apiHost)
        keepGoodContent(releasesDir, dir)
        const good = readGoodContent(releasesDir, apiHost)
        const stop = new AbortController().signal
        const uncopied = await copyGoodAssets(releasesDir, good, {
          apiHost,
          stop,
          intact: new Set(),
        })
        const sentences = site.faults.map((fault) => publishedFaultSentence(fault))
        return { news, pictures, faults: site.faults, sentences, uncopied }
      } finally {
        stopCopies()
      }
    },
    async stop() {
      removeFolder(folder)
      await lake.stop()
    },
  }
}
