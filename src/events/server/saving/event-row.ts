import { londonInstant, londonTime } from '#core/rules/time.ts'
import { countOf } from '#core/texts/count.ts'
import { endInstant, listSlots } from '#events/rules/slot.ts'
import { VENUE_FACTS } from '#events/rules/venue.ts'
import type { EventRecord } from '#events/server/database/event-records.ts'
import {
  COLUMNS,
  EVENT_COLUMNS,
  type EventColumn,
  type EventValues,
  OPTIONAL_COLUMNS,
} from '#events/server/saving/event-columns.ts'

/** What a person must confirm: an unusual amount in pence, or that a product gets another price, which these other events cost too. */
export type Ask =
  | { readonly accepts: number; readonly isLikePence: boolean }
  | { readonly changesPriceOf: string }

/** What is wrong, where: `field` is a column, or 'row' when it is the whole event. `line` is that of its file. */
export type Fault = {
  readonly line: number
  readonly field: string
  readonly problem: string
  readonly ask?: Ask
}

type Problems = [field: EventColumn, problem: string][]

/** A wall time that the clocks skip in spring names no instant. */
function timeProblems({ event_date, start_time, end_time }: Partial<EventValues>): Problems {
  if (event_date === undefined) return []
  const problems: Problems = []
  for (const [field, text] of Object.entries({ start_time, end_time })) {
    if (typeof text === 'string' && londonTime(londonInstant(event_date, text)) !== text) {
      problems.push([
        field as EventColumn,
        `${text} does not exist on ${event_date}: the clocks go forward`,
      ])
    }
  }
  const endsSameDay = end_time !== undefined && end_time !== '00:00'
  if (endsSameDay && start_time !== undefined && end_time <= start_time) {
    problems.push(['end_time', 'must be after start_time'])
  }
  return problems
}

/** The places that the times of an event have. */
export type Places = { readonly people: number; readonly times: number; readonly places: number }

/** The places of an event with these values; undefined when one that counts is missing or has a fault. */
export function placesOf(values: Partial<EventValues>): Places | undefined {
  const { event_date, start_time, end_time, session_duration, places_per_slot: people } = values
  if (!event_date || !start_time || !end_time || !session_duration || !people) return undefined
  if (timeProblems(values).length > 0) return undefined
  const times = listSlots({
    startsAt: londonInstant(event_date, start_time),
    endsAt: endInstant(event_date, end_time),
    endTime: end_time,
    sessionMinutes: session_duration,
  }).length
  return { people, times, places: people * times }
}

/** '6 people × 18 times = 108 places' */
export const placesText = ({ people, times, places }: Places): string =>
  `${countOf(people, 'person', 'people')} × ${countOf(times, 'time')} = ${countOf(places, 'place')}`

/** More places than the times have: the page would offer places without a time. */
function placeProblems(values: Partial<EventValues>): Problems {
  const { total_spaces: asked } = values
  const there = placesOf(values)
  if (there?.times === 0) return [['session_duration', 'is longer than the event']]
  if (there === undefined || asked === undefined || asked <= there.places) return []
  const problem = `${placesText(there)}, fewer than ${asked} (places_per_slot is the number of people at one time)`
  return [['total_spaces', problem]]
}

/** The British Isles: west of Ireland to Lowestoft, the Channel Islands to Shetland. */
const BOX = { latitude: [49, 61], longitude: [-11, 2] } as const

const isInBox = (latitude: number, longitude: number) =>
  latitude >= BOX.latitude[0] &&
  latitude <= BOX.latitude[1] &&
  longitude >= BOX.longitude[0] &&
  longitude <= BOX.longitude[1]

function positionProblems({ latitude, longitude }: Partial<EventValues>): Problems {
  if (latitude === null && typeof longitude === 'number') return [['latitude', 'is missing']]
  if (longitude === null && typeof latitude === 'number') return [['longitude', 'is missing']]
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return []
  if (isInBox(latitude, longitude)) return []
  const place = `latitude ${latitude}, longitude ${longitude}`
  if (isInBox(longitude, latitude)) {
    return [['latitude', `${place} is not in the British Isles: exchange the two numbers`]]
  }
  return [['latitude', `${place} is not in the British Isles: check both numbers`]]
}

/** A price in pounds and in pence, of which one would be ignored. */
const priceProblems = (values: Partial<EventValues>): Problems =>
  (['price', 'product_price'] as const)
    .filter((name) => values[name] != null && values[`${name}_pence`] != null)
    .map((name) => [`${name}_pence`, `is filled in, and ${name} too: leave one of them empty`])

/** The rules about several columns. A column with a fault is absent and is not checked again. */
function problemsTogether(values: Partial<EventValues>): Problems {
  const { access_code, is_private } = values
  const problems = [
    ...timeProblems(values),
    ...placeProblems(values),
    ...positionProblems(values),
    ...priceProblems(values),
  ]
  if (typeof access_code === 'string' && is_private === false) {
    problems.push(['access_code', 'is for private events only'])
  }
  return problems
}

/** The stored form of a row, without the access code, which is in another table. */
const eventOf = (values: EventValues): EventRecord => ({
  externalRef: values.external_ref,
  name: values.event_name,
  description: values.event_description,
  date: values.event_date,
  startTime: values.start_time,
  endTime: values.end_time,
  sessionMinutes: values.session_duration,
  pricePence: values.price ?? values.price_pence ?? null,
  productName: values.product_name,
  productPricePence: values.product_price ?? values.product_price_pence ?? null,
  paymentRequired: values.payment_required,
  labName: values.lab_name,
  isPrivate: values.is_private,
  exclusiveFor: values.exclusive_for,
  audience: values.audience,
  totalSpaces: values.total_spaces,
  placesPerSlot: values.places_per_slot,
  ...(values.walk_in_places === undefined ? {} : { walkInPlaces: values.walk_in_places }),
  contactEmail: values.contact_email,
  addressLine1: values.address_line_1,
  addressLine2: values.address_line_2,
  city: values.city,
  state: values.state,
  postcode: values.postcode,
  country: values.country,
  latitude: values.latitude,
  longitude: values.longitude,
  venue: Object.fromEntries(
    VENUE_FACTS.filter((fact) => fact in values).map((fact) => [fact, values[fact]]),
  ),
})

/** An event without faults. */
export type EventRow = {
  readonly line: number
  readonly event: EventRecord
  readonly accessCode: string | null
}

/** The values of the columns without a fault, every fault of the line, and the row when there is none. */
export type ReadRow = {
  readonly line: number
  readonly values: Partial<EventValues>
  readonly faults: readonly Fault[]
  readonly row?: EventRow
}

/** Reads one line of an import, or the fields of a form. */
export function readEventRow(line: number, cells: ReadonlyMap<string, string>): ReadRow {
  const parsed: Partial<Record<EventColumn, unknown>> = {}
  const problems: Problems = []
  for (const column of EVENT_COLUMNS) {
    if (!cells.has(column) && OPTIONAL_COLUMNS.includes(column)) continue
    const result = COLUMNS[column].safeParse(cells.get(column) ?? '')
    if (result.success) parsed[column] = result.data
    else problems.push([column, result.error.issues[0]?.message ?? 'is wrong'])
  }
  const values = parsed as Partial<EventValues>
  problems.push(...problemsTogether(values))
  const faults = problems.map(([field, problem]) => ({ line, field, problem }))
  if (faults.length > 0) return { line, values, faults }
  // Without a fault every column has its value.
  const complete = values as EventValues
  const row = { line, event: eventOf(complete), accessCode: complete.access_code }
  return { line, values, faults, row }
}
