import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Store } from '#local/lake/store.ts'
import { type LakeProcess, startLakeProcess } from './lake-process.ts'
import { clientFor, signIn, TEST_TOKEN, temporaryFolder } from './test-lake.ts'

const PROGRAM = 'tests/integration/lake/processes/full-disk-lake.ts'
const folders: string[] = []
const lakes: LakeProcess[] = []

afterEach(async () => {
  for (const lake of lakes.splice(0)) await lake.kill()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const path = temporaryFolder()
  folders.push(path)
  return path
}

async function start(dir: string, more: Record<string, string> = {}) {
  const mark = join(dir, 'full')
  const env = { LAKE_FULL: mark, STUDIO_PASSWORD: 'the-editors', ...more }
  const lake = await startLakeProcess(dir, env, PROGRAM)
  lakes.push(lake)
  return { ...lake, fill: () => writeFileSync(mark, ''), free: () => rmSync(mark) }
}

const write = (origin: string, n: number) =>
  fetch(`${origin}/v2026-11-01/data/mutate/production`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}` },
    body: JSON.stringify({ mutations: [{ createOrReplace: { _id: 'doc', _type: 'note', n } }] }),
  })

describe('a full disk', () => {
  it('CMS-10 answers 507 to a mutation, changes nothing, and the lake goes on', async () => {
    const dir = folder()
    const { origin, fill, free, kill } = await start(dir)
    expect((await write(origin, 1)).status).toBe(200)
    const log = join(dir, 'production/log.ndjson')
    const before = readFileSync(log, 'utf8')
    fill()
    const refused = await write(origin, 2)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('disk is full') })
    expect(readFileSync(log, 'utf8')).toBe(before)
    const visitor = clientFor(origin)
    expect(await visitor.fetch('*[_id == "doc"][0].n')).toBe(1)
    free()
    expect((await write(origin, 3)).status).toBe(200)
    await kill()
    const again = await start(dir)
    expect(await again.client.fetch('*[_id == "doc"][0].n')).toBe(3)
  })

  it('CMS-10 answers 507 to uploads, settings and sign-in, and leaves no part of a file', async () => {
    const dir = folder()
    const { origin, client, fill, free } = await start(dir)
    fill()
    const upload = client.assets.upload('file', Buffer.from('content'), { filename: 'a.txt' })
    await expect(upload).rejects.toMatchObject({ statusCode: 507 })
    expect(readdirSync(join(dir, 'assets/files'))).toEqual([])
    const settings = await fetch(`${origin}/v1/users/me/keyvalue`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
      body: JSON.stringify([{ key: 'a', value: 1 }]),
    })
    expect(settings.status).toBe(507)
    const refused = await signIn(origin, 'editor@halyard.example', 'the-editors')
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([507, null])
    expect(await refused.text()).toContain('The disk is full')
    free()
    expect((await signIn(origin, 'editor@halyard.example', 'the-editors')).status).toBe(303)
    expect(
      (await client.assets.upload('file', Buffer.from('content'), { filename: 'a.txt' })).size,
    ).toBe(7)
    expect(readdirSync(dir).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('CMS-10 does not prevent a start', async () => {
    const dir = folder()
    const first = await start(dir)
    expect((await write(first.origin, 1)).status).toBe(200)
    await first.kill()
    first.fill()
    const { client } = await start(dir)
    expect(await client.fetch('*[_id == "doc"][0].n')).toBe(1)
  })

  it('CMS-10 control: without the protection the log is damaged', async () => {
    const dir = folder()
    const { origin, fill, free, kill } = await start(dir, { LAKE_FAULT: 'unprotected' })
    await write(origin, 1)
    fill()
    await write(origin, 2)
    free()
    await write(origin, 3)
    await kill()
    const failing = start(dir).then(({ client }) => client.fetch<number>('*[_id == "doc"][0].n'))
    expect(await failing.catch(() => 'no start')).not.toBe(3)
  })
})

describe('a compaction that fails', () => {
  const open = (dir: string, faults: unknown[]) =>
    new Store(dir, (document) => document, {
      compactAbove: 2_000,
      report: (error) => faults.push(error),
    })
  const fillStore = (store: Store, from: number) => {
    for (let n = from; n < from + 30; n += 1) {
      const document = { _id: `doc-${n % 5}`, _type: 'note', n }
      const options = { author: 'test', now: new Date(), mutations: [] }
      store.commit([{ kind: 'createOrReplace', document }], options)
    }
  }
  const numbers = (store: Store) =>
    store
      .documents()
      .map(({ n }) => Number(n))
      .sort()

  it.each([
    ['the snapshot', 'snapshot.ndjson'],
    ['the new log', 'log.ndjson.new'],
  ])('CMS-10 at %s loses no acknowledged transaction, and is tried again', (_what, blocked) => {
    const dir = folder()
    const faults: unknown[] = []
    const store = open(dir, faults)
    mkdirSync(join(dir, blocked))
    fillStore(store, 0)
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.length).toBeLessThan(25)
    expect(readdirSync(join(dir, 'history'))).toEqual([])
    store.close()
    rmdirSync(join(dir, blocked))
    const reopened = open(dir, faults)
    expect(numbers(reopened)).toEqual([25, 26, 27, 28, 29])
    fillStore(reopened, 100)
    expect(readdirSync(join(dir, 'history')).length).toBeGreaterThan(0)
    reopened.close()
    const last = open(dir, faults)
    expect(numbers(last)).toEqual([125, 126, 127, 128, 129])
    last.close()
  })
})
