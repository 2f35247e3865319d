import { call } from '#core/contract/call.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { describeMap } from '#events/contract/map.ts'
import type { Streets } from '#events/rules/map-tiles.ts'

/** The streets of a response; undefined for none. */
export function streetsOf({ streets }: OutputOf<typeof describeMap>): Streets | undefined {
  if (streets === null) return undefined
  const { kind, min_zoom: minZoom, max_zoom: maxZoom, credit } = streets
  return { kind, minZoom, maxZoom, credit }
}

/** Which streets the map has; undefined for none, also when that cannot be read: the base map is enough. */
export async function loadStreets(): Promise<Streets | undefined> {
  const answer = await call(describeMap, {})
  return answer.ok ? streetsOf(answer.value) : undefined
}
