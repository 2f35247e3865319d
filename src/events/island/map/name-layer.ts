import { type Bounds, DomUtil, Layer, type Map as LeafletMap, type Point } from 'leaflet'
import {
  boxAround,
  fitOnLine,
  freeRoom,
  type PlaceName,
  placesOf,
  type StreetName,
  streetsOf,
  type TileOnCanvas,
} from '#events/island/map/labels.ts'
import { placeStyle, TEXT } from '#events/island/map/look.ts'
import { dotsPerPixel, type VectorLayer } from '#events/island/map/vector-layer.ts'
import type { VectorTiles } from '#events/island/map/vector-tiles.ts'

const TILE = 256
/** A name may begin on the tile beside the visible part. */
const MARGIN = 128
/** A long street has its name a few times, not on every stretch. */
const MOST_PER_STREET = 3

type Pen = {
  readonly context: CanvasRenderingContext2D
  readonly family: string
  readonly zoom: number
}
type Room = ReturnType<typeof freeRoom>

function write({ context }: Pen, text: string, x: number, y: number, ink: string): void {
  context.strokeStyle = TEXT.halo
  context.lineWidth = 3
  context.strokeText(text, x, y)
  context.fillStyle = ink
  context.fillText(text, x, y)
}

function writePlace(pen: Pen, room: Room, { name, population, x, y }: PlaceName): void {
  const { context, family, zoom } = pen
  const { size, weight, hasDot } = placeStyle(population, zoom)
  context.font = `${weight} ${size}px ${family}`
  const halfWidth = context.measureText(name).width / 2 + 3
  const halfHeight = size / 2 + 1
  const middle = hasDot ? y - halfHeight - 3 : y
  if (!room.take(boxAround({ x, y: middle }, { halfWidth, halfHeight }))) return
  write(pen, name, x, middle, TEXT.ink)
  if (!hasDot) return
  context.beginPath()
  context.arc(x, y, 2, 0, 2 * Math.PI)
  context.fill()
}

function writeStreet(pen: Pen, room: Room, { name, points }: StreetName): boolean {
  const { context, family } = pen
  context.font = `500 12px ${family}`
  const halfWidth = context.measureText(name).width / 2 + 4
  const fit = fitOnLine(points, 2 * halfWidth)
  if (!fit || !room.take(boxAround(fit, { halfWidth, halfHeight: 8, angle: fit.angle })))
    return false
  context.save()
  context.translate(fit.x, fit.y)
  context.rotate(fit.angle)
  write(pen, name, 0, 0, TEXT.street)
  context.restore()
  return true
}

/** Writes the names, the larger places first and none over another. */
function writeNames(pen: Pen, tiles: readonly TileOnCanvas[]): void {
  const room = freeRoom()
  const places = tiles.flatMap((tile) => placesOf(tile, pen.zoom))
  // Neighbouring tiles repeat the names near their edge.
  const written = new Map<string, number>()
  for (const place of places.sort((a, b) => b.population - a.population)) {
    const key = `${place.name} ${Math.round(place.x / 40)} ${Math.round(place.y / 40)}`
    if (!written.has(key)) writePlace(pen, room, place)
    written.set(key, 1)
  }
  for (const street of tiles.flatMap((tile) => streetsOf(tile, pen.zoom))) {
    const times = written.get(street.name) ?? 0
    if (times < MOST_PER_STREET && writeStreet(pen, room, street)) {
      written.set(street.name, times + 1)
    }
  }
}

/** The tiles in view, each only once although several squares may lie in one. */
async function tilesInView(tiles: VectorTiles, zoom: number, bounds: Bounds) {
  const { min, max } = bounds as { min: Point; max: Point }
  const found: Promise<TileOnCanvas | undefined>[] = []
  const seen = new Set<string>()
  const first = min.subtract([MARGIN, MARGIN]).divideBy(TILE).floor()
  const last = max.add([MARGIN, MARGIN]).divideBy(TILE).floor()
  for (let x = first.x; x <= last.x; x += 1) {
    for (let y = first.y; y <= last.y; y += 1) {
      const corner = { x: x * TILE - min.x, y: y * TILE - min.y }
      const tile = tiles({ z: zoom, x, y }).then((one) => {
        if (!one || seen.has(one.key)) return undefined
        seen.add(one.key)
        return { tile: one, corner, size: TILE }
      })
      found.push(tile)
    }
  }
  return (await Promise.all(found)).filter((tile) => tile !== undefined)
}

/** The names of places and streets on one canvas above the tiles, drawn again when the map has come to rest. */
export class NameLayer extends Layer {
  readonly ground: VectorLayer
  readonly canvas = document.createElement('canvas')
  /** Above the vector tiles, below images that contain names. */
  readonly paneName: string
  frame: number | undefined

  constructor(ground: VectorLayer, paneName: string) {
    super()
    this.ground = ground
    this.paneName = paneName
    this.canvas.className = 'leaflet-zoom-hide'
    this.canvas.setAttribute('aria-hidden', 'true')
  }

  override onAdd(map: LeafletMap): this {
    map.getPane(this.paneName)?.append(this.canvas)
    this.ground.on('painted', this.drawSoon, this)
    map.on('moveend zoomend resize', this.drawSoon, this)
    this.drawSoon()
    return this
  }

  override onRemove(map: LeafletMap): this {
    this.ground.off('painted', this.drawSoon, this)
    map.off('moveend zoomend resize', this.drawSoon, this)
    if (this.frame !== undefined) cancelAnimationFrame(this.frame)
    this.canvas.remove()
    return this
  }

  drawSoon(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined
      void this.draw()
    })
  }

  async draw(): Promise<void> {
    const map = this._map as LeafletMap | null
    if (!map) return
    const zoom = map.getZoom()
    const bounds = map.getPixelBounds()
    const tiles = await tilesInView(this.ground.tiles, zoom, bounds)
    const context = this.canvas.getContext('2d')
    const isOutdated = !this.canvas.isConnected || zoom !== map.getZoom()
    if (isOutdated || !context || !map.getPixelBounds().equals(bounds)) return
    const size = map.getSize()
    const dots = dotsPerPixel()
    this.canvas.width = size.x * dots
    this.canvas.height = size.y * dots
    this.canvas.style.width = `${size.x}px`
    this.canvas.style.height = `${size.y}px`
    DomUtil.setPosition(this.canvas, map.containerPointToLayerPoint([0, 0]))
    context.scale(dots, dots)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    const family = getComputedStyle(map.getContainer()).fontFamily
    writeNames({ context, family, zoom }, tiles)
  }
}
