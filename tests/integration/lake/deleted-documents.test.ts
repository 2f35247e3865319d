import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listDeleted, restoreDeleted } from '../../../studio/deleted/deleted-documents.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

/** The Studio's functions for 'Recently deleted' with the real lake and the real client. */
let site: TestLake
let client: SanityClient

/** A second passes between two changes. */
let seconds = Date.parse('2026-11-20T09:00:00Z') / 1000
const now = () => {
  seconds += 1
  return new Date(seconds * 1000)
}

beforeAll(async () => {
  site = await startTestLake(temporaryFolder(), now)
  client = clientFor(site.lake.origin, TEST_TOKEN)
})

afterAll(async () => {
  await site.stop()
  expect(site.faults).toEqual([])
})

const news = (_id: string, more: object = {}) => ({
  _id,
  _type: 'newsArticle',
  title: _id,
  ...more,
})
const deletedIds = async () => (await listDeleted(client)).map(({ id }) => id)
const deleted = async (wanted: string) => {
  const found = (await listDeleted(client)).find(({ id }) => id === wanted)
  if (!found) throw new Error(`${wanted} is not listed`)
  return found
}

describe('deleted documents', () => {
  it('CMS-12 documents that are neither published nor drafts are listed, the last one first', async () => {
    await client.create(news('published-only'))
    await client.create(news('kept'))
    await client.create(news('drafts.draft-only'))
    await client.create(news('unpublished'))
    await client.transaction().delete('unpublished').create(news('drafts.unpublished')).commit()
    await client.delete('published-only')
    await client.delete('drafts.draft-only')
    expect(await deletedIds()).toEqual(['draft-only', 'published-only'])
  })

  it('CMS-12 pictures and system documents are left out', async () => {
    for (const [_id, _type] of [
      ['image-0', 'sanity.imageAsset'],
      ['drafts.preview', 'sanity.previewUrlSecret'],
      ['site.publishing', 'sitePublishing'],
    ] as const) {
      await client.create({ _id, _type })
      await client.delete(_id)
    }
    expect(await deletedIds()).toEqual(['draft-only', 'published-only'])
  })

  it('CMS-12 the last content is restored as a draft; the list shows who deleted it and when', async () => {
    await client.create(news('story', { title: 'First' }))
    await client.create(news('drafts.story', { title: 'Changed, never published' }))
    await client.transaction().delete('story').delete('drafts.story').commit()
    const found = await deleted('story')
    expect(found).toMatchObject({
      deletedBy: 'p-token',
      content: { title: 'Changed, never published' },
    })
    expect(await restoreDeleted(client, found)).toEqual([])
    expect(await client.getDocument('drafts.story')).toMatchObject({
      _type: 'newsArticle',
      title: 'Changed, never published',
    })
    expect(await client.getDocument('story')).toBeUndefined()
    expect(await deletedIds()).not.toContain('story')
  })

  it('CMS-12 the published content is restored when the draft is older', async () => {
    await client.create(news('drafts.once', { title: 'Old draft' }))
    await client.delete('drafts.once')
    await client.create(news('once', { title: 'Published later' }))
    await client.delete('once')
    expect((await deleted('once')).content['title']).toBe('Published later')
  })

  it('CMS-12 when a published document and its draft were saved together, the draft is restored', async () => {
    for (const order of [
      ['first', 'drafts.first'],
      ['drafts.second', 'second'],
    ] as const) {
      const both = client.transaction()
      for (const id of order) both.create(news(id, { title: id }))
      await both.commit()
      await client.transaction().delete(order[0]).delete(order[1]).commit()
    }
    expect((await deleted('first')).content['title']).toBe('drafts.first')
    expect((await deleted('second')).content['title']).toBe('drafts.second')
  })

  it('CMS-12 a document with missing references is not restored, and the missing ones are returned', async () => {
    await client.create({ _id: 'anna', _type: 'teamMember', name: 'Anna' })
    const link = { _type: 'reference', _ref: 'anna' }
    await client.create(news('about-anna', { person: link, again: [{ _key: 'a', ...link }] }))
    await client.delete('about-anna')
    await client.delete('anna')
    const found = await deleted('about-anna')
    expect(await restoreDeleted(client, found)).toEqual(['anna'])
    expect(await client.getDocument('drafts.about-anna')).toBeUndefined()

    await restoreDeleted(client, await deleted('anna'))
    // As in the Studio, a reference to a draft is broken until the draft is published.
    expect(await restoreDeleted(client, found)).toEqual(['anna'])
    await client.create({ _id: 'anna', _type: 'teamMember', name: 'Anna' })
    expect(await restoreDeleted(client, found)).toEqual([])
  })

  it('CMS-12 a document that was deleted several history pages ago is found', async () => {
    await client.create(news('long-ago'))
    await client.delete('long-ago')
    for (let count = 0; count < 8; count += 1)
      await client.createOrReplace({ _id: 'note', _type: 'note', count })
    const listed = await listDeleted(client, 4)
    expect(listed.map(({ id }) => id)).toContain('long-ago')
  })

  it('CMS-12 the website’s own reports are not in the history', async () => {
    await client.createOrReplace({ _id: 'last-change', _type: 'note' })
    for (const count of [1, 2, 3])
      await client.createOrReplace({ _id: 'site.publishing', _type: 'sitePublishing', count })
    const answer = await fetch(
      `${site.lake.origin}/v2026-11-01/data/history/production/transactions?reverse=true&excludeContent=true&limit=1`,
      { headers: { authorization: `Bearer ${TEST_TOKEN}` } },
    )
    expect(await answer.json()).toMatchObject({ documentIDs: ['last-change'] })
  })

  it('CMS-12 the history is read once for all documents of a request, and the website’s record is not parsed', async () => {
    await client.create(news('first-read', { title: 'One' }))
    await client.create(news('second-read', { title: 'Two' }))
    const documents = [{ _key: 'first-read', id: 'first-read', rev: '1' }]
    await client.createOrReplace({ _id: 'site.release', _type: 'siteRelease', documents })
    const history = vi.spyOn(site.lake.store, 'history')
    const parse = vi.spyOn(JSON, 'parse')
    const found = await client.request<{ documents: { _id: string; title: string }[] }>({
      uri: '/data/history/production/documents/first-read,second-read?lastRevision=true',
    })
    const parsed = parse.mock.calls.map(([text]) => text)
    const readings = history.mock.calls.length
    vi.restoreAllMocks()
    expect(found.documents.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(readings).toBe(1)
    expect(parsed.filter((text) => text.includes('siteRelease'))).toEqual([])
  })

  it('CMS-12 visitors, and requests for the content of all documents, are refused', async () => {
    const url = `${site.lake.origin}/v2026-11-01/data/history/production/transactions`
    const anonymous = await fetch(`${url}?reverse=true&excludeContent=true`)
    expect(anonymous.status).toBe(401)
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    expect((await fetch(url, { headers })).status).toBe(400)
  })
})
