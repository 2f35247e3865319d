import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../lake/test-lake.ts'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './start-site.ts'

type Status = { state: string; at: string; message?: string; fault?: object }

let lake: TestLake
let folder: string
let site: Site
let client: SanityClient

beforeEach(async () => {
  lake = await startTestLake()
  client = clientFor(lake.lake.origin, TEST_TOKEN)
  folder = siteFolder()
  site = await startSite(folder, {
    TIMER_SPEED: '20',
    LAKE: lake.lake.origin,
    LAKE_TOKEN: TEST_TOKEN,
  })
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

it('CMS-04 publishes even when the status cannot be written', async () => {
  await site.kill()
  site = await startSite(folder, { TIMER_SPEED: '20', LAKE_TOKEN: TEST_TOKEN })
  await site.publish('1')
  await until(() => /the publishing status could not be written/.test(site.log()))
  expect(await site.shown()).toBe('1')
})
