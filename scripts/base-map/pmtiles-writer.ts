import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { TileAddress } from '#events/rules/map-tiles.ts'

/** A tile compressed with gzip. */
export type WrittenTile = TileAddress & { readonly data: Buffer }

export type ArchiveOptions = {
  readonly zooms: { readonly least: number; readonly most: number }
  readonly bounds: {
    readonly west: number
    readonly south: number
    readonly east: number
    readonly north: number
  }
  readonly metadata: object
}

type Entry = { id: number; offset: number; length: number; run: number }

const HEADER_BYTES = 127
/** The root directory must lie in the first 16 kB (PMTiles 3, section 3.2). */
const MOST_ROOT_BYTES = 16_384 - HEADER_BYTES
const GZIP = 2
const MVT = 1

const zip = (data: Buffer | string) => gzipSync(data, { level: 9 })

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return [...bytes, rest]
}

/** Tile data without repetitions, and the directory entries that point into it. */
function layOut(tiles: readonly WrittenTile[]) {
  const offsets = new Map<string, number>()
  const chunks: Buffer[] = []
  const entries: Entry[] = []
  let size = 0
  const ordered = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
    .sort((a, b) => a.id - b.id)
  for (const { id, data } of ordered) {
    const key = data.toString('latin1')
    let offset = offsets.get(key)
    if (offset === undefined) {
      offset = size
      offsets.set(key, offset)
      chunks.push(data)
      size += data.byteLength
    }
    const last = entries.at(-1)
    if (last?.offset === offset && last.id + last.run === id) last.run += 1
    else entries.push({ id, offset, length: data.byteLength, run: 1 })
  }
  return { chunks, entries, size }
}

function directory(entries: readonly Entry[]): Buffer {
  const follows = (index: number) => {
    const before = entries[index - 1]
    return before !== undefined && entries[index]?.offset === before.offset + before.length
  }
  const bytes = [
    ...varint(entries.length),
    ...entries.flatMap(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0))),
    ...entries.flatMap(({ run }) => varint(run)),
    ...entries.flatMap(({ length }) => varint(length)),
    ...entries.flatMap(({ offset }, index) => varint(follows(index) ? 0 : offset + 1)),
  ]
  return zip(Buffer.from(bytes))
}

/** A PMTiles 3 archive of vector tiles with one directory. */
export function writeArchive(tiles: readonly WrittenTile[], options: ArchiveOptions): Buffer {
  const { chunks, entries, size } = layOut(tiles)
  const root = directory(entries)
  if (root.byteLength > MOST_ROOT_BYTES) throw new Error('The root directory is too large')
  const metadata = zip(JSON.stringify(options.metadata))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const leaves = HEADER_BYTES + root.byteLength + metadata.byteLength
  const numbers = [
    HEADER_BYTES,
    root.byteLength,
    HEADER_BYTES + root.byteLength,
    metadata.byteLength,
    leaves,
    0,
    leaves,
    size,
    tiles.length,
    entries.length,
    chunks.length,
  ]
  for (const [index, number] of numbers.entries()) {
    header.writeBigUInt64LE(BigInt(number), 8 + index * 8)
  }
  // Clustered; gzip for directories and for tiles; vector tiles; the zoom levels.
  header.set([1, GZIP, GZIP, MVT, options.zooms.least, options.zooms.most], 96)
  const { west, south, east, north } = options.bounds
  const degrees = [west, south, east, north]
  for (const [index, value] of degrees.entries()) {
    header.writeInt32LE(Math.round(value * 1e7), 102 + index * 4)
  }
  header[118] = options.zooms.least
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return Buffer.concat([header, root, metadata, ...chunks])
}
