import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake

beforeAll(async () => {
  running = await startTestLake()
  const staff = clientFor(running.lake.origin, TEST_TOKEN)
  await staff.create({ _id: 'seen', _type: 'note' })
  await staff.create({ _id: 'drafts.hidden', _type: 'note' })
  await staff.create({ _id: 'drafts.seen', _type: 'note', title: 'not yet' })
  await staff.create({ _id: 'versions.r1.seen', _type: 'note' })
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

describe('an anonymous caller', () => {
  it.each([['raw'], ['published'], ['drafts'], ['r1,drafts']])(
    'CMS-05 sees no draft in perspective %s',
    async (perspective) => {
      const path = `/v2026-11-01/data/query/production?query=*{_id,title}&perspective=${perspective}`
      const answer = await fetch(running.lake.origin + path)
      expect(await answer.json()).toMatchObject({ result: [{ _id: 'seen', title: null }] })
    },
  )

  it('CMS-05 cannot read a draft by its id', async () => {
    const visitor = clientFor(running.lake.origin)
    expect(await visitor.getDocument('drafts.seen')).toBeUndefined()
  })

  it('CMS-02 cannot write or export', async () => {
    const visitor = clientFor(running.lake.origin)
    const refused = { statusCode: 401 }
    await expect(visitor.create({ _type: 'note' })).rejects.toMatchObject(refused)
    await expect(visitor.delete('seen')).rejects.toMatchObject(refused)
    await expect(visitor.assets.upload('file', Buffer.from('x'))).rejects.toMatchObject(refused)
    await expect(visitor.users.getById('me')).rejects.toMatchObject(refused)
    expect((await fetch(`${running.lake.origin}/v2026-11-01/data/export/production`)).status).toBe(
      401,
    )
  })

  it('CMS-02 is refused with a wrong token', async () => {
    const stranger = clientFor(running.lake.origin, 'wrong')
    await expect(stranger.fetch('*')).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('bad input is refused with a 4xx answer in JSON', () => {
  const query = (parameters: string) => `/v2026-11-01/data/query/production?${parameters}`
  it.each([
    ['a broken query', query('query=*['), 400],
    ['an unknown function', query('query=nothing()'), 400],
    ['no query', query(''), 400],
    ['a broken parameter', query('query=*&$a={'), 400],
    ['an unknown perspective', query('query=*&perspective=a/b'), 400],
    ['deep brackets', query(`query=${'('.repeat(9000)}`), 400],
    ['another dataset', '/v2026-11-01/data/query/other?query=*', 404],
    ['an unknown path', '/v2026-11-01/nothing', 404],
    ['no version', '/data/query/production?query=*', 404],
    ['a picture that is not there', `/images/halyard0/production/${'a'.repeat(40)}-1x1.png`, 404],
    ['a path out of the folder', '/files/halyard0/production/..%2f..%2ftold.json', 404],
  ])('CMS-03 GET %s', async (_what, path, status) => {
    await expectRefusal(await fetch(running.lake.origin + path), status)
  })

  it.each([
    ['no JSON', '{', 400],
    ['no object', '[]', 400],
    ['no mutations', '{}', 400],
    ['an unknown mutation', '{"mutations":[{"explode":{}}]}', 400],
    ['two in one', '{"mutations":[{"create":{"_type":"a"},"delete":{"id":"b"}}]}', 400],
    ['no type', '{"mutations":[{"create":{"_id":"a"}}]}', 400],
    ['a bad id', '{"mutations":[{"create":{"_id":"../a","_type":"a"}}]}', 400],
    ['no id', '{"mutations":[{"createOrReplace":{"_type":"a"}}]}', 400],
    ['a patch of nothing', '{"mutations":[{"patch":{"set":{"a":1}}}]}', 400],
    ['a patch of the wrong kind', '{"mutations":[{"patch":{"id":"seen","inc":5}}]}', 400],
    ['an unknown patch', '{"mutations":[{"patch":{"id":"seen","twist":{}}}]}', 400],
    ['a changed id', '{"mutations":[{"patch":{"id":"seen","set":{"_id":"b"}}}]}', 400],
    ['a bad transaction id', '{"transactionId":"a b","mutations":[]}', 400],
    ['a broken query in a patch', '{"mutations":[{"delete":{"query":"*["}}]}', 400],
  ])('CMS-03 POST a mutation with %s', async (_what, body, status) => {
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const url = `${running.lake.origin}/v2026-11-01/data/mutate/production`
    await expectRefusal(await fetch(url, { method: 'POST', headers, body }), status)
  })
})

async function expectRefusal(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toHaveProperty('error')
}
