import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GoodContent } from '#content/rules/content-read.ts'
import { approvalId, contentHash } from '#content/rules/health-text.ts'
import { checkApprovals } from '#content/server/publishing/content/approvals.ts'
import { SANITY_API_VERSION } from '#shared/content-lake.ts'
import {
  clientFor,
  signedIn,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
} from '../../lake/test-lake.ts'

const ID = 'info-a'
const DRAFT = `drafts.${ID}`
const text = (description: string) => ({ _id: ID, _type: 'infoArticle', title: 'A', description })

let lake: TestLake
beforeEach(async () => {
  lake = await startTestLake()
})
afterEach(async () => {
  expect(lake.faults).toEqual([])
  await lake.stop()
})

const client = () => clientFor(lake.lake.origin, TEST_TOKEN)

/** Stores what an editor does in the Studio, with their own session. */
async function as(role: 'editor' | 'second', path: 'mutate' | 'actions', body: object) {
  const { origin } = lake.lake
  const answer = await fetch(`${origin}/v${SANITY_API_VERSION}/data/${path}/production`, {
    method: 'POST',
    headers: { origin, cookie: await signedIn(origin, role), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

const writes = (role: 'editor' | 'second', description: string) =>
  as(role, 'mutate', {
    mutations: [{ createOrReplace: { ...text(description), _id: DRAFT } }],
  })
const publishes = (role: 'editor' | 'second') =>
  as(role, 'actions', {
    actions: [{ actionType: 'sanity.action.document.publish', draftId: DRAFT, publishedId: ID }],
  })
const approves = async (role: 'editor' | 'second') => {
  const published = (await client().getDocument(ID)) ?? {}
  const hash = await contentHash(published)
  const approval = { _id: approvalId(ID), _type: 'approval', hash, isHealthText: true }
  await as(role, 'mutate', { mutations: [{ createOrReplace: approval }] })
}

/** What a build refuses while visitors see the first version. */
async function refused(): Promise<object> {
  const kept: GoodContent = { infoArticle: { [ID]: { _id: ID, _rev: 'the-first' } } }
  const checked = await checkApprovals(client().withConfig({ perspective: 'published' }), kept)
  return Object.fromEntries(
    [...checked].flatMap(([id, { problem }]) => (problem === undefined ? [] : [[id, problem]])),
  )
}

it('CMS-22 a changed health text is shown once another person has approved it, whoever has published it', async () => {
  await writes('editor', 'First')
  await publishes('editor')
  expect(await refused()).toEqual({ [ID]: 'not-approved' })
  await approves('second')
  expect(await refused()).toEqual({})

  await writes('editor', 'Second')
  expect(await refused()).toEqual({})
  // Published by the person who then approves it.
  await publishes('second')
  expect(await refused()).toEqual({ [ID]: 'not-approved' })
  await approves('second')
  expect(await refused()).toEqual({})
})

it('CMS-22 an approval by the person who wrote the last word is refused, also past the Studio', async () => {
  await writes('editor', 'First')
  await writes('second', 'First, with a last word')
  await publishes('editor')
  await approves('second')
  expect(await refused()).toEqual({ [ID]: 'own-approval' })
  await approves('editor')
  expect(await refused()).toEqual({})
})

it('CMS-22 unpublishing needs no approval', async () => {
  await writes('editor', 'First')
  await publishes('editor')
  await as('editor', 'actions', {
    actions: [{ actionType: 'sanity.action.document.unpublish', draftId: DRAFT, publishedId: ID }],
  })
  expect(await refused()).toEqual({})
  expect(await client().getDocument(ID)).toBeUndefined()
})

it.each([
  [403, false],
  [404, false],
  [429, true],
])(
  'CMS-22 when the history answers %i, who wrote a text is not known: the build fails: %s',
  async (statusCode, fails) => {
    await writes('editor', 'First')
    await publishes('editor')
    await approves('editor')
    const real = client().withConfig({ perspective: 'published' })
    const limited = {
      fetch: (query: string) => real.fetch(query),
      config: () => real.config(),
      request: () => Promise.reject(Object.assign(new Error('No history'), { statusCode })),
    }
    const kept: GoodContent = { infoArticle: { [ID]: { _id: ID, _rev: 'the-first' } } }
    const checking = checkApprovals(limited as never, kept)
    if (fails) await expect(checking).rejects.toThrow('No history')
    else expect((await checking).get(ID)).toMatchObject({ problem: undefined })
  },
)

it('CMS-22 an import brings a document that a new version of the program needs together with its approval; its next version needs another person', async () => {
  const page = { _id: 'testChoicePage', _type: 'testChoicePage', title: 'In numbers' }
  const store = async (document: typeof page) => {
    const { _id, ...content } = document
    const approval = {
      ...{ _id: approvalId(_id), _type: 'approval', isHealthText: true },
      hash: await contentHash(content),
    }
    const mutations = [{ createOrReplace: document }, { createOrReplace: approval }]
    await as('editor', 'mutate', { mutations })
    return String((await client().getDocument(_id))?._rev)
  }
  const problem = async (kept: GoodContent) =>
    (await checkApprovals(client().withConfig({ perspective: 'published' }), kept)).get(page._id)
      ?.problem
  const others: GoodContent = { infoArticle: { [ID]: { _id: ID, _rev: 'the-first' } } }
  const first = await store(page)
  expect(await problem(others)).toBeUndefined()
  const shown = { ...others, testChoicePage: { testChoicePage: { ...page, _rev: first } } }
  await store({ ...page, title: 'Other numbers' })
  expect(await problem(shown)).toBe('own-approval')
})
