import { milesBetween, type Position } from '#events/rules/distance.ts'
import { findDistrict } from '#events/rules/places/find-place.ts'
import type { Gazetteer } from '#events/rules/places/gazetteer.ts'

/** The codes of all postcode districts and areas within so many miles of a position. */
export const districtsNear = (at: Position, miles: number, { districts }: Gazetteer): string[] =>
  [...districts].filter(([, position]) => milesBetween(position, at) <= miles).map(([code]) => code)

/** The district of a postcode, or an area alone ('IP'), as notices of events store it. Undefined when it is unknown. */
export function noticeDistrict(text: string, gazetteer: Gazetteer): string | undefined {
  const area = text.trim().toUpperCase()
  return findDistrict(text, gazetteer)?.label ?? (gazetteer.districts.has(area) ? area : undefined)
}
