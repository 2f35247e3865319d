import { type Coords, type DoneCallback, GridLayer } from 'leaflet'
import { paintTile } from '#events/island/map/paint-tile.ts'
import type { VectorTiles } from '#events/island/map/vector-tiles.ts'

/** More dots per pixel cost memory and show no more. */
export const dotsPerPixel = () => Math.min(2, window.devicePixelRatio || 1)

/** Areas and lines of vector tiles, each drawn on its canvas. Fires `painted` after each. */
export class VectorLayer extends GridLayer {
  readonly tiles: VectorTiles

  constructor(tiles: VectorTiles) {
    super({ keepBuffer: 1 })
    this.tiles = tiles
  }

  protected override createTile({ x, y, z }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const size = this.getTileSize().x
    const dots = dotsPerPixel()
    canvas.width = size * dots
    canvas.height = size * dots
    const paint = async () => {
      const tile = await this.tiles({ z, x, y })
      const context = canvas.getContext('2d')
      if (tile && context) {
        context.scale(dots, dots)
        paintTile(context, tile, { zoom: z, size })
      }
      this.fire('painted')
    }
    paint().then(
      () => done(undefined, canvas),
      (error: Error) => done(error, canvas),
    )
    return canvas
  }
}
