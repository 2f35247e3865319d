import { ISLANDS } from '#events/rules/map.ts'

/** A tile of the web's Mercator grid: `x` counts from the west, `y` from the north. */
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number }

/** `base` ships with the site; `streets` is what the operator has configured (MAP_TILES). */
export const TILE_SETS = ['base', 'streets'] as const
export type TileSet = (typeof TILE_SETS)[number]

/** The zoom levels of which a tile set may have tiles here. */
export const TILE_ZOOMS = { least: 4, most: 16 } as const
/** The zoom levels of the base map; larger scales enlarge the last one. */
export const BASE_ZOOMS = { least: 4, most: 9 } as const

/** The tiles with streets that the operator has configured. */
export type Streets = {
  readonly kind: 'vector' | 'raster'
  readonly minZoom: number
  readonly maxZoom: number
  /** Plain text that their licence requires. */
  readonly credit: string
}

export const tilePath = (set: TileSet, { z, x, y }: TileAddress) => `/map/${set}/${z}/${x}/${y}`

const column = (longitude: number, z: number) => Math.floor(((longitude + 180) / 360) * 2 ** z)

function row(latitude: number, z: number): number {
  const mercator = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
  return Math.floor(((1 - mercator) / 2) * 2 ** z)
}

/** Whether we serve the tile: the rest of the world cannot be read through this site. */
export function isServed({ z, x, y }: TileAddress): boolean {
  if (z < TILE_ZOOMS.least || z > TILE_ZOOMS.most) return false
  const { north, south, east, west } = ISLANDS
  const isInColumns = x >= column(west, z) && x <= column(east, z)
  return isInColumns && y >= row(north, z) && y <= row(south, z)
}

// No leading zeros: each tile has one address, so that caches keep it once.
const NUMBER = '(0|[1-9]\\d{0,5})'
const ADDRESS = new RegExp(`^${NUMBER}/${NUMBER}/${NUMBER}$`)

/** The tile that the text `z/x/y` names; undefined when it names none. */
export function parseTileAddress(text: string): TileAddress | undefined {
  const [, z, x, y] = ADDRESS.exec(text)?.map(Number) ?? []
  return z === undefined || x === undefined || y === undefined ? undefined : { z, x, y }
}
