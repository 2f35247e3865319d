import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { IMAGE_LIMITS, type ImageLimits } from '#local/lake/limits.ts'
import {
  clientFor,
  startTestLake,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

const WAITING = 3
const staffToken = { authorization: `Bearer ${TEST_TOKEN}` }
const limits: ImageLimits = {
  ...IMAGE_LIMITS,
  running: { visitor: 1, staff: 2 },
  waiting: { visitor: WAITING, staff: 10 },
}

let photograph: Buffer
const running: TestLake[] = []

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 900, height: 700, channels: 3, background: '#fff', noise } as const
  photograph = await sharp({ create }).jpeg().toBuffer()
})
afterEach(async () => {
  for (const { stop, faults } of running.splice(0)) {
    await stop()
    expect(faults).toEqual([])
  }
})

async function start(imageLimits = limits) {
  const one = await startTestLake(temporaryFolder(), undefined, { imageLimits })
  running.push(one)
  const { url } = await clientFor(one.lake.origin, TEST_TOKEN).assets.upload('image', photograph)
  const cacheDir = join(one.dir, 'transformed')
  return { ...one, url, cacheDir, files: () => readdirSync(cacheDir) }
}

const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('many transformations at once', () => {
  it('CMS-10 of visitors wait in a bounded queue, while other requests and staff are answered', async () => {
    const { lake, url } = await start()
    const order: string[] = []
    const done =
      <Value>(name: string) =>
      (value: Value) => {
        order.push(name)
        return value
      }
    const visitors = Array.from({ length: 40 }, (_, n) => fetch(`${url}?w=${200 + n}&fm=avif`))
    const all = statusesOf(visitors).then(done('visitors'))
    await fetch(`${lake.origin}/v1/ping`).then(done('ping'))
    await fetch(url)
      .then((answer) => answer.arrayBuffer())
      .then(done('file'))
    const small = `${url}?w=20&fm=webp`
    expect((await fetch(small, { headers: staffToken }).then(done('staff'))).status).toBe(200)
    const statuses = await all
    expect(order.at(-1)).toBe('visitors')
    const made = statuses.filter((status) => status === 200).length
    expect(made).toBeGreaterThanOrEqual(1 + WAITING)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40 - made)
    const refused = (await Promise.all(visitors)).find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('CMS-10 of the same image are one', async () => {
    const { url, files } = await start()
    const asked = Array.from({ length: 30 }, () => fetch(`${url}?w=300&fm=avif`))
    expect(new Set(await statusesOf(asked))).toEqual(new Set([200]))
    expect(files()).toHaveLength(1)
  })

  it('CMS-10 control: without a limit every one of them runs', async () => {
    const { url } = await start({ ...limits, waiting: { visitor: 40, staff: 40 } })
    const asked = Array.from({ length: 12 }, (_, n) => fetch(`${url}?w=${20 + n}&fm=webp`))
    expect(new Set(await statusesOf(asked))).toEqual(new Set([200]))
  })
})

describe('the cache of transformed images', () => {
  it('CMS-10 deletes the least recently used files beyond its limits, also after a restart', async () => {
    const one = await start({ ...limits, cacheFiles: 4 })
    const ask = async (width: number) => (await fetch(`${one.url}?w=${width}&fm=webp`)).status
    for (const width of [10, 11, 12, 13]) expect(await ask(width)).toBe(200)
    const [first] = one.files()
    const before = new Set(one.files())
    expect(await ask(10)).toBe(200)
    for (const width of [14, 15, 16]) expect(await ask(width)).toBe(200)
    const kept = one.files().filter((name) => before.has(name))
    expect(one.files()).toHaveLength(4)
    expect(kept).toHaveLength(1)
    expect(await ask(10)).toBe(200)
    expect(one.files().filter((name) => before.has(name))).toEqual(kept)
    writeFileSync(join(one.cacheDir, `${first}.tmp`), 'incomplete')
    const { lake, stop } = await startTestLake(one.dir, undefined, {
      imageLimits: { ...limits, cacheBytes: 1 },
    })
    const path = new URL(one.url).pathname
    expect((await fetch(`${lake.origin}${path}?w=9&fm=webp`)).status).toBe(200)
    expect(one.files()).toHaveLength(1)
    await stop()
  })

  it('CMS-10 is not needed: with a full disk images are made for each request', async () => {
    const { url, cacheDir } = await start()
    writeFileSync(cacheDir, 'no folder')
    for (const _ of [1, 2]) expect((await fetch(`${url}?w=30&fm=webp`)).status).toBe(200)
    rmSync(cacheDir)
    expect((await fetch(`${url}?w=30&fm=webp`)).status).toBe(200)
    expect(readdirSync(cacheDir)).toHaveLength(1)
  })
})

describe('a result with too many pixels', () => {
  let lake: Awaited<ReturnType<typeof startTestLake>>
  let url: string

  beforeAll(async () => {
    lake = await startTestLake()
    const create = { width: 3000, height: 2000, channels: 3, background: '#123456' } as const
    const large = await sharp({ create }).jpeg().toBuffer()
    url = (await clientFor(lake.lake.origin, TEST_TOKEN).assets.upload('image', large)).url
  })
  afterAll(async () => await lake.stop())

  it.each([
    'rect=0,0,1,2000&w=4000',
    'rect=0,0,3000,1&h=4000&fm=webp',
    'fm=avif',
    'w=4096&h=4096&fit=crop&fm=avif',
  ])('CMS-10 is refused: %s', async (parameters) => {
    const answer = await fetch(`${url}?${parameters}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('pixels')
  })

  it('CMS-10 is sent as WebP instead of AVIF when the browser chooses the format', async () => {
    const headers = { accept: 'image/avif,image/webp' }
    const typeFor = async (parameters: string) =>
      (await fetch(`${url}?auto=format&${parameters}`, { headers })).headers.get('content-type')
    expect(await typeFor('w=100')).toBe('image/avif')
    expect(await typeFor('w=2900')).toBe('image/webp')
  })
})
