import { type PartialPostcode, parsePostcode, startsAs } from '#domain/postcode.ts'
import { plainWords } from '#domain/spelling.ts'

/** The texts of an event that a visitor searches (EVL-01), with the names of the wire format. */
export type SearchedFields = {
  readonly event_name: string | null
  /** Absent in a private event that is withheld. */
  readonly address_line_1?: string | null
  readonly address_line_2?: string | null
  readonly city: string | null
  readonly state?: string | null
  readonly postcode?: string | null
}

/** The searched texts of one event, prepared once. */
export type SearchIndex = {
  /** Every run of whole words, without spaces: `guild`, `hall` and `guildhall`. */
  readonly runs: ReadonlySet<string>
  readonly postcode: PartialPostcode | undefined
}

/** So many words written as one are found, and the other way round. */
const LONGEST_RUN = 4

function addRuns(runs: Set<string>, text: string | null | undefined): void {
  const words = plainWords(text ?? '')
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to += 1) {
      runs.add(words.slice(from, to).join(''))
    }
  }
}

function indexOf(
  texts: readonly (string | null | undefined)[],
  postcode: string | null | undefined,
): SearchIndex {
  const runs = new Set<string>()
  for (const text of [...texts, postcode]) addRuns(runs, text)
  return { runs, postcode: parsePostcode(postcode ?? '') }
}

/** Everything that free text may match: name, venue, town, county and postcode. */
export const searchIndex = (event: SearchedFields): SearchIndex =>
  indexOf(
    [event.event_name, event.address_line_1, event.address_line_2, event.city, event.state],
    event.postcode,
  )

/** Town, county and postcode: an event in 'York Road' is not in York. */
export const placeIndex = (event: SearchedFields): SearchIndex =>
  indexOf([event.city, event.state], event.postcode)

/**
 * Whether the index has every word of the text as whole words, in any spelling: 'York' is not in 'Yorkshire', 'Guild Hall' is
 * 'Guildhall', and a partial postcode is in the postcode. False for a text without words. Time: proportional to the text.
 */
export function matchesText({ runs, postcode }: SearchIndex, text: string): boolean {
  const given = parsePostcode(text)
  if (given?.outward !== undefined && postcode !== undefined && startsAs(given, postcode)) {
    return true
  }
  const words = plainWords(text)
  // fits[n]: the first n words can be put together from runs.
  const fits = [true]
  for (let end = 1; end <= words.length; end += 1) {
    fits[end] = false
    for (let from = Math.max(0, end - LONGEST_RUN); from < end && !fits[end]; from += 1) {
      fits[end] = fits[from] === true && runs.has(words.slice(from, end).join(''))
    }
  }
  return words.length > 0 && fits[words.length] === true
}
