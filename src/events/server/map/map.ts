import type { OutputOf } from '#core/contract/endpoint.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Clock } from '#core/server/database/clock.ts'
import { bind } from '#core/server/http/binding.ts'
import type { Logger } from '#core/server/logger.ts'
import { done } from '#core/server/outcome.ts'
import { describeMap } from '#events/contract/map.ts'
import type { TileAddress, TileSet } from '#events/rules/map-tiles.ts'
import { TileServiceError } from '#events/server/map/tile-service.ts'
import type { TileBody, TileSource } from '#events/server/map/tile-source.ts'

/** `empty`: there is no tile here, such as on the sea. `unavailable`: it could not be fetched. */
export type FoundTile =
  | { readonly state: 'found'; readonly body: TileBody }
  | { readonly state: 'empty' }
  | { readonly state: 'unavailable' }

/** Where the map's tiles come from. */
export type MapSources = {
  /** Undefined when its file cannot be read. */
  readonly base: TileSource | undefined
  /** Undefined when MAP_TILES is not set. */
  readonly streets: TileSource | undefined
}

export type MapDeps = MapSources & { readonly clock: Clock; readonly logger: Logger }

/** A map without tiles would write a line per tile. */
const LOG_EVERY_MS = 60_000

/** What may be logged of a fault: neither the service's URL nor a path. */
function faultOf(error: unknown): string {
  if (error instanceof TileServiceError) return error.message
  return causeOf(error)
}

/** The tiles of the map (EVL-04). */
export function mapService(deps: MapDeps) {
  const { streets, clock, logger } = deps
  let silentUntil = 0
  function log(set: TileSet, error: unknown): void {
    const now = clock.now().getTime()
    if (now < silentUntil) return
    silentUntil = now + LOG_EVERY_MS
    logger.warn({ set, error: faultOf(error) }, 'tiles of the map cannot be read')
  }
  const description: OutputOf<typeof describeMap> = {
    streets: streets
      ? {
          kind: streets.kind,
          min_zoom: streets.minZoom,
          max_zoom: streets.maxZoom,
          credit: streets.credit,
        }
      : null,
  }
  return {
    describe: bind(describeMap, async () => done(description)),
    /** Never rejects: a map without a tile is still a map. */
    async tile(set: TileSet, address: TileAddress, network: string): Promise<FoundTile> {
      const source = deps[set]
      if (source === undefined) return { state: 'unavailable' }
      if (address.z < source.minZoom || address.z > source.maxZoom) return { state: 'empty' }
      try {
        const body = await source.read(address, network)
        return body ? { state: 'found', body } : { state: 'empty' }
      } catch (error) {
        log(set, error)
        return { state: 'unavailable' }
      }
    },
  }
}
export type MapService = ReturnType<typeof mapService>
