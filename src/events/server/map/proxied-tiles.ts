import { TILE_ZOOMS, type TileAddress, tilePath } from '#events/rules/map-tiles.ts'
import type { CircuitBreaker } from '#events/server/map/circuit-breaker.ts'
import { imageTypeOf } from '#events/server/map/image-type.ts'
import type { TileCache } from '#events/server/map/tile-cache.ts'
import type { TileService } from '#events/server/map/tile-service.ts'
import type { TileBody, TileSource } from '#events/server/map/tile-source.ts'

export type ProxiedTilesDeps = {
  readonly service: TileService
  readonly cache: TileCache
  readonly breaker: CircuitBreaker
  readonly credit: string
  readonly freshMs: number
  readonly mostAtOnce: number
  /** Counts a request to the service; whether the network may cause it. */
  mayAsk(network: string): boolean
}

/** A cached file that is not an image any more counts as absent. */
function imageBody(image: Buffer | undefined): TileBody | undefined {
  const type = image && imageTypeOf(image)
  return image && type ? { bytes: image, type, gzip: false } : undefined
}

/**
 * The tiles of a raster service behind our own address: kept on disk, each requested once at a time. An old tile is better than
 * none when the service fails.
 */
export function proxiedTiles(deps: ProxiedTilesDeps): TileSource {
  const { service, cache, breaker } = deps
  const running = new Map<string, Promise<TileBody | undefined>>()

  async function ask(address: TileAddress): Promise<TileBody | undefined> {
    try {
      const image = await service.fetchImage(address)
      breaker.succeeded()
      if (image) await cache.keep(address, image)
      return imageBody(image)
    } catch (error) {
      breaker.failed()
      throw error
    }
  }

  function askOnce(address: TileAddress, network: string): Promise<TileBody | undefined> {
    const key = tilePath('streets', address)
    const asked = running.get(key)
    if (asked) return asked
    const isAllowed = breaker.isClosed() && running.size < deps.mostAtOnce && deps.mayAsk(network)
    if (!isAllowed) return Promise.reject(new Error('not asked'))
    const answer = ask(address).finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }

  return {
    kind: 'raster',
    minZoom: TILE_ZOOMS.least,
    maxZoom: TILE_ZOOMS.most,
    credit: deps.credit,
    async read(address, network) {
      const kept = await cache.find(address)
      const old = imageBody(kept?.image)
      if (old && kept && kept.ageMs < deps.freshMs) return old
      try {
        return await askOnce(address, network)
      } catch (error) {
        if (old) return old
        throw error
      }
    },
    close: () => Promise.resolve(),
  }
}
