import { parsePostcode } from '#core/rules/postcode.ts'
import { plainWords } from '#core/rules/spelling.ts'

/** The fields of an event that say in which country it is, with the names of the wire format. */
export type RegionFields = {
  readonly state?: string | null
  readonly postcode?: string | null
  readonly country?: string | null
}

/** The countries and islands that a visitor can search by, each with the names that people type. */
const REGIONS = {
  England: ['England'],
  Scotland: ['Scotland', 'Alba'],
  Wales: ['Wales', 'Cymru'],
  'Northern Ireland': ['Northern Ireland'],
  Ireland: ['Ireland', 'Republic of Ireland', 'Eire', 'ROI'],
  'United Kingdom': ['United Kingdom', 'UK', 'Great Britain', 'Britain', 'GB'],
  'Isle of Man': ['Isle of Man'],
  Jersey: ['Jersey'],
  Guernsey: ['Guernsey'],
  'Channel Islands': ['Channel Islands'],
} as const
type Region = keyof typeof REGIONS

const regionsIn = Object.keys(REGIONS) as Region[]
const plain = (text: string) => plainWords(text).join('')
const SPELLINGS = new Map(regionsIn.map((region) => [region, REGIONS[region].map(plain)]))
const BY_NAME = new Map(
  [...SPELLINGS].flatMap(([region, names]) => names.map((name) => [name, region] as const)),
)

/** Postcode areas by region. Those across the border of Wales (SY, CH, HR, LD) and of Scotland (TD, DG) are in both. */
const AREAS: readonly (readonly [readonly Region[], string])[] = [
  [['Northern Ireland'], 'BT'],
  [['Scotland'], 'AB DD EH FK G HS IV KA KW KY ML PA PH ZE'],
  [['Scotland', 'England'], 'DG TD'],
  [['Wales'], 'CF LL NP SA'],
  [['Wales', 'England'], 'CH HR LD SY'],
  [['Isle of Man'], 'IM'],
  [['Jersey', 'Channel Islands'], 'JE'],
  [['Guernsey', 'Channel Islands'], 'GY'],
]
const BY_AREA = new Map(
  AREAS.flatMap(([regions, areas]) => areas.split(' ').map((area) => [area, regions] as const)),
)
const CROWN_DEPENDENCIES = new Set(['IM', 'JE', 'GY'])

/** The country or island that a text names, or undefined. Examples: `Republic of Ireland` is Ireland, `uk` the United Kingdom. */
export const regionNamed = (text: string): string | undefined => BY_NAME.get(plain(text))

function regionsOf({ state, postcode, country }: RegionFields): Set<Region> {
  const regions = new Set<Region>()
  for (const text of [country, state]) {
    const named = text ? BY_NAME.get(plain(text)) : undefined
    if (named !== undefined) regions.add(named)
  }
  const given = parsePostcode(postcode ?? '')
  // An Eircode has its routing key as area.
  if (given === undefined || regions.has('Ireland')) return regions
  if (given.area === given.outward) return regions.add('Ireland')
  for (const region of BY_AREA.get(given.area) ?? ['England' as const]) regions.add(region)
  if (!CROWN_DEPENDENCIES.has(given.area)) regions.add('United Kingdom')
  return regions
}

/** Every spelling of the countries and islands that an event is in, each as one word: `ireland`, `republicofireland`. */
export const regionSpellings = (event: RegionFields): string[] =>
  [...regionsOf(event)].flatMap((region) => SPELLINGS.get(region) ?? [])

/** Whether an event is in Ireland; undefined when its country is not given. */
export function isInIreland(country: string | null | undefined): boolean | undefined {
  const region = BY_NAME.get(plain(country ?? ''))
  return region && region === 'Ireland'
}
