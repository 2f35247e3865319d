import * as z from 'zod/mini'
import { ACCESS_CODE_LENGTH, isLongEnoughCode, LEAST_CHOSEN_CODE } from '#domain/access-code.ts'
import { saysWhatIsTested } from '#domain/clinical-words.ts'
import { AUDIENCES, DEFAULT_PRODUCT } from '#domain/event.ts'
import { isEmail } from '#domain/profile-fields.ts'
import { londonInstant, londonTime } from '#domain/time.ts'
import { DAY_FORM, readClockTime, readDay, TIME_FORM } from '#domain/typed-cell.ts'
import { VENUE_FACTS, type VenueFact } from '#domain/venue.ts'
import type { EventRecord } from '#server/repositories/event-records.ts'

const MOST_PENCE = 1_000_000
const LONG_TEXT = 5_000
const WAY_TEXT = 2_000
const BRING_TEXT = 500
const SHORT_TEXT = 200
const REF_TEXT = 100

type Value = z.ZodMiniType<unknown, string>

const cell = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, { error: `is longer than ${most} characters` }))

/** A cell that may be empty: its value, or null. */
const optional = <Schema extends Value>(schema: Schema, most = SHORT_TEXT) =>
  z.pipe(
    z.pipe(
      cell(most),
      z.transform((text) => (text === '' ? null : text)),
    ),
    z.nullable(schema),
  )

const required = <Schema extends Value>(schema: Schema, most = SHORT_TEXT) =>
  z.pipe(cell(most).check(z.minLength(1, { error: 'is missing' })), schema)

const accessCode = z
  .string()
  .check(z.refine(isLongEnoughCode, `needs at least ${LEAST_CHOSEN_CODE} letters and digits`))

const optionalText = (most = SHORT_TEXT) => optional(z.string(), most)

const numberOf = (pattern: RegExp, least: number, most: number, error: string) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => pattern.test(text) && Number(text) >= least && Number(text) <= most,
          error,
        ),
      ),
    z.transform(Number),
  )

const whole = (least: number, most: number) =>
  numberOf(/^\d{1,9}$/, least, most, `must be a whole number from ${least} to ${most}`)

const degrees = (most: number) =>
  numberOf(/^-?\d{1,3}(\.\d{1,12})?$/, -most, most, `must be degrees from -${most} to ${most}`)

const oneOf = <const Values extends readonly string[]>(values: Values, error: string) =>
  z.pipe(z.string().check(z.toLowerCase()), z.enum(values, { error }))

const flag = z.pipe(
  oneOf(['true', 'false'], 'must be true or false'),
  z.transform((text) => text === 'true'),
)
/** A cell that `read` reads; another is a fault. */
const readBy = <Value>(read: (text: string) => Value | undefined, error: string) =>
  z.pipe(
    z.string().check(z.refine((text) => read(text) !== undefined, error)),
    z.transform((text) => read(text) as Value),
  )
const day = readBy(readDay, DAY_FORM)
const time = readBy(readClockTime, TIME_FORM)
const email = z.string().check(z.refine(isEmail, 'must be an e-mail address'))
const audience = oneOf(AUDIENCES, `must be one of ${AUDIENCES.join(', ')}`)

/** Mails, calendar entries and the page say it. */
const toBring = z
  .string()
  .check(z.refine((text) => !saysWhatIsTested(text), 'must not say what is tested: mails say it'))

/** The columns of an import, in the order in which docs/operating.md lists them. */
const COLUMNS = {
  external_ref: required(z.string(), REF_TEXT),
  event_name: optionalText(),
  event_description: optionalText(LONG_TEXT),
  event_date: required(day),
  start_time: required(time),
  end_time: optional(time),
  session_duration: optional(whole(1, 480)),
  price: optional(whole(0, MOST_PENCE)),
  product_name: z.pipe(
    optionalText(),
    z.transform((name) => name ?? DEFAULT_PRODUCT),
  ),
  product_price: optional(whole(0, MOST_PENCE)),
  payment_required: optional(flag),
  lab_name: optionalText(),
  is_private: z.pipe(
    optional(flag),
    z.transform((isPrivate) => isPrivate ?? false),
  ),
  access_code: optional(accessCode, ACCESS_CODE_LENGTH),
  exclusive_for: optionalText(),
  audience: required(audience),
  total_spaces: required(whole(0, 100_000)),
  places_per_slot: z.pipe(
    optional(whole(1, 1_000)),
    z.transform((places) => places ?? 1),
  ),
  contact_email: optional(email),
  address_line_1: optionalText(),
  address_line_2: optionalText(),
  city: optionalText(),
  state: optionalText(),
  postcode: optionalText(),
  country: optionalText(),
  latitude: optional(degrees(90)),
  longitude: optional(degrees(180)),
  step_free_access: optionalText(),
  parking: optionalText(),
  hearing_loop: optionalText(),
  toilets: optionalText(),
  how_to_get_there: optionalText(WAY_TEXT),
  what_to_bring: optional(toBring, BRING_TEXT),
} as const

export type EventColumn = keyof typeof COLUMNS
export const EVENT_COLUMNS = Object.keys(COLUMNS) as readonly EventColumn[]
/** A file may lack these: files from before they existed stay valid, and change nothing in them. */
export const isOptionalColumn = (column: string): boolean =>
  VENUE_FACTS.some((fact) => fact === column)

/** The values of one row by column, without those that the file lacks. */
type EventValues = {
  [Column in Exclude<EventColumn, VenueFact>]: z.output<(typeof COLUMNS)[Column]>
} & { [Fact in VenueFact]?: string | null }

/** What is wrong, where: `field` is a column, or 'row' when it is the whole line. */
export type Fault = { readonly line: number; readonly field: string; readonly problem: string }

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
  const endsSameDay = typeof end_time === 'string' && end_time !== '00:00'
  if (endsSameDay && start_time !== undefined && end_time <= start_time) {
    problems.push(['end_time', 'must be after start_time'])
  }
  return problems
}

/** The rules about several columns; a column with a fault of its own is absent and is not checked again. */
function problemsTogether(values: Partial<EventValues>): Problems {
  const { access_code, is_private, latitude, longitude } = values
  const problems = timeProblems(values)
  if (typeof access_code === 'string' && is_private === false) {
    problems.push(['access_code', 'is for private events only: set is_private to true'])
  }
  if (latitude === null && typeof longitude === 'number') {
    problems.push(['latitude', 'is missing'])
  }
  if (longitude === null && typeof latitude === 'number') {
    problems.push(['longitude', 'is missing'])
  }
  return problems
}

/** The stored form of a row, without the access code, which has a table of its own. */
const eventOf = (values: EventValues): EventRecord => ({
  externalRef: values.external_ref,
  name: values.event_name,
  description: values.event_description,
  date: values.event_date,
  startTime: values.start_time,
  endTime: values.end_time,
  sessionMinutes: values.session_duration,
  pricePence: values.price,
  productName: values.product_name,
  productPricePence: values.product_price,
  paymentRequired: values.payment_required,
  labName: values.lab_name,
  isPrivate: values.is_private,
  exclusiveFor: values.exclusive_for,
  audience: values.audience,
  totalSpaces: values.total_spaces,
  placesPerSlot: values.places_per_slot,
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

/** A row without faults. */
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

/** Reads one line of an import. */
export function readEventRow(line: number, cells: ReadonlyMap<string, string>): ReadRow {
  const parsed: Partial<Record<EventColumn, unknown>> = {}
  const problems: Problems = []
  for (const column of EVENT_COLUMNS) {
    if (!cells.has(column) && isOptionalColumn(column)) continue
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
