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
            void client.patch('a').set({ 'tags[0].n': 7 }).commit().catch(reject)
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
    expect(mutation.apply(structuredClone(document))).toMatchObject({ tags: [{ n: 7 }, { n: 2 }] })
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
