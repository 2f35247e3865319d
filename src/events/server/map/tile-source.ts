import type { TileAddress } from '#events/rules/map-tiles.ts'

/** A tile as it is stored: its media type, and whether its bytes are compressed with gzip. */
export type TileBody = { readonly bytes: Buffer; readonly type: string; readonly gzip: boolean }

/** Where tiles come from. */
export type TileSource = {
  readonly kind: 'vector' | 'raster'
  readonly minZoom: number
  readonly maxZoom: number
  /** Plain text that the licence of the tiles requires; may be empty. */
  readonly credit: string
  /**
   * The tile, or undefined where the source has none. `network` is the visitor's, for limits; it goes nowhere.
   * @throws when it cannot be read.
   */
  read(address: TileAddress, network: string): Promise<TileBody | undefined>
  close(): Promise<void>
}

export const VECTOR_TYPE = 'application/vnd.mapbox-vector-tile'
