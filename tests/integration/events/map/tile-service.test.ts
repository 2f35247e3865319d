import { readdirSync, statSync, utimesSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TILE_SERVICE } from '#core/server/config/limits.ts'
import { circuitBreaker } from '#events/server/map/circuit-breaker.ts'
import { mapService } from '#events/server/map/map.ts'
import { openMapSources } from '#events/server/map/open-map-sources.ts'
import { proxiedTiles } from '#events/server/map/proxied-tiles.ts'
import { tileCache } from '#events/server/map/tile-cache.ts'
import { tileServiceGateway } from '#events/server/map/tile-service.ts'
import { mapEnv, silent, testFolder } from '#tests/integration/events/map/map-site.ts'
import {
  sendImage,
  startTileDouble,
  type TileDouble,
  tileImage,
} from '#tests/integration/events/map/tile-double.ts'
import { testSite } from '#tests/unit/app/test-site.ts'

const AT = { z: 12, x: 2046, y: 1362 }
const clock = { now: () => new Date() }

let double: TileDouble
beforeEach(async () => {
  double = await startTileDouble()
})
afterEach(() => double.close())

/** The map of a site whose MAP_TILES is the double. */
async function proxiedMap(cacheDir = testFolder(), logger = silent) {
  const tiles = { kind: 'service', template: double.template, host: 'tiles.example' } as const
  const sources = await openMapSources(mapEnv(tiles, cacheDir), logger)
  return { map: mapService({ ...sources, clock, logger }), close: () => sources.base?.close() }
}

type Parts = { cacheDir: string; timeoutMs?: number; now?: () => number; mayAsk?: () => boolean }

/** The tiles of the double with limits and a clock of the test. */
function proxied({ cacheDir, timeoutMs = 200, now = Date.now, mayAsk = () => true }: Parts) {
  const { mostBytes, failures, restMs, freshMs } = TILE_SERVICE
  return proxiedTiles({
    service: tileServiceGateway({
      template: double.template,
      siteUrl: 'https://www.halyard.example',
      timeoutMs,
      mostBytes,
    }),
    cache: tileCache({ folder: cacheDir, service: double.template, mostBytes: 2 ** 20, now }),
    breaker: circuitBreaker({ failures, restMs }, now),
    credit: '',
    freshMs,
    mostAtOnce: 4,
    mayAsk,
  })
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('a tile service behind our address', () => {
  it('EVL-04 learns the tile and our address, and nothing of the visitor', async () => {
    const { map, close } = await proxiedMap()
    const site = await testSite({ services: { map } })
    const visitor = {
      cookie: 'session=secret',
      referer: 'https://www.halyard.example/event/12',
      'user-agent': 'A browser',
      'x-forwarded-for': '203.0.113.9',
    }
    const { status, headers, body } = await site.ask('/map/streets/12/2046/1362', visitor)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' })
    expect(body).toEqual(await tileImage())
    const [{ path, headers: seen } = { path: '', headers: {} }, ...others] = double.asked
    expect(others).toEqual([])
    expect(path).toBe('/tiles/12/2046/1362.png?key=not-to-be-logged')
    expect(seen['user-agent']).toBe('Halyard (+https://www.halyard.example)')
    expect(JSON.stringify(seen)).not.toMatch(/secret|event\/12|A browser|203\.0\.113/)
    await site.close()
    await close()
  })

  it('EVL-04 is asked once for a tile that many want, and not again for one that is kept', async () => {
    const cacheDir = testFolder()
    const tiles = proxied({ cacheDir })
    await Promise.all(Array.from({ length: 20 }, () => tiles.read(AT, 'n')))
    expect(double.asked).toHaveLength(1)
    await tiles.read(AT, 'n')
    await proxied({ cacheDir }).read(AT, 'n')
    expect(double.asked).toHaveLength(1)
  })

  it('EVL-04 is asked again after a month, and an old tile stays when it then fails', async () => {
    const cacheDir = testFolder()
    const tiles = proxied({ cacheDir })
    await tiles.read(AT, 'n')
    const [file = ''] = filesIn(cacheDir)
    const old = new Date(Date.now() - TILE_SERVICE.freshMs - 60_000)
    utimesSync(file, old, old)
    double.answer((response) => response.writeHead(500).end())
    expect(await tiles.read(AT, 'n')).toMatchObject({ type: 'image/png' })
    expect(double.asked).toHaveLength(2)
  })

  const page = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>')
  const disguised = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>')
  const large = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(Buffer.alloc(TILE_SERVICE.mostBytes + 1, 0x89))
  }
  const elsewhere = (response: ServerResponse) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  it.each([
    ['is broken', (response: ServerResponse) => response.writeHead(503).end()],
    ['refuses the key', (response: ServerResponse) => response.writeHead(403).end()],
    ['closes the connection', (response: ServerResponse) => response.destroy()],
    ['never answers', () => undefined],
    [
      'never ends',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'image/png' }).write('a'),
    ],
    ['sends a page', page],
    ['sends a page as an image', disguised],
    ['sends too much', large],
    ['redirects', elsewhere],
  ])('EVL-04 that %s leaves the base map, and nothing of it is kept', async (_, how) => {
    const cacheDir = testFolder()
    double.answer(how)
    const streets = proxied({ cacheDir })
    const map = mapService({ base: undefined, streets, clock, logger: silent })
    const site = await testSite({ services: { map } })
    const { status, headers, body } = await site.ask('/map/streets/12/2046/1362')
    expect({ status, cache: headers['cache-control'] }).toEqual({
      status: 204,
      cache: 'public, max-age=60',
    })
    expect(body).toHaveLength(0)
    expect(filesIn(cacheDir)).toEqual([])
    await site.close()
  })

  it('EVL-04 that has no tile there answers so', async () => {
    double.answer((response) => response.writeHead(404).end())
    expect(await proxied({ cacheDir: testFolder() }).read(AT, 'n')).toBeUndefined()
  })

  it('EVL-04 that fails three times is left alone for a while, and asked again afterwards', async () => {
    let now = Date.now()
    const tiles = proxied({ cacheDir: testFolder(), now: () => now })
    double.answer((response) => response.writeHead(500).end())
    for (let x = 2040; x < 2050; x += 1) await tiles.read({ ...AT, x }, 'n').catch(() => undefined)
    expect(double.asked).toHaveLength(TILE_SERVICE.failures)
    now += TILE_SERVICE.restMs
    double.answer(sendImage(await tileImage()))
    expect(await tiles.read(AT, 'n')).toBeDefined()
  })

  it('EVL-04 is not asked for a network that has used up its limit, but kept tiles are sent', async () => {
    let allowed = true
    const tiles = proxied({ cacheDir: testFolder(), mayAsk: () => allowed })
    await tiles.read(AT, 'n')
    allowed = false
    expect(await tiles.read(AT, 'n')).toBeDefined()
    await expect(tiles.read({ ...AT, x: 2047 }, 'n')).rejects.toThrow()
    expect(double.asked).toHaveLength(1)
  })

  it('EVL-04 has only a few requests under way at once', async () => {
    const waiting: ServerResponse[] = []
    double.answer((response) => waiting.push(response))
    const tiles = proxied({ cacheDir: testFolder(), timeoutMs: 10_000 })
    const asked = Array.from({ length: 10 }, (_, index) =>
      tiles.read({ ...AT, x: 2040 + index }, 'n').then(
        () => 'found',
        () => 'refused',
      ),
    )
    await expect.poll(() => waiting.length).toBe(4)
    const image = await tileImage()
    for (const response of waiting) sendImage(image)(response)
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((one) => one === 'found')).toHaveLength(4)
  })
})

it('EVL-04 kept tiles never exceed their room on disk: the oldest go', async () => {
  const folder = testFolder()
  const mostBytes = 100_000
  const cache = tileCache({ folder, service: 'a', mostBytes, now: Date.now })
  const image = Buffer.alloc(3_000, 1)
  const size = () => filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)
  for (let x = 0; x < 100; x += 1) {
    await cache.keep({ ...AT, x }, image)
    expect(size()).toBeLessThanOrEqual(mostBytes)
  }
  expect(size()).toBeGreaterThan(mostBytes / 2)
  expect(await cache.find({ ...AT, x: 99 })).toBeDefined()
  expect(await cache.find({ ...AT, x: 0 })).toBeUndefined()
  // Another service does not get these tiles, but shares the room.
  const other = tileCache({ folder, service: 'b', mostBytes, now: Date.now })
  expect(await other.find({ ...AT, x: 99 })).toBeUndefined()
  await other.keep(AT, image)
  expect(size()).toBeLessThanOrEqual(mostBytes)
})

it('EVL-04 a disk that cannot be written does not stop the map', async () => {
  const tiles = proxied({ cacheDir: '/dev/null/tiles' })
  expect(await tiles.read(AT, 'n')).toMatchObject({ type: 'image/png' })
})

it('EVL-04 a failure is logged once a minute, without the key of the service', async () => {
  const lines: string[] = []
  const logger = pino({}, { write: (line: string) => lines.push(line) })
  const { map, close } = await proxiedMap(testFolder(), logger)
  double.answer((response) => response.writeHead(403).end())
  for (let x = 2040; x < 2045; x += 1) await map.tile('streets', { ...AT, x }, 'n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('status 403')
  expect(lines[0]).not.toContain('key')
  await close()
})
