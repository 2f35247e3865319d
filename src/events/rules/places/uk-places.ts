import { DISTRICT_LINES } from '#events/rules/places/district-lines.ts'
import { type Gazetteer, readGazetteer } from '#events/rules/places/gazetteer.ts'
import { IRISH_TOWN_LINES, ROUTING_KEY_LINES } from '#events/rules/places/ireland-lines.ts'
import { TOWN_LINES } from '#events/rules/places/town-lines.ts'

/** What the site ships. */
export const PLACE_LINES = {
  districts: DISTRICT_LINES,
  towns: TOWN_LINES,
  routingKeys: ROUTING_KEY_LINES,
  irishTowns: IRISH_TOWN_LINES,
}

let known: Gazetteer | undefined

/**
 * The districts and towns of the United Kingdom, Ireland, the Isle of Man and the Channel Islands, read at the first call. About 25 kB compressed: the browser imports this module
 * when a visitor searches.
 */
export function ukPlaces(): Gazetteer {
  known ??= readGazetteer(PLACE_LINES)
  return known
}
