import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFor, signedIn, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake
let operator: SanityClient
let cookie: string

const SUPPORT = { _id: 'page-support', _type: 'page', path: '/support-us', title: 'Support us' }
const COOKIES = { _id: 'policy-cookies', _type: 'policy', slug: { current: 'cookies' } }
const HOME = { _id: 'homePage', _type: 'homePage', heroTitle: 'Hello' }

beforeAll(async () => {
  running = await startTestLake()
  operator = clientFor(running.lake.origin, TEST_TOKEN)
  await operator.transaction().create(SUPPORT).create(COOKIES).create(HOME).commit()
  cookie = await signedIn(running.lake.origin, 'editor')
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

/** A request of a signed-in editor, from a script or from the Studio. */
async function asEditor(endpoint: 'mutate' | 'actions', body: object) {
  const { origin } = running.lake
  const response = await fetch(`${origin}/v2026-11-01/data/${endpoint}/production`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { error } = (await response.json()) as { error?: { description: string } }
  return { status: response.status, sentence: error?.description }
}
const mutation = (one: object) => asEditor('mutate', { mutations: [one] })
const action = (actionType: string, publishedId: string, more: object = {}) =>
  asEditor('actions', {
    actions: [
      {
        actionType: `sanity.action.document.${actionType}`,
        publishedId,
        draftId: `drafts.${publishedId}`,
        ...more,
      },
    ],
  })

const REMOVED = /has a fixed place on the website, so it cannot be deleted or unpublished/
const MOVED = /has a fixed place on the website, so its address cannot be changed/

describe('an editor’s change of a document that the program needs', () => {
  it.each([
    ['delete by id', { delete: { id: 'homePage' } }, REMOVED],
    ['delete by a query', { delete: { query: '*[_type == "policy"]' } }, REMOVED],
    ['patch the path', { patch: { id: 'page-support', set: { path: '/support' } } }, MOVED],
    ['remove the path', { patch: { id: 'page-support', unset: ['path'] } }, MOVED],
    ['patch the slug', { patch: { id: 'policy-cookies', set: { 'slug.current': 'x' } } }, MOVED],
    ['replace the document', { createOrReplace: { ...SUPPORT, path: '/support' } }, MOVED],
    ['change the type', { createOrReplace: { ...HOME, _type: 'note' } }, MOVED],
    ['publish a second one', { create: { ...SUPPORT, _id: 'page-copy' } }, /exists already/],
  ])('CMS-06 by a mutation: %s', async (_, one, sentence) => {
    const answer = await mutation(one)
    expect(answer).toEqual({ status: 403, sentence: expect.stringMatching(sentence) })
  })

  it('CMS-06 is refused for the Studio’s actions: unpublish, delete, publish with another address', async () => {
    expect(await action('unpublish', 'homePage')).toMatchObject({ status: 403 })
    expect(await action('delete', 'policy-cookies')).toMatchObject({ status: 403 })
    await operator.create({ ...SUPPORT, _id: 'drafts.page-support', path: '/support' })
    expect(await action('publish', 'page-support')).toMatchObject({
      status: 403,
      sentence: expect.stringMatching(MOVED),
    })
    expect(await action('discard', 'page-support')).toMatchObject({ status: 200 })
  })

  it('CMS-06 stores nothing of a refused request', async () => {
    const mutations = [
      { patch: { id: 'page-support', set: { title: 'Changed' } } },
      { delete: { id: 'homePage' } },
    ]
    expect(await asEditor('mutate', { mutations })).toMatchObject({ status: 403 })
    expect(await operator.getDocument('page-support')).toMatchObject(SUPPORT)
    expect(await operator.getDocument('homePage')).toMatchObject(HOME)
  })

  it('CMS-06 is accepted for its text; other pages and policies can be added and removed', async () => {
    const title = { patch: { id: 'page-support', set: { title: 'Support our work' } } }
    expect(await mutation(title)).toMatchObject({ status: 200 })
    const other = { _id: 'page-other', _type: 'page', path: '/our-history' }
    expect(await mutation({ create: other })).toMatchObject({ status: 200 })
    const moved = { patch: { id: 'page-other', set: { path: '/history' } } }
    expect(await mutation(moved)).toMatchObject({ status: 200 })
    expect(await mutation({ delete: { id: 'page-other' } })).toMatchObject({ status: 200 })
  })
})

describe('the access token', () => {
  it('CMS-06 can replace a fixed document, as an import does', async () => {
    await operator.createOrReplace({ ...SUPPORT, path: '/support' })
    expect(await operator.getDocument('page-support')).toMatchObject({ path: '/support' })
    await operator.createOrReplace(SUPPORT)
  })

  it('CMS-06 cannot delete it or change its address, and the client’s message contains the text once', async () => {
    await expect(operator.delete('policy-cookies')).rejects.toThrow(
      /^The page \/cookies has a fixed place on the website, so it cannot be deleted or unpublished\. Change its text instead\.$/,
    )
    const moved = operator.patch('page-support').set({ path: '/support' }).commit()
    await expect(moved).rejects.toMatchObject({ statusCode: 403 })
  })
})
