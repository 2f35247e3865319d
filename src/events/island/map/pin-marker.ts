import { DivIcon, DomEvent, type LatLng, Marker } from 'leaflet'
import { element } from '#events/island/map/dom.ts'

const SIZE: [number, number] = [44, 48]
/** The point of the pin. */
const ANCHOR: [number, number] = [22, 46]
/** Between the point of the pin and the popup's. */
export const ABOVE_PIN: [number, number] = [0, -38]

const shape = () => element('span', { className: 'map-pin__shape', ariaHidden: 'true' })

/** Leaflet's own events are off: it supports neither real buttons nor the space bar. */
const marker = (at: LatLng, html: HTMLElement) =>
  new Marker(at, {
    icon: new DivIcon({ html, className: 'map-pin-box', iconSize: SIZE, iconAnchor: ANCHOR }),
    interactive: false,
    keyboard: false,
  })

/** A pin for one or more events: a button in the order of the list. */
export function pinButton(name: string, count: number): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'map-pin' }, shape())
  button.ariaLabel = name
  button.ariaHasPopup = 'dialog'
  if (count > 1) {
    const number = { className: 'map-pin__count', ariaHidden: 'true', textContent: String(count) }
    button.append(element('span', number))
  }
  // A click or a press on a pin must not move the map.
  DomEvent.disableClickPropagation(button)
  return button
}

export const buttonMarker = (at: LatLng, button: HTMLButtonElement) => marker(at, button)

/** A pin with its name below, for the map of one event. */
export function namedMarker(at: LatLng, { short, full }: { short: string; full: string }): Marker {
  const label = element('span', { className: 'map-pin__label', textContent: short })
  label.ariaHidden = 'true'
  const pin = element('div', { className: 'map-pin', role: 'img', ariaLabel: full }, shape(), label)
  return marker(at, pin)
}
