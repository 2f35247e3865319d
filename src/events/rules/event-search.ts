import { type PartialPostcode, parsePostcode, startsAs } from '#core/rules/postcode.ts'
import { plainWords, withoutPossessives } from '#core/rules/spelling.ts'
import { NEAR_MILES } from '#events/rules/distance.ts'
import { regionSpellings } from '#events/rules/places/regions.ts'

/** The texts of an event that a visitor searches (EVL-01), with the names of the wire format. */
export type SearchedFields = {
  readonly event_name: string | null
  /** Absent in a private event that is withheld. */
  readonly address_line_1?: string | null
  readonly address_line_2?: string | null
  readonly city: string | null
  readonly state?: string | null
  readonly postcode?: string | null
  readonly country?: string | null
}

/** The searched texts of one event, prepared once. */
export type SearchIndex = {
  /** Every run of whole words, without spaces: `guild`, `hall` and `guildhall`. */
  readonly runs: ReadonlySet<string>
  readonly postcode: PartialPostcode | undefined
}

/** So many words written as one are found, and the other way round. */
const LONGEST_RUN = 4

function addRuns(runs: Set<string>, words: readonly string[]): void {
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to += 1) {
      runs.add(words.slice(from, to).join(''))
    }
  }
}

/** With and without the endings of possessive names: `King’s Lynn` is found as `Kings Lynn` and as `King Lynn`. */
function addText(runs: Set<string>, text: string | null | undefined): void {
  if (!text) return
  const bare = withoutPossessives(text)
  addRuns(runs, plainWords(text))
  if (bare !== text) addRuns(runs, plainWords(bare))
}

/** `Cork`, `Co. Cork` and `County Cork` are one county. A country given as county is in the spellings already. */
function addCounty(
  runs: Set<string>,
  state: readonly string[],
  spellings: readonly string[],
): void {
  if (spellings.includes(state.join(''))) return
  const words = state.filter((word) => word !== 'county' && word !== 'co')
  addRuns(runs, words)
  const county = words.join('')
  if (county !== '') runs.add(`county${county}`).add(`co${county}`)
}

/** A country is found by its whole name only: `Ireland` does not find Northern Ireland. */
function indexOf(
  event: SearchedFields,
  texts: readonly (string | null | undefined)[],
): SearchIndex {
  const spellings = regionSpellings(event)
  const runs = new Set(spellings)
  for (const text of [...texts, event.city, event.postcode]) addText(runs, text)
  if (event.state) addCounty(runs, plainWords(event.state), spellings)
  return { runs, postcode: parsePostcode(event.postcode ?? '') }
}

/** What is derived from an event once, however often a list is searched. */
function remembered<Value>(derive: (event: SearchedFields) => Value) {
  const known = new WeakMap<SearchedFields, { value: Value }>()
  return (event: SearchedFields): Value => {
    const entry = known.get(event) ?? { value: derive(event) }
    known.set(event, entry)
    return entry.value
  }
}

/** Everything that free text may match: name, venue, town, county, postcode and country. */
export const searchIndex = remembered((event) =>
  indexOf(event, [event.event_name, event.address_line_1, event.address_line_2]),
)

/** Name, town, county, postcode and country: an event in 'York Road' is not in York. */
const placeIndex = remembered((event) => indexOf(event, [event.event_name]))

/**
 * Returns whether an index has every word of the text as whole words, in any spelling: 'York' is not in 'Yorkshire', 'Guild Hall' is
 * 'Guildhall', and a partial postcode is in the postcode. False for a text without words. Time: proportional to the text.
 */
export function textMatcher(text: string): (index: SearchIndex) => boolean {
  const given = parsePostcode(text)
  const words = plainWords(text)
  const bare = withoutPossessives(text)
  const bareWords = bare === text ? undefined : plainWords(bare)
  return ({ runs, postcode }) =>
    (given?.outward !== undefined && postcode !== undefined && startsAs(given, postcode)) ||
    fitsWords(runs, words) ||
    (bareWords !== undefined && fitsWords(runs, bareWords))
}

/** Whether the words can be put together from runs. */
function fitsWords(runs: ReadonlySet<string>, words: readonly string[]): boolean {
  // fits[n]: the first n words can.
  const fits = [true]
  for (let end = 1; end <= words.length; end += 1) {
    fits[end] = false
    for (let from = Math.max(0, end - LONGEST_RUN); from < end && !fits[end]; from += 1) {
      fits[end] = fits[from] === true && runs.has(words.slice(from, end).join(''))
    }
  }
  return words.length > 0 && fits[words.length] === true
}

/**
 * Returns whether a typed location finds an event (EVL-01, EVL-07): where it names a place, the events within 30 miles of it and those
 * that have its name; otherwise those that have the text. `miles` is the distance from the place, undefined without a place.
 */
export function locationMatcher(
  location: string,
): (event: SearchedFields, miles: number | undefined) => boolean {
  const matches = textMatcher(location)
  return (event, miles) =>
    miles === undefined
      ? matches(searchIndex(event))
      : miles <= NEAR_MILES || matches(placeIndex(event))
}
