import { districtsOf, type PartialPostcode, parsePostcode } from '#core/rules/postcode.ts'
import { plainWords } from '#core/rules/spelling.ts'
import type { Gazetteer, Place, Town } from '#events/rules/places/gazetteer.ts'

/** What a text means as a place. */
export type FoundPlace =
  /** `others`: further places whose name begins with the text. */
  | { readonly kind: 'place'; readonly place: Place; readonly others: readonly Place[] }
  /** Several places have the name. */
  | { readonly kind: 'ambiguous'; readonly choices: readonly Place[] }
  /** No place has the name, but some begin so. */
  | { readonly kind: 'similar'; readonly choices: readonly Place[] }
  | { readonly kind: 'unknown' }

const MOST_CHOICES = 8
/** A shorter beginning fits too many names. */
const SHORTEST_BEGINNING = 3
const WITHIN_TEXT = /\b(?:[A-Z]\d[\dW]\s*[A-Z\d]{4}|[A-Z]{1,2}\d[A-Z\d]?(?:\s*\d[A-Z]{2})?)\b/i

const UNKNOWN: FoundPlace = { kind: 'unknown' }

/** The district of a postcode; its area when the district is not known. */
function findPostcode(given: PartialPostcode, { districts }: Gazetteer): Place | undefined {
  for (const district of districtsOf(given)) {
    const at = districts.get(district)
    if (at !== undefined) return { label: district, ...at }
  }
  const at = districts.get(given.area)
  return at && { label: given.area, ...at }
}

const placeOf = ({ label, latitude, longitude }: Town): Place => ({ label, latitude, longitude })
const some = (towns: readonly Town[]) => towns.slice(0, MOST_CHOICES).map(placeOf)

function findName(text: string, { towns, named }: Gazetteer): FoundPlace {
  const words = plainWords(text)
  const key = words.join('')
  if (key === '') return UNKNOWN
  const longer = towns.filter((town) => town.words.startsWith(`${words.join(' ')} `))
  const exact = towns.find((town) => town.key === key)
  if (exact !== undefined) {
    const others = longer.filter((town) => town !== exact)
    return { kind: 'place', place: placeOf(exact), others: some(others) }
  }
  const namesakes = (named.get(key) ?? []).filter((town) => !longer.includes(town))
  const choices = [...longer, ...namesakes]
  const [only] = choices
  if (only !== undefined) {
    return choices.length === 1
      ? { kind: 'place', place: placeOf(only), others: [] }
      : { kind: 'ambiguous', choices: some(choices) }
  }
  if (key.length < SHORTEST_BEGINNING) return UNKNOWN
  const similar = towns.filter((town) => town.bare.startsWith(key))
  return similar.length === 0 ? UNKNOWN : { kind: 'similar', choices: some(similar) }
}

/**
 * The place that a text names: a postcode or its beginning ('IP4 2', 'sw1a', 'IP'), also within a longer text, or the name of a
 * town in any spelling, also as a part between commas ('Ipswich, Suffolk'). Answers for every text.
 */
export function findPlace(text: string, gazetteer: Gazetteer): FoundPlace {
  const postcode = parsePostcode(text) ?? parsePostcode(WITHIN_TEXT.exec(text)?.[0] ?? '')
  const place = postcode && findPostcode(postcode, gazetteer)
  if (place !== undefined) return { kind: 'place', place, others: [] }
  const parts = text.split(',')
  // The whole text first: the label of a place may be typed again.
  const found = [text, ...(parts.length > 1 ? parts : [])].map((part) => findName(part, gazetteer))
  const best = (kind: FoundPlace['kind']) => found.find((one) => one.kind === kind)
  return best('place') ?? best('ambiguous') ?? best('similar') ?? UNKNOWN
}

/** The district of a whole or partial postcode, or undefined when it is not known. */
export function findDistrict(text: string, { districts }: Gazetteer): Place | undefined {
  const given = parsePostcode(text)
  for (const label of given === undefined ? [] : districtsOf(given)) {
    const at = districts.get(label)
    if (at !== undefined) return { label, ...at }
  }
  return undefined
}
