import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rollBack } from '#content/server/publishing/releases/operations.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../../lake/test-lake.ts'
import { cachingClient } from './caching-client.ts'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './start-site.ts'

type Status = { state: string; at: string; seenAt: string; message?: string; fault?: object }
type Release = { documents: { id: string; rev?: string; path?: string; because?: string }[] }

let lake: TestLake
let folder: string
let site: Site
let client: SanityClient

const environment = () => ({
  TIMER_SPEED: '20',
  LAKE: lake.lake.origin,
  LAKE_TOKEN: TEST_TOKEN,
})

beforeEach(async () => {
  lake = await startTestLake()
  client = clientFor(lake.lake.origin, TEST_TOKEN)
  folder = siteFolder()
  site = await startSite(folder, environment())
})
afterEach(async () => {
  await site.kill()
  removeFolder(folder)
  await lake.stop()
})

const waitForState = (state: string) =>
  until(async () => {
    const status = await client.getDocument<Status>('site.publishing')
    return status?.state === state && status
  })

it('CMS-04 the status says that the site is live, and which field made a build fail', async () => {
  await waitForState('live')
  setContent(folder, { version: '1', fault: 'content' })
  await site.notify()
  const failed = await waitForState('failed')
  expect(failed.message).toBe(
    'The document news-x: Title is missing. The website still shows the previous version.',
  )
  expect(failed.fault).toEqual({ document: 'news-x', field: 'title', problem: 'missing' })
  expect(Math.abs(Date.parse(failed.at) - Date.now())).toBeLessThan(60_000)
  await site.publish('2')
  expect(await waitForState('live')).not.toHaveProperty(['message'])
  expect(await waitForState('live')).not.toHaveProperty(['fault'])
})

it('CMS-04 the status says that a build is running; the public cannot read it', async () => {
  setContent(folder, { version: '1', fault: 'hangs' })
  await site.notify()
  await waitForState('building')
  const anonymous = clientFor(lake.lake.origin)
  expect(await anonymous.fetch('*[_type == "sitePublishing"]')).toEqual([])
})

const ENTRY = {
  _id: 'news-missed',
  _type: 'newsArticle',
  title: 'Published without a webhook',
  slug: { _type: 'slug', current: 'missed' },
}
const recorded = async () => (await client.getDocument<Release>('site.release'))?.documents

it('CMS-09 a webhook that was missed is caught up within ten minutes, and the record names the revision', async () => {
  await waitForState('live')
  setContent(folder, { version: '1' })
  const { _rev } = await client.create(ENTRY)
  // The timers are shortened.
  await site.kill()
  site = await startSite(folder, { ...environment(), TIMER_SPEED: '600' })
  await until(async () => (await site.shown()) === '1')
  const entry = await until(async () => (await recorded())?.[0])
  expect(entry).toMatchObject({ id: 'news-missed', rev: _rev, path: '/news/missed' })
  setContent(folder, { version: '2' })
  await client.delete('news-missed')
  await until(async () => (await site.shown()) === '2')
  await until(async () => (await recorded())?.length === 0)
  await waitForState('live')
})

it('CMS-09 after a start the state is live only once the release has been compared with the content', async () => {
  await waitForState('live')
  await site.kill()
  await client.delete('site.publishing')
  await client.create(ENTRY)
  setContent(folder, { version: '1', fault: 'hangs' })
  site = await startSite(folder, environment())
  await waitForState('building')
  const history = (await client.getDocument<Status>('site.publishing'))?.state
  expect(history).toBe('building')
})

it('CMS-09 a build of faulty content is requested once, and a rollback is not undone', async () => {
  await waitForState('live')
  await site.publish('1')
  await client.create(ENTRY)
  await site.publish('2')
  rollBack(join(folder, 'releases'))
  await until(async () => (await site.shown()) === '1')
  setContent(folder, { version: '3', fault: 'content' })
  await site.kill()
  site = await startSite(folder, { ...environment(), TIMER_SPEED: '2000' })
  await waitForState('live')
  const seenAt = async () => (await client.getDocument<Status>('site.publishing'))?.seenAt
  const first = await seenAt()
  await until(async () => (await seenAt()) !== first)
  expect(await site.shown()).toBe('1')
  await client.create({ ...ENTRY, _id: 'news-other' })
  await waitForState('failed')
  const before = await seenAt()
  await until(async () => (await seenAt()) !== before)
  expect(site.log().match(/"msg":"build started"/g)).toHaveLength(3)
})

const moved = (path: string) =>
  site.get(path).then(({ status, headers }) => [status, headers.location])

it('CMS-07 a changed address answers 301 from the moment of the switch, and editors find the redirect', async () => {
  await waitForState('live')
  await client.create(ENTRY)
  await site.publish('1')
  await client
    .patch(ENTRY._id)
    .set({ slug: { _type: 'slug', current: 'new' } })
    .commit()
  await site.publish('2')
  const visitor = cachingClient(site.get)
  expect(await visitor('/news/missed')).toBe('/news/new')
  expect(await moved('/news/missed?from=mail')).toEqual([301, '/news/new?from=mail'])
  const stored = await until(
    async () =>
      (
        await client.fetch<{ from: string; to: string }[]>(
          '*[_type == "redirect"]{from, "to": target._ref}',
        )
      )[0],
  )
  expect(stored).toEqual({ from: '/news/missed', to: ENTRY._id })
  // A second change: both old addresses lead to the new one in one step.
  await client
    .patch(ENTRY._id)
    .set({ slug: { _type: 'slug', current: 'newest' } })
    .commit()
  await site.publish('3')
  expect(await moved('/news/missed')).toEqual([301, '/news/newest'])
  expect(await moved('/news/new')).toEqual([301, '/news/newest'])
  expect([await visitor('/news/missed'), await visitor('/news/new')]).toEqual([
    '/news/newest',
    '/news/newest',
  ])
  // Back to the first address: no loop, and the page wins over its redirect.
  await client
    .patch(ENTRY._id)
    .set({ slug: { _type: 'slug', current: 'missed' } })
    .commit()
  await site.publish('4')
  expect(await moved('/news/new')).toEqual([301, '/news/missed'])
  expect((await moved('/news/missed'))[0]).not.toBe(301)
  // No browser and no proxy that keeps what it may keep sends visitors in a circle.
  for (const path of ['/news/missed', '/news/new', '/news/newest'])
    expect(await visitor(path)).toBe('/news/missed')
})

it('CMS-07 a former address is stored later when the lake cannot be reached', async () => {
  await waitForState('live')
  await client.create(ENTRY)
  await site.publish('1')
  await site.kill()
  site = await startSite(folder, { ...environment(), LAKE_TOKEN: '' })
  await client
    .patch(ENTRY._id)
    .set({ slug: { _type: 'slug', current: 'new' } })
    .commit()
  await site.publish('2')
  await site.publish('3')
  expect(await moved('/news/missed')).toEqual([301, '/news/new'])
  expect(await client.fetch('count(*[_type == "redirect"])')).toBe(0)
  await site.kill()
  site = await startSite(folder, environment())
  await until(async () => (await client.fetch<number>('count(*[_type == "redirect"])')) === 1)
})

it('CMS-08 a document appears and disappears at its times, and a moment missed while the site was down is caught up', async () => {
  await waitForState('live')
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
  await client.create({ ...ENTRY, publishAt: inMs(4_000) })
  await site.publish('1')
  const because = async () => (await recorded())?.[0]?.because
  expect(await until(because)).toBe('scheduled')
  setContent(folder, { version: '2' })
  await until(async () => (await site.shown()) === '2')
  await until(async () => (await because()) === undefined)
  await client
    .patch(ENTRY._id)
    .set({ unpublishAt: inMs(4_000) })
    .commit()
  await site.publish('3')
  await site.kill()
  setContent(folder, { version: '4' })
  const end = (await client.getDocument<{ unpublishAt: string }>(ENTRY._id))?.unpublishAt ?? ''
  await until(() => Date.now() > Date.parse(end))
  site = await startSite(folder, environment())
  await until(async () => (await site.shown()) === '4')
  await until(async () => (await because()) === 'ended')
})

it('CMS-04 publishes even when the status cannot be written', async () => {
  await site.kill()
  site = await startSite(folder, { TIMER_SPEED: '20', LAKE_TOKEN: TEST_TOKEN })
  await site.publish('1')
  await until(() => /the publishing status could not be written/.test(site.log()))
  expect(await site.shown()).toBe('1')
})
