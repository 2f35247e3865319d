import { type FileHandle, open } from 'node:fs/promises'
import {
  Compression,
  type Header,
  PMTiles,
  ResolvedValueCache,
  type Source,
  TileType,
} from 'pmtiles'
import { TILE_ZOOMS } from '#events/rules/map-tiles.ts'
import { type TileSource, VECTOR_TYPE } from '#events/server/map/tile-source.ts'

const MEDIA_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: VECTOR_TYPE,
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

const LONGEST_CREDIT = 200

/** Positioned reads of an open file. */
const sourceOf = (file: FileHandle, key: string): Source => ({
  getKey: () => key,
  async getBytes(offset, length) {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    // The first read may go beyond the end of a small file.
    if (bytesRead < length && offset > 0) throw new Error('The file is cut short')
    return { data: bytes.buffer.slice(0, bytesRead) }
  },
})

/** The attribution of a file's metadata without markup: it is shown as text. */
function creditOf(metadata: unknown): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown }
  if (typeof attribution !== 'string') return ''
  const text = attribution
    .replace(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
  return text.trim().slice(0, LONGEST_CREDIT)
}

/** Why the tiles of a file cannot be served; undefined when they can. */
function faultOf({ tileType, tileCompression, minZoom, maxZoom }: Header): string | undefined {
  if (MEDIA_TYPES[tileType] === undefined) return 'its tiles are of an unknown type'
  if (tileCompression !== Compression.Gzip && tileCompression !== Compression.None) {
    return 'its tiles must be compressed with gzip or not at all'
  }
  const isUsed = minZoom <= TILE_ZOOMS.most && maxZoom >= TILE_ZOOMS.least
  return isUsed ? undefined : 'it has no zoom level that the map shows'
}

/**
 * Opens a PMTiles file; its tiles are read one by one and passed on as they are stored.
 * @throws when it cannot be read, or is not a PMTiles file with tiles that can be served.
 */
export async function openPmtiles(path: string): Promise<TileSource> {
  const file = await open(path)
  try {
    const source = sourceOf(file, path)
    const directories = new ResolvedValueCache()
    // Only the cache decompresses, and it reads only directories.
    const stored = new PMTiles(source, directories, (bytes) => Promise.resolve(bytes))
    const header = await stored.getHeader()
    const fault = faultOf(header)
    if (fault !== undefined) throw new Error(fault)
    const type = MEDIA_TYPES[header.tileType] ?? VECTOR_TYPE
    return {
      kind: header.tileType === TileType.Mvt ? 'vector' : 'raster',
      minZoom: Math.max(header.minZoom, TILE_ZOOMS.least),
      maxZoom: Math.min(header.maxZoom, TILE_ZOOMS.most),
      credit: creditOf(await new PMTiles(source, directories).getMetadata()),
      async read({ z, x, y }) {
        const tile = await stored.getZxy(z, x, y)
        if (tile === undefined) return undefined
        const gzip = header.tileCompression === Compression.Gzip
        return { bytes: Buffer.from(tile.data), type, gzip }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}
