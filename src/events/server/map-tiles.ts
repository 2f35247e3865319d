import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { causeOf } from '#core/server/cause.ts'
import { type Coding, chosenCoding, encode } from '#core/server/http/coding.ts'
import { isUnchanged, tagHashOf } from '#core/server/http/conditions.ts'
import { NOTHING_ALLOWED, omitDocumentHeaders } from '#core/server/http/headers.ts'
import type { Logger } from '#core/server/logger.ts'
import { isServed, parseTileAddress, TILE_SETS, type TileSet } from '#events/rules/map-tiles.ts'
import type { MapService } from '#events/server/map/map.ts'
import { type TileBody, VECTOR_TYPE } from '#events/server/map/tile-source.ts'
import { networkOf } from '#shared/node/network.ts'

const unzip = promisify(gunzip)

/** A tile changes only with a release or when the operator replaces the file. */
const LASTING = 'public, max-age=604800, stale-while-revalidate=2592000'
/** A tile that could not be fetched is requested again after a minute. */
const SHORT = 'public, max-age=60'

const PREFIX = new RegExp(`^/map/(${TILE_SETS.join('|')})/([^?]*)`)

/** What the tag of each form of a tile ends with. */
const TAG_ENDS = { gzip: '', br: '-br', plain: '-plain' } as const

/** A tile that is stored with gzip, in another form. Brotli makes it 7 % smaller in a millisecond. */
async function recoded(bytes: Buffer, coding: Coding | undefined): Promise<Buffer> {
  if (coding === 'gzip') return bytes
  const plain = await unzip(bytes)
  return coding === undefined ? plain : encode(coding, plain)
}

/** Sends a tile. A Range is ignored, as a server may (RFC 9110 14.2): a tile is read whole. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, type, gzip }: TileBody,
): Promise<void> {
  const coding = gzip ? chosenCoding(request.headers['accept-encoding']) : undefined
  const etag = `"${tagHashOf(bytes)}${gzip ? TAG_ENDS[coding ?? 'plain'] : ''}"`
  response.setHeader('cache-control', LASTING)
  response.setHeader('etag', etag)
  if (type === VECTOR_TYPE) omitDocumentHeaders(response)
  if (gzip) response.setHeader('vary', 'accept-encoding')
  if (isUnchanged(request.headers, { etag })) {
    response.writeHead(304).end()
    return
  }
  const body = gzip ? await recoded(bytes, coding) : bytes
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.byteLength,
    ...(coding ? { 'content-encoding': coding } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

type Options = { readonly map: MapService; readonly trustProxy: number; readonly logger: Logger }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { set, text, map, trustProxy }: Options & { set: TileSet; text: string },
): Promise<void> {
  const address = parseTileAddress(text)
  if (address === undefined || !isServed(address)) {
    const status = address === undefined ? 400 : 404
    response.writeHead(status, { 'cache-control': LASTING }).end()
    return
  }
  const tile = await map.tile(set, address, networkOf(request, trustProxy))
  if (tile.state === 'found') return send(request, response, tile.body)
  // No error status: the map shows what it has, and the browser's console stays empty.
  response.writeHead(204, { 'cache-control': tile.state === 'empty' ? LASTING : SHORT }).end()
}

/**
 * Serves `/map/{base|streets}/{z}/{x}/{y}`; false for every other path. 400 for what is not a tile, 404 outside our islands, 204
 * where there is no tile or it cannot be fetched now.
 */
export function mapTileListener(options: Options) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [, set, text = ''] = PREFIX.exec(request.url ?? '') ?? []
    if (set === undefined) return false
    response.setHeader('content-security-policy', NOTHING_ALLOWED)
    answer(request, response, { ...options, set: set as TileSet, text }).catch((error: unknown) => {
      options.logger.error({ error: causeOf(error) }, 'a map tile failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(204, { 'cache-control': SHORT }).end()
    })
    return true
  }
}
