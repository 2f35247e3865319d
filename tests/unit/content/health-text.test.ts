import { describe, expect, it } from 'vitest'
import { approvalProblem, contentHash, isHealthText } from '#content/rules/health-text.ts'
import { type ContentHistory, lastAuthor } from '#content/rules/last-author.ts'
import { checkApprovals } from '#content/server/publishing/content/approvals.ts'

const text = { _id: 'info-a', _type: 'infoArticle', _rev: 'r3', title: 'A', body: 'Version 2' }
type State = Readonly<Record<string, unknown>>

/** Changes of a text, oldest first: who changed which document to what. */
type Step = readonly [author: string, states: Readonly<Record<string, State | undefined>>]
const CREATED = '2026-01-01T10:00:00Z'
const timeOf = (index: number) => (index === 0 ? CREATED : `2026-01-02T10:00:${10 + index}Z`)

const historyOf = (steps: readonly Step[]): ContentHistory => ({
  changes: async () =>
    steps
      .map(([author, states], index) => ({
        id: String(index),
        timestamp: timeOf(index),
        author,
        documentIDs: Object.keys(states),
      }))
      .toReversed(),
  after: async (id, change) => {
    const state = steps[Number(change)]?.[1][id]
    return state && { ...state, _createdAt: CREATED }
  },
})

const [one, two] = [{ body: 'Version 1' }, { body: 'Version 2' }]
const author = async (...steps: Step[]) =>
  lastAuthor(historyOf(steps), 'info-a', await contentHash(two))
const draft = 'drafts.info-a'

describe('what a text says', () => {
  it('CMS-22 is the same in a draft and published, at another address, place or time', async () => {
    const changed = {
      ...text,
      _id: 'drafts.info-a',
      _rev: 'other',
      slug: { current: 'b' },
      order: 3,
      publishAt: '2026-01-01T00:00:00Z',
      health: undefined,
      body: 'Version\u200b 2',
    }
    expect(await contentHash(changed)).toBe(await contentHash(text))
    const link = (more: object) => ({ page: { _ref: 'x', ...more } })
    expect(await contentHash(link({ _weak: true }))).toBe(await contentHash(link({})))
  })

  it.each([
    { body: 'Version 3' },
    { health: { reviewer: 'B' } },
    { isHealthText: false },
    { image: { asset: { _ref: 'image-b' } } },
  ])('CMS-22 changes with %j', async (change) => {
    expect(await contentHash({ ...text, ...change })).not.toBe(await contentHash(text))
  })

  it('CMS-22 is approved for articles and marked pages only', () => {
    const types = [{ _type: 'infoArticle' }, { _type: 'page', isHealthText: true }]
    expect(types.map(isHealthText)).toEqual([true, true])
    expect([{ _type: 'page' }, { _type: 'newsArticle' }].map(isHealthText)).toEqual([false, false])
  })
})

describe('who wrote a text last', () => {
  it('CMS-22 is not the person who published it', async () => {
    const publication: Step = ['ben', { [draft]: undefined, 'info-a': two }]
    expect(await author(['ann', { [draft]: one }], ['ann', { [draft]: two }], publication)).toBe(
      'ann',
    )
  })

  it('CMS-22 is the person who changed the last word, or changed it back', async () => {
    const start: Step = ['ann', { 'info-a': one }]
    expect(await author(start, ['ann', { [draft]: one }], ['ben', { [draft]: two }])).toBe('ben')
    const back: Step[] = [
      ['ann', { [draft]: two }],
      ['ben', { [draft]: one }],
      ['cat', { [draft]: two }],
    ]
    expect(await author(start, ...back)).toBe('cat')
    // A later draft says something else: what is published was written before.
    expect(await author(start, ['ann', { 'info-a': two }], ['ben', { [draft]: one }])).toBe('ann')
  })

  it('CMS-22 is known for a text made in one change, and unknown when the history has lost its beginning', async () => {
    expect(await author(['ann', { 'info-a': two }])).toBe('ann')
    const steps: Step[] = [
      ['ann', { 'info-a': one }],
      ['ben', { 'info-a': two }],
    ]
    const whole = historyOf(steps)
    const late = { ...whole, changes: async () => (await whole.changes([], 1)).slice(0, 1) }
    expect(await lastAuthor(late, 'info-a', await contentHash(two))).toBeUndefined()
    expect(await author(['ann', { 'info-a': one }])).toBeUndefined()
  })
})

describe('a build', () => {
  const keptOther = { infoArticle: { 'info-b': { _id: 'info-b', _rev: 'x' } } }
  const keptSame = { infoArticle: { 'info-a': { _id: 'info-a', _rev: 'r3' } } }

  /** A content store with the text, its approval, and who wrote both; `status`: the history is refused. */
  function store(
    approval: object | undefined,
    authors?: [string, string],
    published: object = text,
  ) {
    const asked: string[] = []
    const line = (id: string, by: string) =>
      JSON.stringify({ id: 't', timestamp: CREATED, author: by, documentIDs: [id] })
    const client = {
      config: () => ({ dataset: 'd' }),
      fetch: async () => ({
        texts: [published],
        approvals: approval ? [{ _id: 'approval-info-a', ...approval }] : [],
      }),
      request: async ({ url }: { url: string }) => {
        asked.push(url)
        if (authors === undefined) throw Object.assign(new Error('no'), { statusCode: 403 })
        if (url.includes('/documents/')) return { documents: [{ ...text, _createdAt: CREATED }] }
        const isApproval = url.includes('approval-')
        return isApproval ? line('approval-info-a', authors[1]) : line('info-a', authors[0])
      },
    }
    const problems = async (kept: object) => {
      const checked = await checkApprovals(client as never, kept as never)
      return Object.fromEntries(
        [...checked].flatMap(([id, { problem }]) => (problem ? [[id, problem]] : [])),
      )
    }
    return { problems, asked }
  }
  const fitting = async () => ({ hash: await contentHash(text), isHealthText: true })

  it('CMS-22 does not show a text without an approval, or with one of another version', async () => {
    expect(await store(undefined).problems({})).toEqual({ 'info-a': 'not-approved' })
    expect(await store({ hash: 'other' }).problems(keptSame)).toEqual({ 'info-a': 'not-approved' })
  })

  it('CMS-22 shows a text that another person approved, not one that its author approved', async () => {
    expect(await store(await fitting(), ['ann', 'ben']).problems(keptOther)).toEqual({})
    const own = store(await fitting(), ['ann', 'ann'])
    expect(await own.problems(keptOther)).toEqual({ 'info-a': 'own-approval' })
    // What is shown already stays, and is not looked up again; an import writes both.
    expect([await own.problems(keptSame), await own.problems({})]).toEqual([{}, {}])
  })

  it('CMS-22 takes the approval alone where it may not read the history', async () => {
    const store403 = store(await fitting())
    expect(await store403.problems(keptOther)).toEqual({})
    expect(store403.asked).not.toEqual([])
  })

  it('CMS-22 does not show a page whose mark was taken off until that is approved', async () => {
    const page = { ...text, _type: 'page', isHealthText: false }
    expect(await store(await fitting(), undefined, page).problems({})).toEqual({
      'info-a': 'not-approved',
    })
    const released = { hash: await contentHash(page), isHealthText: false }
    expect(await store(released, undefined, page).problems({})).toEqual({})
    expect(await store({ ...released, hash: 'older' }, undefined, page).problems({})).toEqual({})
  })
})

it.each([
  ['the revision that was approved', { _rev: 'r1' }, undefined],
  ['a revision that was published after the check', { _rev: 'r2' }, 'not-approved'],
  ['a text that was published after the check', { _id: 'info-new' }, 'not-approved'],
  ['a page without the mark', { _id: 'page-a', _type: 'page' }, undefined],
  ['a page with the mark', { _id: 'page-a', _type: 'page', isHealthText: true }, 'not-approved'],
])('CMS-22 a build and %s', (_, document, problem) => {
  const checked = new Map([['info-a', { rev: 'r1', problem: undefined }]])
  const text = { _id: 'info-a', _type: 'infoArticle', _rev: 'r1', ...document }
  expect(approvalProblem(checked, text)).toBe(problem)
})
