import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake
let client: SanityClient

beforeAll(async () => {
  running = await startTestLake()
  client = clientFor(running.lake.origin, TEST_TOKEN)
})
beforeEach(async () => {
  await client.delete({ query: '*[!(_type match "sanity.*")]' })
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

describe('CMS-03 the unmodified client reads', () => {
  it('CMS-03 runs a query with parameters and dereferences', async () => {
    await client.create({ _id: 'ada', _type: 'person', name: 'Ada' })
    await client.create({
      _id: 'note',
      _type: 'note',
      author: { _type: 'reference', _ref: 'ada' },
      likes: 3,
    })
    const query = '*[_type == $type && likes > $likes]{likes, "author": author->name}'
    expect(await client.fetch(query, { type: 'note', likes: 2 })).toEqual([
      { likes: 3, author: 'Ada' },
    ])
  })

  it('CMS-03 runs a long query, which the client sends as a body', async () => {
    await client.create({ _id: 'a', _type: 'note' })
    const ids = Array.from({ length: 2000 }, (_, n) => `id-${n}`)
    expect(await client.fetch('count(*[!(_id in $ids)])', { ids })).toBe(1)
  })

  it('CMS-03 hides drafts in `published` and overlays them in `drafts`', async () => {
    await client.create({ _id: 'a', _type: 'note', title: 'old' })
    await client.create({ _id: 'drafts.a', _type: 'note', title: 'new' })
    await client.create({ _id: 'drafts.b', _type: 'note', title: 'only a draft' })
    const titles = (perspective: 'raw' | 'published' | 'drafts') =>
      client.fetch('*[_type == "note"] | order(_id, title).title', {}, { perspective })
    expect(await titles('raw')).toEqual(['old', 'new', 'only a draft'])
    expect(await titles('published')).toEqual(['old'])
    expect(await titles('drafts')).toEqual(['new', 'only a draft'])
  })

  it('CMS-03 accepts parameters of every type, and returns null for no document', async () => {
    const title = 'Ä “quoted” & <b> \\ 👋'
    await client.create({ _id: 'a', _type: 'note', title, n: 2, on: true, at: { deep: ['x'] } })
    const conditions = 'title == $title && n in $numbers && on == $on && at.deep[0] == $at.deep[0]'
    const params = { title, numbers: [1, 2], on: true, at: { deep: ['x'] }, none: null }
    expect(await client.fetch(`*[${conditions}][0]._id`, params)).toBe('a')
    expect(await client.fetch('*[_id == $none][0]', params)).toBeNull()
  })

  it('CMS-03 overlays several layers in the given order', async () => {
    await client.create({ _id: 'a', _type: 'note', title: 'published' })
    await client.create({ _id: 'drafts.a', _type: 'note', title: 'draft' })
    await client.create({ _id: 'versions.summer.a', _type: 'note', title: 'summer' })
    const titleIn = (perspective: string[]) =>
      client.fetch('*[_id == "a"][0].title', {}, { perspective })
    expect(await titleIn(['summer', 'drafts'])).toBe('summer')
    expect(await titleIn(['drafts', 'summer'])).toBe('draft')
    expect(await titleIn(['published'])).toBe('published')
    expect(await client.fetch('*[_id == "a"][0]._originalId', {}, { perspective: 'drafts' })).toBe(
      'drafts.a',
    )
  })

  it('CMS-03 returns documents by id', async () => {
    await client.create({ _id: 'a', _type: 'note', title: 'A' })
    expect(await client.getDocument('a')).toMatchObject({ title: 'A' })
    expect(await client.getDocument('missing')).toBeUndefined()
    expect(await client.getDocuments(['missing', 'a'])).toMatchObject([null, { _id: 'a' }])
  })

  it('CMS-03 returns project, dataset and current user', async () => {
    expect(await client.datasets.list()).toMatchObject([{ name: 'production' }])
    expect(await client.projects.getById('halyard0')).toMatchObject({ id: 'halyard0' })
    expect(await client.users.getById('me')).toMatchObject({ role: 'administrator' })
  })
})

describe('CMS-03 the unmodified client writes', () => {
  it('CMS-03 creates, creates if missing and replaces', async () => {
    await client.create({ _id: 'a', _type: 'note', title: 'first' })
    await expect(client.create({ _id: 'a', _type: 'note' })).rejects.toThrow(/already exists/)
    await client.createIfNotExists({ _id: 'a', _type: 'note', title: 'ignored' })
    expect(await client.getDocument('a')).toMatchObject({ title: 'first' })
    await client.createOrReplace({ _id: 'a', _type: 'note', title: 'second' })
    expect(await client.getDocument('a')).toMatchObject({ title: 'second' })
  })

  it('CMS-03 patches by id with every patch operation', async () => {
    await client.create({ _id: 'a', _type: 'note', tags: [{ _key: 'x', n: 1 }], gone: 1, likes: 1 })
    const patched = await client
      .patch('a')
      .set({ 'tags[_key=="x"].n': 2 })
      .setIfMissing({ title: 'T' })
      .unset(['gone'])
      .inc({ likes: 4 })
      .append('tags', [{ n: 3 }])
      .commit({ autoGenerateArrayKeys: true })
    expect(patched).toMatchObject({ title: 'T', likes: 5, tags: [{ _key: 'x', n: 2 }, { n: 3 }] })
    expect(patched).not.toHaveProperty('gone')
    expect(patched['tags'][1]._key).toMatch(/^[0-9a-f]{12}$/)
  })

  it('CMS-03 patches strings and arrays with every operation of the client', async () => {
    const list = ['b', 'c', 'd'].map((_key) => ({ _key }))
    await client.create({ _id: 'a', _type: 'note', text: 'one two', n: 5, list })
    const patched = await client
      .patch('a')
      .diffMatchPatch({ text: '@@ -1,7 +1,9 @@\n one \n+a \n two\n' })
      .dec({ n: 2 })
      .prepend('list', [{ _key: 'a' }])
      .commit()
    expect(patched).toMatchObject({ text: 'one a two', n: 3 })
    const inserted = await client
      .patch('a', { insert: { after: 'list[_key=="c"]', items: [{ _key: 'c2' }] } })
      .commit()
    expect(inserted['list'].map(({ _key }: { _key: string }) => _key)).toEqual([
      ...['a', 'b', 'c', 'c2', 'd'],
    ])
    const replaced = await client
      .patch('a')
      .splice('list', 0, 3, [{ _key: 'z' }])
      .commit()
    expect(replaced['list']).toEqual([{ _key: 'z' }, { _key: 'c2' }, { _key: 'd' }])
  })

  it('CMS-03 deletes by id and by query, and returns the deleted ids', async () => {
    for (const id of ['a', 'b', 'c']) await client.create({ _id: id, _type: 'note' })
    expect(await client.delete('a')).toMatchObject({ documentIds: ['a'] })
    const rest = { query: '*[_type == $type]', params: { type: 'note' } }
    expect(await client.delete(rest)).toMatchObject({ documentIds: ['b', 'c'] })
    expect((await client.delete('a')).results).toMatchObject([{ id: 'a', operation: 'none' }])
    expect(await client.fetch('count(*[_type == "note"])')).toBe(0)
  })

  it('CMS-03 patches all documents that a query matches', async () => {
    for (const id of ['a', 'b']) await client.create({ _id: id, _type: 'note', seen: false })
    await client
      .patch({ query: '*[_type == $type]', params: { type: 'note' } })
      .set({ seen: true })
      .commit({ returnFirst: false })
    expect(await client.fetch('count(*[seen])')).toBe(2)
  })

  it('CMS-03 refuses a patch for another revision or a missing document', async () => {
    const { _rev } = await client.create({ _id: 'a', _type: 'note' })
    await client.patch('a').ifRevisionId(_rev).set({ n: 1 }).commit()
    const late = client.patch('a').ifRevisionId(_rev).set({ n: 2 }).commit()
    await expect(late).rejects.toMatchObject({ statusCode: 409 })
    await expect(client.patch('none').set({ n: 1 }).commit()).rejects.toThrow(/not found/)
    expect(await client.getDocument('a')).toMatchObject({ n: 1 })
  })
})

describe('CMS-03 the unmodified client sends transactions', () => {
  it('CMS-03 applies a transaction completely or not at all', async () => {
    await client.create({ _id: 'a', _type: 'note', n: 1 })
    const failing = client
      .transaction()
      .patch('a', (patch) => patch.set({ n: 2 }))
      .create({ _id: 'b', _type: 'note' })
      .create({ _id: 'a', _type: 'note' })
      .commit()
    await expect(failing).rejects.toMatchObject({ statusCode: 409 })
    expect(await client.fetch('*[_type == "note"]{_id, n}')).toEqual([{ _id: 'a', n: 1 }])
  })

  it('CMS-03 sets the transaction id as revision, and refuses a repeated transaction id', async () => {
    const transaction = () =>
      client.transaction([{ createIfNotExists: { _id: 'a', _type: 'note' } }]).transactionId('tx-1')
    await transaction().commit()
    expect(await client.getDocument('a')).toMatchObject({ _rev: 'tx-1' })
    await expect(transaction().commit()).rejects.toMatchObject({ statusCode: 409 })
  })

  it('CMS-03 changes nothing on a dry run', async () => {
    const answer = await client.create({ _id: 'a', _type: 'note' }, { dryRun: true })
    expect(answer).toMatchObject({ _id: 'a' })
    expect(await client.getDocument('a')).toBeUndefined()
  })

  it('CMS-03 refuses a strong reference to a missing document and the deletion of a referenced one', async () => {
    const author = { _type: 'reference', _ref: 'ada' }
    const orphan = client.create({ _id: 'note', _type: 'note', author })
    await expect(orphan).rejects.toThrow(/non-existent/)
    await client.create({ _id: 'ada', _type: 'person' })
    await client.create({ _id: 'note', _type: 'note', author })
    await expect(client.delete('ada')).rejects.toThrow(/references to it from "note"/)
    await client.transaction().delete('ada').delete('note').commit()
    expect(await client.fetch('count(*)')).toBe(0)
  })
})
