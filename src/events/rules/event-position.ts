import { plainWords } from '#core/rules/spelling.ts'
import type { Position } from '#events/rules/distance.ts'
import { findDistrict } from '#events/rules/places/find-place.ts'
import type { Gazetteer } from '#events/rules/places/gazetteer.ts'
import { isInIreland } from '#events/rules/places/regions.ts'

/** The fields that say where an event is, with the names of the wire format. */
export type PlacedFields = {
  /** These four are absent in a private event that is withheld: its town is known (EVD-05). */
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly postcode?: string | null
  readonly country?: string | null
  readonly city: string | null
}

/** The entered position of an event: pins are only there (EVL-04). */
export const exactPosition = ({ latitude, longitude }: PlacedFields): Position | undefined =>
  latitude == null || longitude == null ? undefined : { latitude, longitude }

/** Where an event is, for distances: as entered, else its postcode district, else its town when only one has the name. */
export function eventPosition(event: PlacedFields, gazetteer: Gazetteer): Position | undefined {
  const known = exactPosition(event) ?? findDistrict(event.postcode ?? '', gazetteer)
  if (known !== undefined) return known
  const named = gazetteer.named.get(plainWords(event.city ?? '').join('')) ?? []
  // Without a country, a town of Britain comes before one of Ireland: most events are there.
  const isIrish = isInIreland(event.country) ?? named.every((town) => town.isIrish)
  const towns = named.filter((town) => town.isIrish === isIrish)
  return towns.length === 1 ? towns[0] : undefined
}
