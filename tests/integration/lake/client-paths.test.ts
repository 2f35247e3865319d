import type { SanityClient } from '@sanity/client'
import { Mutation } from '@sanity/mutator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake
let client: SanityClient

beforeAll(async () => {
  running = await startTestLake()
  client = clientFor(running.lake.origin, TEST_TOKEN)
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

const document = {
  _id: 'a',
  _type: 'note',
  tags: [
    { _key: 'x', n: 1, parts: ['p'], 'odd[*]': 1 },
    { _key: 'y', n: 2, parts: ['q', 'r', 's'] },
  ],
  names: ['one', 'two'],
}

describe('CMS-03 patches of every item with [*] by the unmodified client', () => {
  it('CMS-03 work with each operation', async () => {
    await client.createOrReplace(document)
    const patched = await client
      .patch('a')
      .set({ 'tags[*].seen': true, 'names[*]': 'same' })
      .inc({ 'tags[*].n': 10 })
      .setIfMissing({ 'tags[*].more': 'm' })
      .unset(['tags[*].parts[*]'])
      .commit()
    expect(patched).toMatchObject({
      names: ['same', 'same'],
      tags: [
        { _key: 'x', n: 11, seen: true, more: 'm', parts: [] },
        { _key: 'y', n: 12, seen: true, more: 'm', parts: [] },
      ],
    })
    expect((await client.patch('a').unset(['tags[*]']).commit())['tags']).toEqual([])
  })

  it('CMS-03 work in nested arrays of different lengths', async () => {
    await client.createOrReplace(document)
    const patched = await client.patch('a').set({ 'tags[*].parts[*]': 'z' }).commit()
    expect(patched['tags'].map(({ parts }: { parts: string[] }) => parts)).toEqual([
      ['z'],
      ['z', 'z', 'z'],
    ])
  })

  it('CMS-03 change nothing without an array; brackets in quoted text are not steps', async () => {
    await client.createOrReplace({ _id: 'b', _type: 'note', title: 'T' })
    const same = await client
      .patch('b')
      .set({ 'tags[*].n': 1 })
      .setIfMissing({ 'other[*]': 1 })
      .commit()
    expect(same).toMatchObject({ title: 'T' })
    expect(Object.keys(same)).not.toContain('other')
    await client.createOrReplace({ ...document, tags: [{ _key: '[*]', n: 1 }] })
    const quoted = await client.patch('a').set({ 'tags[_key=="[*]"].n': 5 }).commit()
    expect(quoted['tags']).toEqual([{ _key: '[*]', n: 5 }])
  })

  it('CMS-03 are refused for an empty step, and for an insertion at several places', async () => {
    await client.createOrReplace(document)
    const refused = (message: string) => ({
      statusCode: 400,
      message: expect.stringContaining(message),
    })
    const empty = client.patch('a').set({ 'tags[].n': 9 }).commit()
    await expect(empty).rejects.toMatchObject(refused('every item is [*]'))
    const many = client
      .patch('a')
      .insert('after', 'tags[*]', [{ _key: 'z' }])
      .commit()
    await expect(many).rejects.toMatchObject(refused('needs one place'))
  })
})

describe('CMS-03 the events that the unmodified client receives', () => {
  it('CMS-03 omit the result, and contain mutations that the client can apply', async () => {
    await client.createOrReplace(document)
    const options = { includeResult: false, includePreviousRevision: false } as const
    const heard = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const events = ['welcome', 'mutation'] as const
      const listening = client.listen('*[_id == "a"]', {}, { ...options, events: [...events] })
      const subscription = listening.subscribe({
        error: reject,
        next(event) {
          if (event.type === 'welcome')
            void client.patch('a').set({ 'tags[*].n': 7 }).commit().catch(reject)
          if (event.type !== 'mutation') return
          subscription.unsubscribe()
          resolve({ ...event })
        },
      })
    })
    expect(Object.keys(heard)).not.toContain('result')
    expect(Object.keys(heard)).not.toContain('previous')
    expect(heard).toMatchObject({ transition: 'update', documentId: 'a' })
    const mutation = new Mutation({ mutations: heard['mutations'] as never })
    expect(mutation.apply(structuredClone(document))).toMatchObject({ tags: [{ n: 7 }, { n: 7 }] })
  })

  it('CMS-03 omit the mutations and contain the previous revision on request', async () => {
    await client.createOrReplace({ _id: 'c', _type: 'note', n: 1 })
    const heard = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const options = {
        includeMutations: false,
        includePreviousRevision: true,
        events: ['welcome' as const, 'mutation' as const],
      }
      const subscription = client.listen('*[_id == "c"]', {}, options).subscribe({
        error: reject,
        next(event) {
          if (event.type === 'welcome') void client.patch('c').set({ n: 2 }).commit().catch(reject)
          if (event.type !== 'mutation') return
          subscription.unsubscribe()
          resolve({ ...event })
        },
      })
    })
    expect(heard).toMatchObject({ previous: { n: 1 }, result: { n: 2 } })
    expect(Object.keys(heard)).not.toContain('mutations')
  })
})
