import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUERY_LIMITS } from '#local/lake/limits.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

const DOCUMENTS = 400
/** Each level multiplies the work by the number of documents. */
const NESTED = '*{"a": *{"b": count(*[references(^._id)])}}'
/** The estimate takes fields to be short, so only the time limit stops this. */
const HIDDEN = '{"all": *}{"x": all[]{"y": ^.all[]{"z": count(^.^.all[n > 1])}}}'
/** The result grows with each level. */
const LARGE = '{"all": *}{"x": all[]{"y": ^.all[]{"z": ^.^.all}}}'

const quick = { ...QUERY_LIMITS.visitor, milliseconds: 1_000, waiting: 1, resultLength: 50_000 }

let running: TestLake
let staff: SanityClient

beforeAll(async () => {
  const queryLimits = { ...QUERY_LIMITS, visitor: quick }
  running = await startTestLake(temporaryFolder(), undefined, { queryLimits })
  staff = clientFor(running.lake.origin, TEST_TOKEN)
  const filling = staff.transaction()
  for (let n = 0; n < DOCUMENTS; n += 1)
    filling.create({ _id: `note-${n}`, _type: 'note', n, text: 'x'.repeat(100) })
  filling.create({ _id: 'drafts.note-0', _type: 'note', n: 0 })
  await filling.commit()
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${running.lake.origin}/v2026-11-01/data/query/production`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  })
const ping = () => fetch(`${running.lake.origin}/v2026-11-01/ping`)
const problemOf = async (answer: Response) => {
  const { error, message } = (await answer.json()) as { error: unknown; message?: string }
  return message ?? (error as { description: string }).description
}

describe('an expensive query of an anonymous caller', () => {
  it('CMS-10 is refused before it is evaluated if it nests filters over many documents', async () => {
    const answer = await ask(NESTED)
    expect(answer.status).toBe(400)
    expect(await problemOf(answer)).toContain('too expensive')
  })

  it('CMS-10 is stopped after the time limit, while other requests and staff queries are answered', async () => {
    const order: string[] = []
    const hidden = ask(HIDDEN).then(async (answer) => {
      order.push('hidden')
      return answer
    })
    await ping().then(() => order.push('ping'))
    await staff.fetch('count(*)').then(() => order.push('staff'))
    const answer = await hidden
    expect(answer.status).toBe(400)
    expect(await problemOf(answer)).toContain('took longer than 1 s')
    expect(order).toContain('ping')
    expect(order.indexOf('ping')).toBeLessThan(order.indexOf('hidden'))
    const next = await ask('count(*)')
    expect(await next.json()).toMatchObject({ result: DOCUMENTS })
  })

  it('CMS-10 is stopped when its result needs too much memory or is too long', async () => {
    const answer = await ask(LARGE)
    expect(answer.status).toBe(400)
    expect(await problemOf(answer)).toMatch(/too much memory|took longer/)
    const long = await ask('*')
    expect(long.status).toBe(400)
    expect(await problemOf(long)).toContain('longer than 50000 characters')
    expect((await ask('count(*)')).status).toBe(200)
  })

  it('CMS-10 answers 503 with Retry-After when too many wait, and staff are not affected', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => ask(HIDDEN)),
      staff.fetch<number>('count(*)'),
    ])
    const statuses = answers.slice(0, 5).map((answer) => (answer as Response).status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(3)
    const refused = answers.find((one) => one instanceof Response && one.status === 503) as Response
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answers.at(-1)).toBe(DOCUMENTS + 1)
  })

  it('CMS-10 is refused if it is too long', async () => {
    const answer = await ask(`*[n == 1${' '.repeat(quick.queryLength)}]`)
    expect(answer.status).toBe(400)
    expect(await problemOf(answer)).toContain('longer than')
  })

  it('CMS-10 control: in the main thread the same query blocks other requests', async () => {
    const view = viewOf(running.lake.store.documents(), 'raw')
    const context = { identity: '', projectId: '', dataset: '', now: new Date(), maxCost: Infinity }
    const order: string[] = []
    const answered = ping().then(() => order.push('ping'))
    runQuery(view, '{"all": *}{"x": all[]{"y": count(^.all[n > 1])}}', {}, context)
    order.push('query')
    await answered
    expect(order).toEqual(['query', 'ping'])
  })
})

describe('the query worker', () => {
  it('CMS-10 sees every change that was acknowledged before the query', async () => {
    for (let n = 0; n < 20; n += 1) {
      await staff.createOrReplace({ _id: 'moving', _type: 'moving', n })
      const visitor = await ask('*[_id == "moving"][0].n')
      expect(await visitor.json()).toMatchObject({ result: n })
      expect(await staff.fetch('*[_id == "moving"][0].n')).toBe(n)
    }
    await staff.delete('moving')
    expect(await (await ask('*[_id == "moving"]')).json()).toMatchObject({ result: [] })
  })
})

describe('a listener of an anonymous caller', () => {
  const listen = (query: string) =>
    fetch(
      `${running.lake.origin}/v2026-11-01/data/listen/production?query=${encodeURIComponent(query)}`,
    )

  it('CMS-10 is closed when its filter costs too much, and the change is acknowledged', async () => {
    const list = `[${Array.from({ length: 400 }, (_, n) => n).join()}]`
    const slow = `*[_type == "heard" && count(${list}[@ in ${list}[@ in ${list}[@ >= 0]]]) > 0]`
    const answer = await listen(slow)
    expect(answer.status).toBe(200)
    await staff.createOrReplace({ _id: 'heard', _type: 'heard' })
    expect((await ping()).status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it('CMS-10 is refused with a bad query, and above the number of open listeners', async () => {
    expect((await listen('*[')).status).toBe(400)
    const open = await Promise.all(
      Array.from({ length: quick.listeners }, () => listen('*[_type == "none"]')),
    )
    expect(open.every(({ status }) => status === 200)).toBe(true)
    const refused = await listen('*')
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
    await Promise.all(open.map(({ body }) => body?.cancel()))
  })
})
