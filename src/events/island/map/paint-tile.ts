import type { VectorTileFeature, VectorTileLayer } from '@mapbox/vector-tile'
import { BASE_RULES, type Rule, STREET_RULES } from '#events/island/map/look.ts'
import type { PlacedTile } from '#events/island/map/vector-tiles.ts'

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
export function paintTile(
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
