import { STREET_NAMES_FROM } from '#events/island/map/look.ts'
import type { PlacedTile } from '#events/island/map/vector-tiles.ts'

export type PixelPoint = { readonly x: number; readonly y: number }
export type Box = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A town with its position on the canvas. */
export type PlaceName = PixelPoint & { readonly name: string; readonly population: number }
/** A street with the points of its line on the canvas. */
export type StreetName = { readonly name: string; readonly points: readonly PixelPoint[] }

/** A tile, and the position of its corner on the canvas. */
export type TileOnCanvas = {
  readonly tile: PlacedTile
  readonly corner: PixelPoint
  readonly size: number
}

/** From the units of a layer to pixels of the canvas. */
function toCanvas({ tile, corner, size }: TileOnCanvas, extent: number) {
  const scale = (size * tile.scale) / extent
  const x = corner.x - tile.left * size
  const y = corner.y - tile.top * size
  return (point: PixelPoint): PixelPoint => ({ x: x + point.x * scale, y: y + point.y * scale })
}

/** The places that a tile names at this zoom level. */
export function placesOf(at: TileOnCanvas, zoom: number): PlaceName[] {
  const layer = at.tile.data.layers['places']
  if (!layer) return []
  const convert = toCanvas(at, layer.extent)
  const found: PlaceName[] = []
  for (let index = 0; index < layer.length; index += 1) {
    const feature = layer.feature(index)
    const { name, population, min_zoom } = feature.properties
    const point = feature.loadGeometry()[0]?.[0]
    if (!point || typeof name !== 'string' || Number(min_zoom ?? 0) > zoom) continue
    found.push({ name, population: Number(population ?? 0), ...convert(point) })
  }
  return found
}

/** The streets that a tile names at this zoom level. */
export function streetsOf(at: TileOnCanvas, zoom: number): StreetName[] {
  const layer = at.tile.data.layers['roads']
  if (!layer || zoom < STREET_NAMES_FROM || at.tile.set === 'base') return []
  const convert = toCanvas(at, layer.extent)
  const found: StreetName[] = []
  for (let index = 0; index < layer.length; index += 1) {
    const feature = layer.feature(index)
    const { name } = feature.properties
    if (typeof name !== 'string') continue
    for (const line of feature.loadGeometry()) found.push({ name, points: line.map(convert) })
  }
  return found
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

/** Takes boxes in turn; one that overlaps an earlier one gets no room. */
export function freeRoom() {
  const taken: Box[] = []
  return {
    take(box: Box): boolean {
      if (taken.some((other) => overlaps(other, box))) return false
      taken.push(box)
      return true
    },
  }
}

/** The box around a text of half the size `halfWidth` and `halfHeight`, turned by `angle`. */
export function boxAround(
  { x, y }: PixelPoint,
  { halfWidth, halfHeight, angle = 0 }: { halfWidth: number; halfHeight: number; angle?: number },
): Box {
  const cos = Math.abs(Math.cos(angle))
  const sin = Math.abs(Math.sin(angle))
  const width = cos * halfWidth + sin * halfHeight
  const height = sin * halfWidth + cos * halfHeight
  return { left: x - width, top: y - height, right: x + width, bottom: y + height }
}

/** A street's name follows a line that bends by no more than 25 degrees. */
const MOST_BEND = Math.sin((25 * Math.PI) / 180)

const heading = (from: PixelPoint, to: PixelPoint) => Math.atan2(to.y - from.y, to.x - from.x)

/** The first point after `start` that is `length` away on a straight line; undefined when the line bends before. */
function straightEnd(
  points: readonly PixelPoint[],
  start: number,
  length: number,
): PixelPoint | undefined {
  const first = points[start]
  const second = points[start + 1]
  if (!first || !second) return undefined
  const direction = heading(first, second)
  for (let index = start + 1; index < points.length; index += 1) {
    const before = points[index - 1]
    const point = points[index]
    if (!before || !point) return undefined
    if (Math.abs(Math.sin(heading(before, point) - direction)) > MOST_BEND) return undefined
    if (Math.hypot(point.x - first.x, point.y - first.y) >= length) return point
  }
  return undefined
}

/** Where a name of `length` pixels fits on a line: the middle, and the angle that keeps it readable. */
export function fitOnLine(
  points: readonly PixelPoint[],
  length: number,
): (PixelPoint & { readonly angle: number }) | undefined {
  for (const [start, first] of points.entries()) {
    const end = straightEnd(points, start, length)
    if (!end) continue
    const angle = heading(first, end)
    const upright = Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle
    return { x: (first.x + end.x) / 2, y: (first.y + end.y) / 2, angle: upright }
  }
  return undefined
}
