import { join } from 'node:path'
import { causeOf } from '#core/server/cause.ts'
import { type Env, EnvironmentError } from '#core/server/config/env.ts'
import type { MapTiles } from '#core/server/config/env-values.ts'
import { TILE_SERVICE } from '#core/server/config/limits.ts'
import type { Logger } from '#core/server/logger.ts'
import { networkLimit } from '#core/server/network-limit.ts'
import { circuitBreaker } from '#events/server/map/circuit-breaker.ts'
import type { MapSources } from '#events/server/map/map.ts'
import { openPmtiles } from '#events/server/map/pmtiles-file.ts'
import { proxiedTiles } from '#events/server/map/proxied-tiles.ts'
import { tileCache } from '#events/server/map/tile-cache.ts'
import { tileServiceGateway } from '#events/server/map/tile-service.ts'
import type { TileSource } from '#events/server/map/tile-source.ts'

/** Its origin and licences: map/README.md. */
const BASE_MAP = join(import.meta.dirname, '../../../../map/base.pmtiles')

type MapEnv = Pick<Env, 'map' | 'siteUrl'>

async function fileSource(path: string, credit: string | undefined): Promise<TileSource> {
  try {
    const source = await openPmtiles(path)
    return { ...source, credit: credit ?? source.credit }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new EnvironmentError([
      `MAP_TILES is invalid: the file cannot be used (${code ?? message})`,
    ])
  }
}

/** The tiles of a service. Ages of files and requests to other machines follow the real time. */
function serviceSource(
  { template, host }: Extract<MapTiles, { kind: 'service' }>,
  { map, siteUrl }: MapEnv,
): TileSource {
  const { cacheBytes, freshMs, mostAtOnce } = TILE_SERVICE
  const limit = networkLimit('tilePerNetwork', { now: () => new Date() })
  return proxiedTiles({
    service: tileServiceGateway({ template, siteUrl, ...TILE_SERVICE }),
    cache: tileCache({
      folder: map.cacheDir,
      service: template,
      mostBytes: cacheBytes,
      now: Date.now,
    }),
    breaker: circuitBreaker(TILE_SERVICE, Date.now),
    credit: map.credit ?? `Streets: ${host}`,
    freshMs,
    mostAtOnce,
    mayAsk: (network) => limit.count(network) === undefined,
  })
}

export async function closeMapSources({ base, streets }: MapSources): Promise<void> {
  await Promise.all([base?.close(), streets?.close()])
}

/**
 * Opens the map's tiles. Without the base map the site runs, and the map shows pins only.
 * @throws EnvironmentError when the file of MAP_TILES cannot be served.
 */
export async function openMapSources(env: MapEnv, logger: Logger): Promise<MapSources> {
  const { tiles, credit } = env.map
  const openStreets = async (service: MapTiles) =>
    service.kind === 'file' ? await fileSource(service.path, credit) : serviceSource(service, env)
  // First, because it may throw: the base map would stay open.
  const streets = tiles && (await openStreets(tiles))
  const base = await openPmtiles(BASE_MAP).catch((error: unknown) => {
    logger.error({ error: causeOf(error) }, 'the base map cannot be read')
    return undefined
  })
  return { base, streets }
}
