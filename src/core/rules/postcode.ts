/**
 * A whole UK postcode or its beginning, in capitals. Example: `SW1A 1` has area `SW`, outward `SW1A`, inward `1`. An Eircode of Ireland
 * has its routing key as area and outward: `D02 X285` has `D02`, `D02` and `X285`.
 */
export type PartialPostcode = {
  readonly area: string
  /** Undefined when only the area is given. */
  readonly outward: string | undefined
  readonly inward: string
}

// Tried in this order. Without a space, `IP42` is read as a district, as in `GU14`; see `districtsOf`.
const WHOLE = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})$/
const OUTWARD = /^([A-Z]{1,2})(\d[A-Z\d]?)$/
const SPACED = /^([A-Z]{1,2}) ?(\d[A-Z\d]?) (\d[A-Z]{0,2})$/
const JOINED = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]?)$/
// Four characters at the end: no UK postcode has this form.
const EIRCODE = /^([A-Z]\d[\dW])([A-Z\d]{4})$/
const AREA = /^[A-Z]{1,2}$/

/** The text as a postcode or its beginning, in any case and with any punctuation; undefined when it has another form. */
export function parsePostcode(text: string): PartialPostcode | undefined {
  const spaced = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  const joined = spaced.replaceAll(' ', '')
  const [, routingKey, unique = ''] = EIRCODE.exec(joined) ?? []
  if (routingKey !== undefined) return { area: routingKey, outward: routingKey, inward: unique }
  if (AREA.test(spaced)) return { area: spaced, outward: undefined, inward: '' }
  const [, area, rest, inward = ''] =
    WHOLE.exec(joined) ?? SPACED.exec(spaced) ?? OUTWARD.exec(joined) ?? JOINED.exec(joined) ?? []
  if (area === undefined || rest === undefined) return undefined
  return { area, outward: area + rest, inward }
}

/** W12 is in London as well: an Eircode of Newbridge counts as the next routing key, Naas. */
const NEXT_ROUTING_KEY: Readonly<Record<string, string>> = { W12: 'W91' }

/**
 * The districts that a postcode may lie in, the best first: `IP42` may be the beginning of IP4 2AB, and `SW1A` lies in SW1.
 */
export function districtsOf({ outward, area }: PartialPostcode): string[] {
  if (outward === undefined) return []
  if (area === outward) return [NEXT_ROUTING_KEY[outward] ?? outward]
  const shorter = outward.slice(0, -1)
  return shorter === area ? [outward] : [outward, shorter]
}

/** Whether a whole postcode begins as given: `IP4` and `IP4 2` do for `IP4 2BE`, `SW1` for `SW1A 1AA`; `IP1` does not for `IP14 1AA`. */
export function startsAs(given: PartialPostcode, whole: PartialPostcode): boolean {
  // Before the areas: `D02` alone has the form of a UK district.
  if (given.outward !== undefined && given.outward === whole.outward) {
    return whole.inward.startsWith(given.inward)
  }
  if (given.area !== whole.area) return false
  if (given.outward === undefined) return true
  if (whole.outward === undefined) return false
  if (given.inward !== '') return false
  const isLonger = given.outward === whole.outward + whole.inward.slice(0, 1)
  return isLonger || (given.outward === whole.outward.slice(0, -1) && /[A-Z]$/.test(whole.outward))
}
