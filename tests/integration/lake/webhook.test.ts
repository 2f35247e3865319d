import { rmSync } from 'node:fs'
import type { SanityClient } from '@sanity/client'
import { isValidSignature } from '@sanity/webhook'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliveryRecord } from '#local/lake/delivery-record.ts'
import { startWebhook, type WebhookOptions } from '#local/lake/webhook.ts'
import { startLakeProcess } from './lake-process.ts'
import { type ListeningSite, startListeningSite } from './listening-site.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

const SECRET = 'the-secret-of-lake-and-site'
const ends: (() => void)[] = []
let running: TestLake
let client: SanityClient
let site: ListeningSite

beforeEach(async () => {
  running = await startTestLake()
  client = clientFor(running.lake.origin, TEST_TOKEN)
  site = await startListeningSite()
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  site.close()
  await running.stop()
  expect(running.faults).toEqual([])
})

/** Starts the webhook; returns its record, the requested retry delays and the reported errors. */
function begin(more: Partial<WebhookOptions> = {}, known?: string) {
  const seen = {
    told: known,
    waits: [] as number[],
    reports: [] as unknown[],
    end: () => undefined,
  }
  const end = startWebhook(running.lake, {
    url: site.url,
    secret: SECRET,
    record: {
      read: () => seen.told,
      write: (revision) => {
        seen.told = revision
      },
    },
    report: (error) => seen.reports.push(error),
    wait: (milliseconds) => Promise.resolve(seen.waits.push(milliseconds)),
    ...more,
  })
  ends.push(end)
  return { seen, end }
}

const told = () => site.heard.map(({ body }) => JSON.parse(body) as Record<string, string>)
const ids = { draftId: 'drafts.a', publishedId: 'a' } as const

describe('the webhook', () => {
  it("CMS-01 is sent once for each publish, edit, unpublish and delete, with Sanity's signature", async () => {
    begin()
    await client.action({
      actionType: 'sanity.action.document.create',
      publishedId: 'a',
      attributes: { _id: 'drafts.a', _type: 'note', title: 'T' },
      ifExists: 'fail',
    })
    const { transactionId } = await client.action({
      actionType: 'sanity.action.document.publish',
      ...ids,
    })
    await site.hears(1)
    await client.patch('a').set({ title: 'U' }).commit()
    await site.hears(2)
    await client.action({ actionType: 'sanity.action.document.unpublish', ...ids })
    await site.hears(3)
    expect(told()).toEqual([
      { _id: 'a', _type: 'note', operation: 'create' },
      { _id: 'a', _type: 'note', operation: 'update' },
      { _id: 'a', _type: 'note', operation: 'delete' },
    ])
    const [first] = site.heard
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': `${transactionId}-a`,
      'sanity-project-id': 'halyard0',
      'sanity-dataset': 'production',
      'sanity-document-id': 'a',
      'sanity-operation': 'create',
      'sanity-transaction-id': transactionId,
    })
    const signature = String(first?.headers['sanity-webhook-signature'])
    expect(await isValidSignature(first?.body ?? '', signature, SECRET)).toBe(true)
    expect(await isValidSignature(`${first?.body} `, signature, SECRET)).toBe(false)
  })

  it('CMS-01 CMS-26 is sent once for each document of a transaction, and not for drafts, status, uploads or the text kept with one', async () => {
    const { seen } = begin()
    const revision = running.lake.store.publishedRevision
    await client.create({ _id: 'drafts.a', _type: 'note' })
    await client.create({ _id: 'versions.r1.a', _type: 'note' })
    await client.createOrReplace({ _id: 'site.publishing', _type: 'sitePublishing', state: 'live' })
    const upload = await client.assets.upload('file', Buffer.from('words'), { filename: 'a.txt' })
    await client.patch(upload._id).set({ altText: 'Words' }).commit()
    expect([running.lake.store.publishedRevision, seen.told]).toEqual([revision, revision])
    const both = client.transaction().create({ _id: 'a', _type: 'note' })
    await both
      .create({ _id: 'b', _type: 'note' })
      .create({ _id: 'drafts.b', _type: 'note' })
      .commit()
    await site.hears(2)
    await client.delete('a')
    await site.hears(3)
    expect(told().map(({ _id, operation }) => [_id, operation])).toEqual([
      ['a', 'create'],
      ['b', 'create'],
      ['a', 'delete'],
    ])
  })
})

describe('while the site is down', () => {
  it('CMS-01 retries with growing delays, then delivers in order, one notice per document', async () => {
    const waits: number[] = []
    const { promise: isUp, resolve: comesUp } = Promise.withResolvers<void>()
    const { seen } = begin({
      wait: async (milliseconds) => {
        waits.push(milliseconds)
        if (waits.length === 9) await isUp
      },
    })
    site.answerWith(503)
    const before = seen.told
    await client.create({ _id: 'a', _type: 'note' })
    await client.create({ _id: 'b', _type: 'note' })
    await client.create({ _id: 'c', _type: 'note' })
    await client.patch('b').set({ n: 1 }).commit()
    await client.delete('c')
    await site.hears(9)
    expect(seen.told).toBe(before)
    site.answerWith(202)
    comesUp()
    await site.hears(12)
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000))
    expect(seen.reports).toHaveLength(1)
    expect(told().slice(9)).toMatchObject([
      { _id: 'a', operation: 'create' },
      { _id: 'b', operation: 'create' },
      { _id: 'c', operation: 'delete' },
    ])
  })
})

describe('after a restart', () => {
  it('CMS-01 sends one notice for all undelivered changes, and none without a record', async () => {
    await client.create({ _id: 'a', _type: 'note' })
    const first = begin()
    expect(first.seen.told).toBe(running.lake.store.publishedRevision)
    first.end()
    for (const id of ['b', 'c', 'drafts.d']) await client.create({ _id: id, _type: 'note' })
    const { seen } = begin({}, first.seen.told)
    await site.hears(1)
    await client.delete('a')
    await site.hears(2)
    expect(told()).toEqual([
      { _id: 'c', _type: 'note', operation: 'update' },
      { _id: 'a', _type: 'note', operation: 'delete' },
    ])
    expect(seen.reports).toEqual([])
  })

  it("CMS-01 sends a notice if the site's build is older than the content", async () => {
    await client.create({ _id: 'a', _type: 'note' })
    begin({ builtRevision: 'an-older-one' })
    await site.hears(1)
    expect(told()).toEqual([{ _id: 'a', _type: 'note', operation: 'update' }])
  })

  it('CMS-01 delivers the notice at the next start after kill -9', async () => {
    const dir = temporaryFolder()
    const env = { LAKE_WEBHOOK_URL: site.url, LAKE_WEBHOOK_SECRET: SECRET }
    try {
      site.answerWith(503)
      const first = await startLakeProcess(dir, env)
      await first.client.create({ _id: 'a', _type: 'note' })
      await site.hears(1)
      await first.kill()
      site.answerWith(202)
      const second = await startLakeProcess(dir, env)
      await site.hears(2)
      expect(site.heard.map(({ status }) => status)).toEqual([503, 202])
      // The record is written after the site's response; another publication follows.
      const { _rev } = await second.client.create({ _id: 'drafts.a', _type: 'note' })
      expect(_rev).not.toBe(second.revision)
      await expect.poll(() => deliveryRecord(dir).read(), { timeout: 10_000 }).toBe(second.revision)
      await second.kill()
      const third = await startLakeProcess(dir, env)
      await third.kill()
      expect(site.heard).toHaveLength(2)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
