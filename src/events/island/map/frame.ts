import {
  Map as LeafletMap,
  latLng,
  type MapOptions,
  type PanOptions,
  type PointExpression,
  TileLayer,
} from 'leaflet'
import { element } from '#events/island/map/dom.ts'
import { NameLayer } from '#events/island/map/name-layer.ts'
import { VectorLayer } from '#events/island/map/vector-layer.ts'
import { type VectorSet, vectorTiles } from '#events/island/map/vector-tiles.ts'
import type { Position } from '#events/rules/distance.ts'
import { frameView, ISLANDS, type MapView, ZOOMS } from '#events/rules/map.ts'
import { BASE_ZOOMS, type Streets, tilePath } from '#events/rules/map-tiles.ts'
import { BASE_MAP_CREDITS, type Credit, MAP_TEXTS } from '#events/texts/map.ts'

const BASE: VectorSet = { set: 'base', minZoom: BASE_ZOOMS.least, maxZoom: BASE_ZOOMS.most }

/** Names are above the vector tiles and below images, which contain names. */
const NAMES = { pane: 'names', zIndex: '250' } as const
const IMAGES = { pane: 'images', zIndex: '300' } as const

function addPane(map: LeafletMap, { pane, zIndex }: typeof NAMES | typeof IMAGES): void {
  const { style } = map.createPane(pane)
  style.zIndex = zIndex
  style.pointerEvents = 'none'
}

/**
 * Adds the ground: vector streets where there are any, else the base map; images of streets above it. Where a tile of the
 * streets cannot be had, the base map shows.
 */
function addGround(map: LeafletMap, streets: Streets | undefined): void {
  const hasVectors = streets?.kind === 'vector'
  const own: VectorSet[] = hasVectors
    ? [{ set: 'streets', minZoom: streets.minZoom, maxZoom: streets.maxZoom }]
    : []
  const ground = new VectorLayer(vectorTiles([...own, BASE])).addTo(map)
  addPane(map, NAMES)
  new NameLayer(ground, NAMES.pane).addTo(map)
  if (streets?.kind !== 'raster') return
  addPane(map, IMAGES)
  const images = new TileLayer('', {
    pane: IMAGES.pane,
    minZoom: streets.minZoom,
    maxNativeZoom: streets.maxZoom,
    bounds: [
      [ISLANDS.south, ISLANDS.west],
      [ISLANDS.north, ISLANDS.east],
    ],
  })
  images.getTileUrl = (address) => tilePath('streets', address)
  images.addTo(map)
}

/** Whether the visitor prefers less motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
/** On touch screens one finger scrolls the page; two move the map. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

function optionsOf(): MapOptions {
  const moves = !prefersReducedMotion()
  return {
    minZoom: ZOOMS.least,
    maxZoom: ZOOMS.most,
    maxBounds: [
      [ISLANDS.south, ISLANDS.west],
      [ISLANDS.north, ISLANDS.east],
    ],
    // Both write HTML, which Trusted Types refuses.
    attributionControl: false,
    zoomControl: false,
    // The wheel and one finger scroll the page.
    scrollWheelZoom: false,
    dragging: !isTouch(),
    bounceAtZoomLimits: false,
    keyboardPanDelta: 120,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
  }
}

/** Leaflet's map within our islands; without any animation for visitors who prefer less motion. */
class ReducedMotionMap extends LeafletMap {
  constructor(box: HTMLElement) {
    super(box, optionsOf())
  }

  // Leaflet has no option for this: arrow keys and popups that move into view animate.
  override panBy(offset: PointExpression, options?: PanOptions): this {
    return super.panBy(offset, prefersReducedMotion() ? { ...options, animate: false } : options)
  }
}

/** How far a button moves the map, as a part of its size. */
const STEP = 1 / 3

function controlButton(label: string, sign: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'map-controls__button' })
  button.append(element('span', { ariaHidden: 'true', textContent: sign }))
  button.ariaLabel = label
  button.addEventListener('click', onClick)
  return button
}

/** Buttons to zoom and to move: neither needs dragging or two fingers (WCAG 2.5.1, 2.5.7). */
function mapControls(map: LeafletMap): HTMLElement {
  const move = (x: number, y: number) => () => {
    const size = map.getSize()
    map.panBy([x * STEP * size.x, y * STEP * size.y])
  }
  const zoomIn = controlButton(MAP_TEXTS.zoomIn, '+', () => map.zoomIn())
  const zoomOut = controlButton(MAP_TEXTS.zoomOut, '−', () => map.zoomOut())
  // Not `disabled`: the focus would be lost at the last step.
  const tell = () => {
    zoomIn.ariaDisabled = String(map.getZoom() >= map.getMaxZoom())
    zoomOut.ariaDisabled = String(map.getZoom() <= map.getMinZoom())
  }
  map.on('zoomend', tell)
  tell()
  return element(
    'div',
    { className: 'map-controls', role: 'group', ariaLabel: MAP_TEXTS.zoom },
    zoomIn,
    zoomOut,
    controlButton(MAP_TEXTS.west, '←', move(-1, 0)),
    controlButton(MAP_TEXTS.north, '↑', move(0, -1)),
    controlButton(MAP_TEXTS.south, '↓', move(0, 1)),
    controlButton(MAP_TEXTS.east, '→', move(1, 0)),
  )
}

export const toLatLng = ({ latitude, longitude }: Position) => latLng(latitude, longitude)

function creditLine(streets: Streets | undefined): HTMLElement {
  const own: Credit[] = streets && streets.credit !== '' ? [{ text: streets.credit }] : []
  const parts = [...own, ...BASE_MAP_CREDITS].flatMap(({ text, href }, index) => [
    ...(index === 0 ? [] : [' · ']),
    href === undefined ? text : element('a', { href, textContent: text }),
  ])
  return element('p', { className: 'map-credit' }, ...parts)
}

export type FrameOptions = {
  readonly label: string
  readonly view: MapView
  /** Of a map of several events: they may widen the view. */
  readonly pins?: readonly Position[]
  readonly streets: Streets | undefined
}

/** Moves immediately to the view that a map of this size begins with. */
export function showView(map: LeafletMap, view: MapView, pins: readonly Position[]): void {
  const { x: width, y: height } = map.getSize()
  const { center, zoom } = frameView(view, pins, { width, height })
  map.setView(toLatLng(center), zoom, { animate: false })
}

/** Builds a map into an empty element: the map, its buttons, and the credits. */
export function openFrame(frame: HTMLElement, { label, view, pins = [], streets }: FrameOptions) {
  const box = element('div', { className: 'map-canvas', role: 'region', ariaLabel: label })
  frame.replaceChildren(box)
  const map = new ReducedMotionMap(box)
  showView(map, view, pins)
  addGround(map, streets)
  const hint = element('p', { className: 'map-hint', textContent: MAP_TEXTS.twoFingers })
  frame.append(mapControls(map), hint, creditLine(streets))
  return {
    map,
    close(): void {
      map.remove()
      frame.replaceChildren()
    },
  }
}
