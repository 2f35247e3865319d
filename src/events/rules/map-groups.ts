/** Pins that share a place: `x` and `y` in pixels of the map. */
export type PinGroup<Pin> = {
  readonly x: number
  readonly y: number
  readonly pins: readonly Pin[]
}

type Placed<Pin> = { readonly x: number; readonly y: number; readonly pin: Pin }

/**
 * Groups pins that would lie on each other: closer than `reach` pixels to the middle of an earlier group. The groups keep the
 * order of the list, which is the order in which the keyboard reaches them.
 */
export function groupPins<Pin>(placed: readonly Placed<Pin>[], reach: number): PinGroup<Pin>[] {
  const groups: { x: number; y: number; pins: Pin[] }[] = []
  for (const { x, y, pin } of placed) {
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < reach)
    if (near === undefined) {
      groups.push({ x, y, pins: [pin] })
      continue
    }
    near.pins.push(pin)
    near.x += (x - near.x) / near.pins.length
    near.y += (y - near.y) / near.pins.length
  }
  return groups
}
