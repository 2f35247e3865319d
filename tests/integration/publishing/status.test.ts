import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../lake/test-lake.ts'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './a-site.ts'

type Status = { state: string; at: string; message?: string }

let lake: TestLake
let folder: string
let site: Site
let client: SanityClient

beforeEach(async () => {
  lake = await startTestLake()
  client = clientFor(lake.lake.origin, TEST_TOKEN)
  folder = siteFolder()
  site = await startSite(folder, { HURRY: '20', LAKE: lake.lake.origin, LAKE_TOKEN: TEST_TOKEN })
})
afterEach(async () => {
  await site.kill()
  removeFolder(folder)
  await lake.stop()
})

const told = (state: string) =>
  until(async () => {
    const status = await client.getDocument<Status>('site.publishing')
    return status?.state === state && status
  })

it('CMS-04 staff see that it is live, and why it is not, in words they can act on', async () => {
  await told('live')
  setContent(folder, { version: '1', fault: 'content' })
  await site.notify()
  const failed = await told('failed')
  expect(failed.message).toBe(
    'The content is incomplete: news-x.title must be a text. Please fill it in the Studio. The site still shows the version before.',
  )
  expect(Math.abs(Date.parse(failed.at) - Date.now())).toBeLessThan(60_000)
  await site.publish('2')
  expect((await told('live')).message).toBeUndefined()
})

it('CMS-04 while it is made staff see that, and the public sees none of it', async () => {
  setContent(folder, { version: '1', fault: 'hangs' })
  await site.notify()
  await told('building')
  const anonymous = clientFor(lake.lake.origin)
  expect(await anonymous.fetch('*[_type == "sitePublishing"]')).toEqual([])
})

it('CMS-04 a lake that cannot be written stops no publication', async () => {
  await site.kill()
  site = await startSite(folder, { HURRY: '20', LAKE_TOKEN: TEST_TOKEN })
  await site.publish('1')
  await until(() => /staff cannot be told/.test(site.log()))
  expect(await site.shown()).toBe('1')
})
