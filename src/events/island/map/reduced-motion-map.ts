import { Map as LeafletMap, type MapOptions, type PanOptions, type PointExpression } from 'leaflet'
import { ISLANDS, ZOOMS } from '#events/rules/map.ts'

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
export class ReducedMotionMap extends LeafletMap {
  constructor(box: HTMLElement) {
    super(box, optionsOf())
  }

  // Leaflet has no option for this: arrow keys and popups that move into view animate.
  override panBy(offset: PointExpression, options?: PanOptions): this {
    return super.panBy(offset, prefersReducedMotion() ? { ...options, animate: false } : options)
  }
}
