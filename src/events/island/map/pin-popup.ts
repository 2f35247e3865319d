import { type LatLng, type Map as LeafletMap, Popup } from 'leaflet'
import { element } from '#events/island/map/dom.ts'
import { ABOVE_PIN } from '#events/island/map/pin-marker.ts'
import type { Pin } from '#events/store/map.ts'
import { MAP_TEXTS, pinName } from '#events/texts/map.ts'

const MOST_WIDE = 260
const MOST_HIGH = 230
const ROOM: [number, number] = [12, 12]

export type OpenedPopup = {
  readonly pins: readonly Pin[]
  readonly at: LatLng
  /** Gets the focus when the popup closes. */
  readonly opener: HTMLElement
  /** The event that was requested, when the pin has several. */
  readonly chosen?: number | undefined
}

function entry(pin: Pin, isChosen: boolean): HTMLElement {
  const link = element('a', { href: pin.href, textContent: pin.name })
  if (isChosen) link.ariaCurrent = 'true'
  const lines = [pin.when, pin.where, pin.note]
    .filter((line) => line !== '')
    .map((line) => element('span', { textContent: line }))
  return element('li', {}, link, ...lines)
}

function content({ pins, chosen }: OpenedPopup, close: () => void): HTMLElement {
  const closeButton = element('button', {
    type: 'button',
    className: 'map-popup__close',
    ariaLabel: MAP_TEXTS.close,
  })
  closeButton.append(element('span', { ariaHidden: 'true', textContent: '×' }))
  closeButton.addEventListener('click', close)
  const entries = pins.map((pin) => entry(pin, pins.length > 1 && pin.id === chosen))
  const list = element('ul', { className: 'map-popup__events' }, ...entries)
  const box = element('div', { className: 'map-popup', role: 'dialog' }, closeButton, list)
  box.ariaLabel = pinName(pins)
  box.tabIndex = -1
  box.addEventListener('keydown', (key) => {
    // Leaflet must not move the map for keys that belong to the popup.
    key.stopPropagation()
    if (key.key === 'Escape') close()
  })
  return box
}

/** The one popup of a map. The focus moves into it, and back to its opener when it closes. */
export function pinPopup(map: LeafletMap) {
  const popup = new Popup({
    closeButton: false,
    closeOnEscapeKey: false,
    autoPanPadding: ROOM,
    maxWidth: MOST_WIDE,
    minWidth: MOST_WIDE - 60,
    maxHeight: MOST_HIGH,
    offset: ABOVE_PIN,
  })
  let opened: OpenedPopup | undefined
  const close = () => {
    popup.close()
  }
  popup.on('remove', () => {
    const { activeElement } = document
    const box = map.getContainer()
    const wasInside = activeElement === document.body || box.contains(activeElement)
    // The button of a card may be off screen: the page follows the focus back to it.
    const opener = opened?.opener
    if (wasInside && opener?.isConnected) opener.focus({ preventScroll: box.contains(opener) })
    opened = undefined
  })
  return {
    close,
    open(next: OpenedPopup): void {
      close()
      opened = next
      const box = content(next, close)
      popup.setLatLng(next.at).setContent(box).openOn(map)
      const chosen = box.querySelector<HTMLElement>('[aria-current]') ?? box
      chosen.focus({ preventScroll: true })
    },
  }
}
