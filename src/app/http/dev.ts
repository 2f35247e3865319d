import type { IncomingMessage, ServerResponse } from 'node:http'
import { localsOf } from '#app/http/pages.ts'
import { apiListener } from '#app/http/site.ts'
import { wire } from '#app/wiring.ts'
import { readEnv } from '#core/server/config/env.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { createLogger } from '#core/server/logger.ts'
import { mapTileListener } from '#events/server/map-tiles.ts'

/** Used by Astro's development server: the API, and the locals of pages rendered on demand. */
export type DevServer = {
  api(request: IncomingMessage, response: ServerResponse): Promise<void>
  locals(request: IncomingMessage): Promise<object>
  /** Answers a tile of the map; false for any other path. */
  tile(request: IncomingMessage, response: ServerResponse): boolean
  close(): Promise<void>
}

/** Wires the services of a development server from the environment `source`. */
export async function startDevServer(source: Source): Promise<DevServer> {
  const env = readEnv(source)
  const logger = createLogger(env.logLevel)
  const wiring = await wire(env, logger)
  return {
    api: apiListener(wiring, env.trustProxy),
    locals: (request) => localsOf(request, { ...env, wiring }),
    tile: mapTileListener({ map: wiring.services.map, trustProxy: env.trustProxy, logger }),
    close: wiring.close,
  }
}
