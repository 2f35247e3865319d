import { LayerGroup, type Map as LeafletMap, type Marker } from 'leaflet'
import {
  type FrameOptions,
  openFrame,
  prefersReducedMotion,
  showView,
  toLatLng,
} from '#events/island/map/frame.ts'
import { buttonMarker, pinButton } from '#events/island/map/pin-marker.ts'
import { pinPopup } from '#events/island/map/pin-popup.ts'
import type { MapView } from '#events/rules/map.ts'
import { groupPins, type PinGroup } from '#events/rules/map-groups.ts'
import type { Pin } from '#events/store/map.ts'
import { pinName } from '#events/texts/map.ts'

/** Closer pins, in pixels, share one. */
const REACH = 38
/** A focused pin is moved into view when it is nearer to the edge than this part of the map. */
const EDGE = -0.08

type Shown = {
  readonly group: PinGroup<Pin>
  readonly button: HTMLButtonElement
  readonly marker: Marker
}

export type EventsMap = {
  setPins(pins: readonly Pin[]): void
  setView(view: MapView): void
  /** Marks the pin of an event, or none. */
  markSelected(id: number | undefined): void
  /** Moves to an event and opens its popup; `opener` gets the focus back. */
  openPin(id: number, opener: HTMLElement): void
  close(): void
}

type Options = FrameOptions & {
  /** The visitor has opened the pin of an event, or of several; then it is the requested event, if any. */
  onOpen(id: number | undefined): void
}

const contains = ({ pins }: PinGroup<Pin>, id: number | undefined) =>
  pins.some((pin) => pin.id === id)

/** The pins of a map, grouped anew at each zoom level. */
function pinLayer(map: LeafletMap, onOpen: Options['onOpen']) {
  const layer = new LayerGroup().addTo(map)
  const popup = pinPopup(map)
  let pins: readonly Pin[] = []
  let shown: Shown[] = []
  let selected: number | undefined

  function open({ group, marker }: Shown, opener: HTMLElement, chosen?: number): void {
    onOpen(group.pins.length === 1 ? group.pins[0]?.id : chosen)
    popup.open({ pins: group.pins, at: marker.getLatLng(), opener, chosen })
  }

  function show(group: PinGroup<Pin>): Shown {
    const button = pinButton(pinName(group.pins), group.pins.length)
    const marker = buttonMarker(map.unproject([group.x, group.y]), button).addTo(layer)
    const one = { group, button, marker }
    button.addEventListener('click', () => open(one, button))
    // Arrow keys on a pin scroll the page, as on any button.
    button.addEventListener('keydown', (key) => key.stopPropagation())
    button.addEventListener('focus', () => {
      marker.setZIndexOffset(1000)
      if (!map.getBounds().pad(EDGE).contains(marker.getLatLng())) map.panTo(marker.getLatLng())
    })
    button.addEventListener('blur', () => marker.setZIndexOffset(0))
    return one
  }

  function mark(): void {
    for (const { group, button } of shown) {
      button.toggleAttribute('data-selected', contains(group, selected))
    }
  }

  function place(): void {
    const focused = shown.find(({ button }) => button === document.activeElement)
    layer.clearLayers()
    const placed = pins.map((pin) => ({ ...map.project(toLatLng(pin.position)), pin }))
    shown = groupPins(placed, REACH).map(show)
    mark()
    const id = focused?.group.pins[0]?.id
    const again = id !== undefined && shown.find(({ group }) => contains(group, id))
    if (again) again.button.focus({ preventScroll: true })
  }

  map.on('zoomstart', popup.close)
  map.on('zoomend', place)
  return {
    set(next: readonly Pin[]): void {
      // A list that is loaded again quietly must not take the focus from a pin.
      if (JSON.stringify(next) === JSON.stringify(pins)) return
      pins = next
      popup.close()
      place()
    },
    select(id: number | undefined): void {
      selected = id
      mark()
    },
    openPin(id: number, opener: HTMLElement): void {
      const found = shown.find(({ group }) => contains(group, id))
      if (!found) return
      // The button of a card may be screens away from the map.
      const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
      map.getContainer().scrollIntoView({ block: 'nearest', behavior })
      map.setView(found.marker.getLatLng(), map.getZoom())
      open(found, opener, id)
    },
  }
}

/** The map of the events' list (EVL-04). */
export function openEventsMap(frame: HTMLElement, options: Options): EventsMap {
  const { map, close } = openFrame(frame, options)
  const pins = pinLayer(map, options.onOpen)
  let positions = options.pins ?? []
  return {
    setPins(next) {
      positions = next.map(({ position }) => position)
      pins.set(next)
    },
    markSelected: pins.select,
    openPin: pins.openPin,
    setView: (view) => showView(map, view, positions),
    close,
  }
}
