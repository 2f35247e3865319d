import { type Map as LeafletMap, TileLayer } from 'leaflet'
import { NameLayer } from '#events/island/map/name-layer.ts'
import { VectorLayer } from '#events/island/map/vector-layer.ts'
import { type VectorSet, vectorTiles } from '#events/island/map/vector-tiles.ts'
import { ISLANDS } from '#events/rules/map.ts'
import { BASE_ZOOMS, type Streets, tilePath } from '#events/rules/map-tiles.ts'

const BASE: VectorSet = { set: 'base', minZoom: BASE_ZOOMS.least, maxZoom: BASE_ZOOMS.most }

/** Names are above the vector tiles and below images, which contain names. */
const NAMES = { pane: 'names', zIndex: '250' } as const
const IMAGES = { pane: 'images', zIndex: '300' } as const

function addPane(map: LeafletMap, { pane, zIndex }: typeof NAMES | typeof IMAGES): void {
  const { style } = map.createPane(pane)
  style.zIndex = zIndex
  style.pointerEvents = 'none'
}

/**
 * Adds the ground: vector streets where there are any, else the base map; images of streets above it. Where a tile of the
 * streets cannot be had, the base map shows.
 */
export function addGround(map: LeafletMap, streets: Streets | undefined): void {
  const hasVectors = streets?.kind === 'vector'
  const own: VectorSet[] = hasVectors
    ? [{ set: 'streets', minZoom: streets.minZoom, maxZoom: streets.maxZoom }]
    : []
  const ground = new VectorLayer(vectorTiles([...own, BASE])).addTo(map)
  addPane(map, NAMES)
  new NameLayer(ground, NAMES.pane).addTo(map)
  if (streets?.kind !== 'raster') return
  addPane(map, IMAGES)
  const images = new TileLayer('', {
    pane: IMAGES.pane,
    minZoom: streets.minZoom,
    maxNativeZoom: streets.maxZoom,
    bounds: [
      [ISLANDS.south, ISLANDS.west],
      [ISLANDS.north, ISLANDS.east],
    ],
  })
  images.getTileUrl = (address) => tilePath('streets', address)
  images.addTo(map)
}
