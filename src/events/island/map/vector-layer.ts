import type { VectorTileFeature, VectorTileLayer } from '@mapbox/vector-tile'
import { type Coords, type DoneCallback, GridLayer } from 'leaflet'
import { BASE_RULES, type Rule, STREET_RULES } from '#events/island/map/look.ts'
import type { PlacedTile, VectorTiles } from '#events/island/map/vector-tiles.ts'

const POLYGON = 3

/** From the units of a tile to pixels of the part that is drawn. */
type Placing = { readonly scale: number; readonly left: number; readonly top: number }

function trace(context: CanvasRenderingContext2D, feature: VectorTileFeature, placing: Placing) {
  context.beginPath()
  for (const ring of feature.loadGeometry()) {
    for (const [index, { x, y }] of ring.entries()) {
      const to = [x * placing.scale - placing.left, y * placing.scale - placing.top] as const
      if (index === 0) context.moveTo(...to)
      else context.lineTo(...to)
    }
  }
}

function prepare(context: CanvasRenderingContext2D, rule: Rule, zoom: number): void {
  context.globalCompositeOperation = rule.onLand ? 'source-atop' : 'source-over'
  context.fillStyle = rule.fill ?? 'transparent'
  context.strokeStyle = rule.line?.color ?? 'transparent'
  context.lineWidth = rule.width?.(zoom) ?? 0
  context.setLineDash([...(rule.line?.dash ?? [])])
}

const isUsed = ({ from = 0, to = Number.POSITIVE_INFINITY }: Rule, zoom: number) =>
  zoom >= from && zoom <= to

/** The features of a layer that a rule draws. */
function* drawn(layer: VectorTileLayer, { kinds }: Rule): Generator<VectorTileFeature> {
  for (let index = 0; index < layer.length; index += 1) {
    const feature = layer.feature(index)
    if (!kinds || kinds.includes(String(feature.properties['kind']))) yield feature
  }
}

/** Draws the part of a tile that lies in a square of `size` pixels. */
function paintTile(
  context: CanvasRenderingContext2D,
  tile: PlacedTile,
  { zoom, size }: { zoom: number; size: number },
): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  const rules = tile.set === 'base' ? BASE_RULES : STREET_RULES
  for (const rule of rules) {
    const layer = tile.data.layers[rule.layer]
    if (!layer || !isUsed(rule, zoom)) continue
    prepare(context, rule, zoom)
    const scale = (size * tile.scale) / layer.extent
    const placing = { scale, left: tile.left * size, top: tile.top * size }
    for (const feature of drawn(layer, rule)) {
      trace(context, feature, placing)
      if (rule.fill && feature.type === POLYGON) context.fill()
      if (rule.line) context.stroke()
    }
  }
}

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
