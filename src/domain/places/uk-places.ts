import { DISTRICT_LINES } from '#domain/places/district-lines.ts'
import { type Gazetteer, readGazetteer } from '#domain/places/gazetteer.ts'
import { TOWN_LINES } from '#domain/places/town-lines.ts'

let known: Gazetteer | undefined

/**
 * The districts and towns of the United Kingdom, read at the first call. About 25 kB compressed: the browser imports this module
 * when a visitor searches.
 */
export function ukPlaces(): Gazetteer {
  known ??= readGazetteer(DISTRICT_LINES, TOWN_LINES)
  return known
}
