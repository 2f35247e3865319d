import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { isServed, type TileAddress, type TileSet } from '#events/rules/map-tiles.ts'
import { fetchTile } from '#events/store/map-tiles.ts'

/** A set of vector tiles and the zoom levels it has; above them its last tiles are enlarged. */
export type VectorSet = {
  readonly set: TileSet
  readonly minZoom: number
  readonly maxZoom: number
}

/** A decoded tile, and where the requested one lies in it: `scale` times as large, `left` and `top` tiles in. */
export type PlacedTile = {
  readonly set: TileSet
  readonly data: VectorTile
  readonly key: string
  readonly scale: number
  readonly left: number
  readonly top: number
}

export type VectorTiles = (address: TileAddress) => Promise<PlacedTile | undefined>

/** A first view has about 20 tiles. */
const MOST_KEPT = 200

function placed(address: TileAddress, { set, maxZoom }: VectorSet) {
  const up = Math.max(0, address.z - maxZoom)
  const own = { z: address.z - up, x: address.x >> up, y: address.y >> up }
  return {
    own,
    key: `${set}/${own.z}/${own.x}/${own.y}`,
    scale: 2 ** up,
    left: address.x - (own.x << up),
    top: address.y - (own.y << up),
  }
}

/**
 * Finds tiles in the first of `sets` that has one, and keeps what it decoded. A tile that failed counts as absent and is
 * requested again the next time.
 */
export function vectorTiles(sets: readonly VectorSet[]): VectorTiles {
  const kept = new Map<string, Promise<VectorTile | undefined>>()

  function decoded(set: TileSet, key: string, own: TileAddress) {
    const known = kept.get(key)
    if (known) return known
    const tile = fetchTile(set, own).then((bytes) => bytes && new VectorTile(new PbfReader(bytes)))
    const orAbsent = tile.catch(() => {
      kept.delete(key)
      return undefined
    })
    kept.set(key, orAbsent)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return orAbsent
  }

  return async (address) => {
    for (const source of sets) {
      if (address.z < source.minZoom) continue
      const { own, key, ...place } = placed(address, source)
      if (!isServed(own)) continue
      const data = await decoded(source.set, key, own)
      if (data) return { set: source.set, data, key, ...place }
    }
    return undefined
  }
}
