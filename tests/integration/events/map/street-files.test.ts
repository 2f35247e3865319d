import { copyFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EnvironmentError } from '#core/server/config/env.ts'
import { mapService } from '#events/server/map/map.ts'
import { openMapSources } from '#events/server/map/open-map-sources.ts'
import { mapEnv, silent, testFolder } from '#tests/integration/events/map/map-site.ts'
import { testSite } from '#tests/unit/app/test-site.ts'
import { writeArchive } from '../../../../scripts/base-map/pmtiles-writer.ts'

const CENTRE = { z: 12, x: 2046, y: 1362 }
const clock = { now: () => new Date() }

/** A PMTiles file with one tile of zoom 12. */
function streetsFile(folder: string, change: (file: Buffer) => void = () => {}): string {
  const file = writeArchive([{ ...CENTRE, data: Buffer.from('a tile') }], {
    zooms: { least: 10, most: 15 },
    bounds: { west: -1, south: 51, east: 1, north: 52 },
    metadata: { attribution: '<a href="https://osm.example">&copy; Street makers</a>' },
  })
  change(file)
  const path = join(folder, 'streets.pmtiles')
  writeFileSync(path, file)
  return path
}

const open = (path: string, credit?: string) =>
  openMapSources(mapEnv({ kind: 'file', path }, '/nowhere', credit), silent)

async function faultOf(path: string): Promise<string> {
  const outcome = await open(path).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(EnvironmentError)
  return (outcome as EnvironmentError).message
}

it('EVL-04 MAP_TILES may be a PMTiles file: its tiles are served beside the base map, with its credit', async () => {
  const sources = await open(streetsFile(testFolder()))
  const map = mapService({ ...sources, clock, logger: silent })
  expect(await map.describe()).toMatchObject({
    value: {
      streets: { kind: 'vector', min_zoom: 10, max_zoom: 15, credit: '© Street makers' },
    },
  })
  const site = await testSite({ services: { map } })
  const gzip = { 'accept-encoding': 'gzip' }
  const found = await site.ask('/map/streets/12/2046/1362', gzip)
  expect(found).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
  expect(String(found.body)).toBe('a tile')
  expect((await site.ask('/map/streets/12/2047/1362', gzip)).status).toBe(204)
  expect((await site.ask('/map/streets/8/127/85', gzip)).status).toBe(204)
  expect((await site.ask('/map/base/8/127/85', gzip)).status).toBe(200)
  await site.close()
  await Promise.all([sources.base?.close(), sources.streets?.close()])
})

it("EVL-04 MAP_TILES_CREDIT replaces the file's own credit", async () => {
  const sources = await open(streetsFile(testFolder()), '© Another')
  expect(sources.streets?.credit).toBe('© Another')
  await Promise.all([sources.base?.close(), sources.streets?.close()])
})

it('EVL-04 a file that is missing, cut short, no PMTiles or of an unknown kind stops the start and names MAP_TILES', async () => {
  const folder = testFolder()
  expect(await faultOf(join(folder, 'none.pmtiles'))).toContain('MAP_TILES is invalid')
  const text = join(folder, 'text.pmtiles')
  writeFileSync(text, 'This is no archive. '.repeat(50))
  expect(await faultOf(text)).toContain('MAP_TILES is invalid')
  const cut = join(folder, 'cut.pmtiles')
  copyFileSync(streetsFile(folder), cut)
  truncateSync(cut, 60)
  expect(await faultOf(cut)).toContain('MAP_TILES is invalid')
  const brotli = streetsFile(folder, (file) => file.writeUInt8(3, 98))
  expect(await faultOf(brotli)).toContain('gzip')
  const unknown = streetsFile(folder, (file) => file.writeUInt8(6, 99))
  expect(await faultOf(unknown)).toContain('unknown type')
  const far = streetsFile(folder, (file) => file.set([18, 20], 100))
  expect(await faultOf(far)).toContain('no zoom level')
})

it('EVL-04 a file that is cut short while the site runs is a map without those streets', async () => {
  const path = streetsFile(testFolder())
  const sources = await open(path)
  const map = mapService({ ...sources, clock, logger: silent })
  truncateSync(path, 200)
  expect(await map.tile('streets', CENTRE, 'a network')).toEqual({ state: 'unavailable' })
  await Promise.all([sources.base?.close(), sources.streets?.close()])
})
