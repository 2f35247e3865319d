import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapService } from '#events/server/map/map.ts'
import { openMapSources } from '#events/server/map/open-map-sources.ts'
import { mapEnv, silent } from '#tests/integration/events/map/map-site.ts'
import { type Ask, type TestSite, testSite } from '#tests/unit/app/test-site.ts'

const TILE = '/map/base/8/127/85'
const GZIP = { 'accept-encoding': 'gzip, deflate' }

let site: TestSite
let close: () => Promise<unknown>
const ask: Ask = (...request) => site.ask(...request)

beforeAll(async () => {
  const sources = await openMapSources(mapEnv(), silent)
  const map = mapService({ ...sources, clock: { now: () => new Date() }, logger: silent })
  site = await testSite({ services: { map } })
  close = async () => sources.base?.close()
})
afterAll(() => Promise.all([site.close(), close()]))

describe('a tile of the base map', () => {
  it('EVL-04 is sent as it is stored, for caches to keep, and has the layers that the browser draws', async () => {
    const { status, headers, body } = await ask(TILE, GZIP)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'content-length': String(body.byteLength),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
    })
    expect(headers['cache-control']).toContain('public, max-age=604800')
    // Only documents need these, and a map loads tens of tiles.
    expect(headers).not.toHaveProperty('content-security-policy')
    expect(headers).not.toHaveProperty('permissions-policy')
    const { layers } = new VectorTile(new PbfReader(gunzipSync(body)))
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'places', 'roads']))
    const names = Array.from(
      { length: layers['places']?.length ?? 0 },
      (_, index) => layers['places']?.feature(index).properties['name'],
    )
    expect(names).toContain('London')
  })

  it('EVL-04 is sent with brotli, which is smaller, to a client that reads it', async () => {
    const stored = await ask(TILE, GZIP)
    const { headers, body } = await ask(TILE, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(body.byteLength),
      vary: 'accept-encoding',
    })
    expect(headers.etag).not.toBe(stored.headers.etag)
    expect(brotliDecompressSync(body)).toEqual(gunzipSync(stored.body))
    expect(body.byteLength).toBeLessThan(0.96 * stored.body.byteLength)
  })

  it.each([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0, br;q=0' }])(
    'EVL-04 is sent unpacked to a client that reads neither gzip nor brotli: %o',
    async (accepted) => {
      const { headers, body } = await ask(TILE, accepted)
      expect(headers['content-encoding']).toBeUndefined()
      expect(body).toEqual(gunzipSync((await ask(TILE, GZIP)).body))
    },
  )

  it('EVL-04 answers 304 to a client that has it; each content coding has its own ETag', async () => {
    const { headers } = await ask(TILE, GZIP)
    const tag = String(headers.etag)
    const again = await ask(TILE, { ...GZIP, 'if-none-match': `"other", W/${tag}` })
    expect(again).toMatchObject({ status: 304, headers: { etag: tag } })
    expect(again.body).toHaveLength(0)
    expect((await ask(TILE, { 'if-none-match': tag })).status).toBe(200)
    expect((await ask(TILE, { ...GZIP, 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('EVL-04 answers HEAD with the headers only, and ignores a range', async () => {
    const whole = await ask(TILE, GZIP)
    const head = await ask(TILE, GZIP, 'HEAD')
    expect(head.headers['content-length']).toBe(String(whole.body.byteLength))
    expect(head.body).toHaveLength(0)
    for (const range of ['bytes=0-9', 'bytes=9-0', 'bytes=999999-', 'lines=1-2']) {
      const ranged = await ask(TILE, { ...GZIP, range })
      expect(ranged.status).toBe(200)
      expect(ranged.body).toEqual(whole.body)
    }
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('EVL-04 refuses %s', async (method) => {
    expect((await ask(TILE, {}, method)).status).toBe(405)
  })
})

describe('other addresses', () => {
  it.each([
    ['/map/base/4/7/5', 200],
    ['/map/base/9/255/170', 200],
    ['/map/base/8/127/85?any=thing', 200],
    ['/map/base/8/129/78', 204],
    ['/map/base/10/511/340', 204],
    ['/map/streets/8/127/85', 204],
    ['/map/base/8/1/1', 404],
    ['/map/base/0/0/0', 404],
    ['/map/base/22/1/1', 404],
    ['/map/base/8/-1/85', 400],
    ['/map/base/8/127/85.png', 400],
    ['/map/base/08/127/85', 400],
    ['/map/base/8/127', 400],
    ['/map/base/8/127/85/1', 400],
    ['/map/base/8/%2e%2e/85', 400],
    ['/map/base/a/b/c', 400],
    ['/map/base/8/1e2/85', 400],
    ['/map/base/99999999999999999999/1/1', 400],
    ['/map/world/8/127/85', 404],
    ['/map', 404],
  ])('EVL-04 %s answers %i', async (path, status) => {
    const answer = await ask(path, GZIP)
    expect(answer.status).toBe(status)
    expect(site.logs()).toBe('')
  })

  it('EVL-04 every address around our islands answers without a fault', async () => {
    const statuses = new Set<number | undefined>()
    for (let z = 3; z <= 6; z += 1) {
      for (let x = 0; x < 2 ** z; x += 1) {
        const rows = Array.from({ length: 2 ** z }, (_, y) => ask(`/map/base/${z}/${x}/${y}`))
        for (const { status } of await Promise.all(rows)) statuses.add(status)
      }
    }
    expect([...statuses].sort()).toEqual([200, 204, 404])
  })
})

it('EVL-04 without the file of the base map, a tile is absent and the fault is logged', async () => {
  const lines: string[] = []
  const logger = { ...silent, warn: (...line: unknown[]) => lines.push(JSON.stringify(line)) }
  const broken = {
    kind: 'vector' as const,
    minZoom: 4,
    maxZoom: 9,
    credit: '',
    read: () => Promise.reject(Object.assign(new Error('/srv/base.pmtiles'), { code: 'EIO' })),
    close: () => Promise.resolve(),
  }
  const deps = { clock: { now: () => new Date() }, logger: logger as typeof silent }
  for (const base of [undefined, broken]) {
    const own = await testSite({
      services: { map: mapService({ base, streets: undefined, ...deps }) },
    })
    const answers = await Promise.all([own.ask(TILE), own.ask('/map/base/8/128/85')])
    for (const { status, headers } of answers) {
      expect(status).toBe(204)
      expect(headers['cache-control']).toBe('public, max-age=60')
    }
    await own.close()
  }
  // One line, not one per tile.
  expect(lines).toEqual([expect.stringContaining('EIO')])
  expect(lines.join()).not.toContain('srv')
})

it('EVL-04 the first view of the map is at most 60 kB of tiles', async () => {
  // 1280 by 480 pixels around central London at zoom 8: five by three tiles, and one more row and column.
  const tiles: string[] = []
  for (let x = 125; x <= 130; x += 1) {
    for (let y = 83; y <= 86; y += 1) tiles.push(`/map/base/8/${x}/${y}`)
  }
  const answers = await Promise.all(tiles.map((path) => ask(path, GZIP)))
  const bytes = answers.reduce((sum, { body }) => sum + body.byteLength, 0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThanOrEqual(60_000)
})

it('EVL-04 the base map names its sources, as their licences require', async () => {
  const sources = await openMapSources(mapEnv(), silent)
  expect(sources.base?.credit).toContain('OpenStreetMap')
  await sources.base?.close()
  expect(readFileSync('map/README.md', 'utf8')).toMatch(/ODbL[\s\S]*CC BY 4\.0[\s\S]*OGL/)
})
