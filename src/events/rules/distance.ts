/** A point on the earth in degrees, WGS 84. */
export type Position = { readonly latitude: number; readonly longitude: number }

const EARTH_RADIUS_MILES = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance of two positions in miles. */
export function milesBetween(a: Position, b: Position): number {
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  // Rounding may exceed 1 for opposite points, which asin does not accept.
  const half = Math.min(1, latitude + cosines * longitude)
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(half))
}

/** How far an event may be from a place to be near it (EVL-07, EVL-10). */
export const NEAR_MILES = 30
