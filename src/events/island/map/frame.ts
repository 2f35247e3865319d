import { type Map as LeafletMap, latLng } from 'leaflet'
import { mapControls } from '#events/island/map/controls.ts'
import { element } from '#events/island/map/dom.ts'
import { addGround } from '#events/island/map/ground.ts'
import { ReducedMotionMap } from '#events/island/map/reduced-motion-map.ts'
import type { Position } from '#events/rules/distance.ts'
import { frameView, type MapView } from '#events/rules/map.ts'
import type { Streets } from '#events/rules/map-tiles.ts'
import { BASE_MAP_CREDITS, type Credit, MAP_TEXTS } from '#events/texts/map.ts'

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
