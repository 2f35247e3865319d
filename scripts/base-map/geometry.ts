/** [longitude, latitude] in degrees. */
export type Point = readonly [longitude: number, latitude: number]
export type Ring = readonly Point[]

export type Feature = {
  readonly type: 'Feature'
  readonly properties: Readonly<Record<string, string | number>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
}

/** Britain and Ireland; what lies wholly outside is left out. */
export const BOX = { west: -11, south: 49, east: 3.2, north: 61.2 } as const

export const isInBox = ([longitude, latitude]: Point): boolean =>
  longitude >= BOX.west && longitude <= BOX.east && latitude >= BOX.south && latitude <= BOX.north

const KM_PER_DEGREE = 110.57

/** Kilometres per degree of longitude. */
export const kmPerLongitude = (latitude: number) => 111.32 * Math.cos((latitude * Math.PI) / 180)

/** The area of a ring in square kilometres. */
export function areaOf(ring: Ring): number {
  let doubled = 0
  for (const [index, [x, y]] of ring.entries()) {
    const [beforeX, beforeY] = ring.at(index - 1) ?? [x, y]
    doubled += (x - beforeX) * (y + beforeY)
  }
  const latitude = ring[0]?.[1] ?? 0
  return (Math.abs(doubled) / 2) * kmPerLongitude(latitude) * KM_PER_DEGREE
}

/** The kilometres between two points; good enough for nearby ones. */
export function kmBetween(a: Point, b: Point): number {
  return Math.hypot((a[0] - b[0]) * kmPerLongitude(a[1]), (a[1] - b[1]) * KM_PER_DEGREE)
}

/** A circle as a ring. */
export function circle([longitude, latitude]: Point, km: number): Ring {
  const corners = km > 4 ? 40 : km > 1.5 ? 20 : 12
  return Array.from({ length: corners + 1 }, (_, index) => {
    const angle = ((index % corners) / corners) * 2 * Math.PI
    return [
      longitude + (km * Math.cos(angle)) / kmPerLongitude(latitude),
      latitude + (km * Math.sin(angle)) / KM_PER_DEGREE,
    ]
  })
}

export const feature = (
  properties: Feature['properties'],
  type: string,
  coordinates: unknown,
): Feature => ({ type: 'Feature', properties, geometry: { type, coordinates } })
