import { applyPatch } from 'mendoza'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { clientFor, signedIn, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake
let origin: string
let client: ReturnType<typeof clientFor>

beforeAll(async () => {
  running = await startTestLake()
  origin = running.lake.origin
  client = clientFor(origin, TEST_TOKEN)
})
beforeEach(async () => {
  await client.delete({ query: '*[true]' })
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

const documents = async () =>
  (await client.fetch('*[] | order(_id){_id, title}')) as { _id: string; title: string }[]
const ids = { draftId: 'drafts.a', publishedId: 'a' }
const type = (verb: string) => `sanity.action.document.${verb}` as const
const act = async (...actions: object[]) =>
  await client.request({
    method: 'POST',
    url: '/data/actions/production',
    body: { actions: actions.map((action) => ({ ...ids, ...action })) },
  })

describe('the Studio edits by actions', () => {
  it('CMS-02 creates a draft on edit and replaces the published document on publish, in one transaction each', async () => {
    await client.create({ _id: 'a', _type: 'note', title: 'old' })
    await act({ actionType: type('edit'), patch: { set: { title: 'new' } } })
    expect(await documents()).toEqual([
      { _id: 'a', title: 'old' },
      { _id: 'drafts.a', title: 'new' },
    ])
    await act({ actionType: type('publish') })
    expect(await documents()).toEqual([{ _id: 'a', title: 'new' }])
  })

  it('CMS-02 creates, unpublishes, discards and deletes', async () => {
    const attributes = { _id: 'drafts.a', _type: 'note', title: 'T' }
    await act({ actionType: type('create'), attributes, ifExists: 'fail' })
    await expect(act({ actionType: type('create'), attributes })).rejects.toThrow(/exists/)
    await act({ actionType: type('publish') })
    await act({ actionType: type('unpublish') })
    expect(await documents()).toEqual([{ _id: 'drafts.a', title: 'T' }])
    await act({ actionType: type('publish') }, { actionType: type('edit'), patch: {} })
    await act({ actionType: type('discard') })
    expect(await documents()).toEqual([{ _id: 'a', title: 'T' }])
    await act({ actionType: type('delete'), includeDrafts: ['drafts.a'] })
    expect(await documents()).toEqual([])
  })

  it('CMS-02 does not publish over a newer revision', async () => {
    await client.create({ _id: 'a', _type: 'note' })
    await act({ actionType: type('edit'), patch: { set: { n: 1 } } })
    const late = act({ actionType: type('publish'), ifPublishedRevisionId: 'another' })
    await expect(late).rejects.toMatchObject({ statusCode: 409 })
  })

  it('CMS-02 strengthens references to documents that were drafts', async () => {
    await client.create({ _id: 'b', _type: 'note' })
    const to = { _ref: 'b', _weak: true, _strengthenOnPublish: { type: 'note' } }
    await client.create({ _id: 'drafts.a', _type: 'note', to })
    await act({ actionType: type('publish') })
    expect((await client.getDocument('a'))?.['to']).toEqual({ _ref: 'b' })
  })

  it.each([
    ['an unknown verb', { actionType: type('explode') }],
    ['no id', { actionType: type('publish'), draftId: '../x' }],
    ['no patch', { actionType: type('edit') }],
    ['no document', { actionType: type('create') }],
  ])('CMS-02 refuses %s', async (_what, action) => {
    await expect(act(action)).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('live changes', () => {
  it('CMS-02 sends the client every change, with the previous revision', async () => {
    const heard: { transition: string; previousRev?: string; resultRev?: string }[] = []
    const listening = client.listen('*[_type == "note"]', {}, { events: ['welcome', 'mutation'] })
    await new Promise<void>((resolve) => {
      const subscription = listening.subscribe((event) => {
        if (event.type === 'welcome') void makeChanges()
        if (event.type !== 'mutation') return
        heard.push(event)
        if (event.transition === 'disappear') resolve(subscription.unsubscribe())
      })
    })
    expect(heard.map(({ transition }) => transition)).toEqual(['appear', 'update', 'disappear'])
    expect(heard[1]?.previousRev).toBe(heard[0]?.resultRev)
    expect(heard[2]?.previousRev).toBe(heard[1]?.resultRev)
  })

  async function makeChanges(): Promise<void> {
    await client.create({ _id: 'other', _type: 'picture' })
    await client.create({ _id: 'a', _type: 'note' })
    await client.patch('a').set({ n: 1 }).commit()
    await client.delete('a')
  }

  it('CMS-02 carries many listeners over one socket, and refuses one of them alone', async () => {
    const cookie = await signedIn(origin, 'editor')
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/lake-listen`, {
      headers: { cookie, origin },
    })
    const frames: { id: number; data?: string; end?: boolean }[] = []
    const until = (enough: () => boolean) =>
      new Promise<void>((resolve) => {
        socket.on('message', (data) => enough() && resolve(void data))
      })
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    await new Promise((resolve) => socket.once('open', resolve))
    const listen = (id: number, query: string) =>
      socket.send(JSON.stringify({ id, url: `/v1/data/listen/production?query=${query}` }))
    const welcomed = until(() => frames.length === 3)
    listen(1, '*')
    listen(2, '*[_id=="a"]')
    listen(3, '*[')
    await welcomed
    expect(frames[2]).toEqual({ id: 3, end: true })
    const told = until(() => frames.length === 6)
    socket.send(JSON.stringify({ id: 9 }))
    await client.create({ _id: 'b', _type: 'note' })
    await client.create({ _id: 'a', _type: 'note' })
    await told
    expect(frames.slice(3).map(({ id }) => id)).toEqual([1, 1, 2])
    socket.close()
  })

  it('CMS-02 goes on when a listener disconnects', async () => {
    const ended = new AbortController()
    const url = `${origin}/v1/data/listen/production?query=*`
    const answer = await fetch(url, { signal: ended.signal })
    await answer.body?.getReader().read()
    ended.abort()
    for (const n of [1, 2, 3]) await client.createOrReplace({ _id: 'on', _type: 'note', n })
    expect(await client.getDocument('on')).toMatchObject({ n: 3 })
  })

  it('CMS-05 sends no drafts to an anonymous listener', async () => {
    const url = `${origin}/v1/data/listen/production?query=*`
    const reader = (await fetch(url)).body?.pipeThrough(new TextDecoderStream()).getReader()
    await client.create({ _id: 'drafts.a', _type: 'note' })
    await client.create({ _id: 'a', _type: 'note' })
    let text = ''
    while (!text.includes('event: mutation')) text += (await reader?.read())?.value ?? ''
    expect(text).not.toContain('drafts.a')
    await reader?.cancel()
  })
})

describe('the history', () => {
  it('CMS-02 contains every revision of a document', async () => {
    const first = await client.create({ _id: 'h', _type: 'note', title: 'one', gone: 1 })
    const second = await client.patch('h').set({ title: 'two' }).unset(['gone']).commit()
    await client.delete('h')
    const at = async (query: string) =>
      await client.request({ url: `/data/history/production/documents/h?${query}` })
    expect(await at(`revision=${first._rev}`)).toMatchObject({ documents: [{ title: 'one' }] })
    expect(await at('lastRevision=true')).toMatchObject({ documents: [{ _rev: second._rev }] })
    expect(await at('')).toEqual({ documents: [] })
  })

  it('CMS-02 contains transactions with effects that the Studio can revert', async () => {
    const first = await client.create({ _id: 'h2', _type: 'note', title: 'one', gone: 1 })
    const second = await client.patch('h2').set({ title: 'two' }).unset(['gone']).commit()
    const url = `${origin}/v1/data/history/production/transactions/h2?effectFormat=mendoza`
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const lines = (await (await fetch(url, { headers })).text()).trim().split('\n')
    const [, latest] = lines.map((line) => JSON.parse(line))
    expect(latest).toMatchObject({ id: second._rev, author: 'p-token', documentIDs: ['h2'] })
    expect(applyPatch(first, latest.effects.h2.apply)).toEqual(second)
    expect(applyPatch(second, latest.effects.h2.revert)).toEqual(first)
  })
})
