import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { BASE_ZOOMS, type TileAddress } from '#events/rules/map-tiles.ts'
import { BOX } from './base-map/geometry.ts'
import { baseMapLayers, type LayerSource, type Packages } from './base-map/layers.ts'
import { type WrittenTile, writeArchive } from './base-map/pmtiles-writer.ts'

/*
 * Writes map/base.pmtiles from npm packages that are not dependencies of the site: map/README.md has the commands.
 * Usage: node scripts/base-map.ts FOLDER-WITH-THE-PACKAGES
 */

type Tile = { readonly features: readonly { readonly tags: Record<string, unknown> }[] }
type TileIndex = { getTile(z: number, x: number, y: number): Tile | null }
type Slicer = new (data: unknown, options: object) => TileIndex
type Encoder = { fromGeojsonVt(layers: object, options: object): Uint8Array }

/** The default export, however the package is written. */
const defaultOf = <Value>(module: unknown): Value => {
  const { default: inner } = module as { default?: Value }
  return inner ?? (module as Value)
}

/** How far beyond its edge a tile has features, in its units; names need more room than lines. */
const bufferOf = (layer: string) => (layer === 'places' ? 512 : 96)

/** What a tile shows at its zoom level. Names are on the level before too: a tile may be enlarged. */
function visible(layer: string, { features }: Tile, z: number) {
  const early = layer === 'places' ? 1 : 0
  return features.filter(({ tags }) => {
    const from = Number(tags['min_zoom'] ?? 0)
    return from <= z + early || (layer === 'places' && z === BASE_ZOOMS.most)
  })
}

function* addresses(): Generator<TileAddress> {
  const column = (longitude: number, z: number) => Math.floor(((longitude + 180) / 360) * 2 ** z)
  const row = (latitude: number, z: number) => {
    const angle = (latitude * Math.PI) / 180
    return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** z)
  }
  for (let z = BASE_ZOOMS.least; z <= BASE_ZOOMS.most; z += 1) {
    for (let x = column(BOX.west, z); x <= column(BOX.east, z); x += 1) {
      for (let y = row(BOX.north, z); y <= row(BOX.south, z); y += 1) yield { z, x, y }
    }
  }
}

function tilesOf(layers: Record<string, LayerSource>, slicer: Slicer, encoder: Encoder) {
  const indices = Object.entries(layers).map(([name, { features, tolerance, from }]) => {
    const options = {
      maxZoom: BASE_ZOOMS.most,
      indexMaxZoom: 5,
      indexMaxPoints: 0,
      extent: 4096,
      buffer: bufferOf(name),
      tolerance,
    }
    return { name, from, index: new slicer({ type: 'FeatureCollection', features }, options) }
  })
  const tiles: WrittenTile[] = []
  for (const address of addresses()) {
    const { z, x, y } = address
    const found: Record<string, Tile> = {}
    for (const { name, from, index } of indices) {
      const tile = z < from ? null : index.getTile(z, x, y)
      const features = tile ? visible(name, tile, z) : []
      if (tile && features.length > 0) found[name] = { ...tile, features }
    }
    if (Object.keys(found).length === 0) continue
    const data = gzipSync(encoder.fromGeojsonVt(found, { version: 2 }), { level: 9 })
    tiles.push({ ...address, data })
  }
  return tiles
}

const folder = resolve(process.argv[2] ?? '.')
const load = createRequire(join(folder, 'package.json'))
const packages: Packages = {
  read: (path) => readFileSync(join(folder, 'node_modules', path), 'utf8'),
  topojson: load('topojson-client') as Packages['topojson'],
}
const layers = baseMapLayers(packages)
const slicer = defaultOf<Slicer>(load('geojson-vt'))
const tiles = tilesOf(layers, slicer, defaultOf<Encoder>(load('vt-pbf')))
const archive = writeArchive(tiles, {
  zooms: BASE_ZOOMS,
  bounds: BOX,
  metadata: {
    name: 'Base map',
    attribution: '© OpenStreetMap contributors, GeoNames, Office for National Statistics',
    vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
  },
})
const target = join(import.meta.dirname, '../map/base.pmtiles')
writeFileSync(target, archive)
process.stdout.write(`${target}: ${tiles.length} tiles, ${archive.byteLength} bytes\n`)
