import { plainWords } from '#core/rules/spelling.ts'
import type { Position } from '#events/rules/distance.ts'

/** A place that a visitor can name; `label` is its postcode district, area or name, and finds it again. */
export type Place = Position & { readonly label: string }

/** A town with its name in the spelling that is compared; `bare` is without the addition that says which. */
export type Town = Place & {
  readonly key: string
  readonly words: string
  readonly bare: string
  readonly isIrish: boolean
}

/** Postcode districts and areas, and Irish routing keys, by their code; the towns by name. */
export type Gazetteer = {
  readonly districts: ReadonlyMap<string, Position>
  readonly towns: readonly Town[]
  /** The towns by `bare` name. */
  readonly named: ReadonlyMap<string, readonly Town[]>
}

const HUNDREDTHS = 100
const START = { latitude: 5200, longitude: -150 }

const degrees = (latitude: number, longitude: number): Position => ({
  latitude: latitude / HUNDREDTHS,
  longitude: longitude / HUNDREDTHS,
})

const pairOf = (text: string) => {
  const [latitude = 0, longitude = 0] = text.split(',').map(Number)
  return { latitude, longitude }
}

/** Where several districts are on average. */
function addMiddle(name: string, parts: readonly Position[], districts: Map<string, Position>) {
  const sum = { latitude: 0, longitude: 0 }
  for (const { latitude, longitude } of parts) {
    sum.latitude += latitude / parts.length
    sum.longitude += longitude / parts.length
  }
  if (!districts.has(name)) districts.set(name, sum)
}

/** Reads one line of `district-lines.ts` into `districts`, with the area itself, and SW1 when there are only SW1A, SW1E … */
function readArea(line: string, districts: Map<string, Position>): void {
  const [area = '', ...items] = line.split(' ')
  let { latitude, longitude } = START
  const wider = new Map<string, Position[]>()
  const addTo = (name: string, at: Position) => {
    const parts = wider.get(name)
    if (parts === undefined) wider.set(name, [at])
    else parts.push(at)
  }
  let last = 0
  for (const item of items) {
    const [given, difference = ''] = item.split(':')
    const name = given || String(last + 1)
    const by = pairOf(difference)
    latitude += by.latitude
    longitude += by.longitude
    const at = degrees(latitude, longitude)
    if (/^\d+$/.test(name)) last = Number(name)
    districts.set(area + name, at)
    addTo(area, at)
    if (/[A-Z]$/.test(name)) addTo(area + name.slice(0, -1), at)
  }
  for (const [name, parts] of wider) addMiddle(name, parts, districts)
}

/** One item of a list: `name:latitude,longitude`. */
function readItem(item: string): Place {
  const [label = '', at = ''] = item.split(':')
  const { latitude, longitude } = pairOf(at)
  return { label, ...degrees(latitude, longitude) }
}

const readItems = (lines: string) => lines.trim().split(/[\n;]/).map(readItem)

function townOf(place: Place, isIrish: boolean): Town {
  const { label } = place
  const bare = plainWords(label.replace(/ \(.*$/, ''))
  return {
    ...place,
    isIrish,
    key: plainWords(label).join(''),
    words: `${bare.join(' ')} `,
    bare: bare.join(''),
  }
}

/** The compact lists of places. */
export type PlaceLines = {
  readonly districts: string
  readonly towns: string
  readonly routingKeys: string
  readonly irishTowns: string
}

/** A routing key of Dublin (`D02`) is also written `Dublin 2`. */
function dublinDistrict({ label, ...at }: Place): Place[] {
  const [, number] = /^D0?(\d+W?)$/.exec(label) ?? []
  return number === undefined ? [] : [{ label: `Dublin ${number}`, ...at }]
}

/** Reads the compact lists of `district-lines.ts`, `town-lines.ts` and `ireland-lines.ts`. */
export function readGazetteer(lines: PlaceLines): Gazetteer {
  const districts = new Map<string, Position>()
  for (const line of lines.districts.trim().split('\n')) readArea(line, districts)
  const keys = readItems(lines.routingKeys)
  for (const { label, ...at } of keys) if (!districts.has(label)) districts.set(label, at)
  const irish = [...readItems(lines.irishTowns), ...keys.flatMap(dublinDistrict)]
  const towns = [
    ...readItems(lines.towns).map((place) => townOf(place, false)),
    ...irish.map((place) => townOf(place, true)),
  ]
  // Not Map.groupBy: this runs in older browsers too.
  const named = new Map<string, Town[]>()
  for (const town of towns) named.set(town.bare, [...(named.get(town.bare) ?? []), town])
  return { districts, towns, named }
}
