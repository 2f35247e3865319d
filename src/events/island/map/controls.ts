import type { Map as LeafletMap } from 'leaflet'
import { element } from '#events/island/map/dom.ts'
import { MAP_TEXTS } from '#events/texts/map.ts'

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
export function mapControls(map: LeafletMap): HTMLElement {
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
