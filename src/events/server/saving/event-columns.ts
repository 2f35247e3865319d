import * as z from 'zod/mini'
import { saysWhatIsTested } from '#core/rules/clinical-words.ts'
import { isEmail } from '#core/rules/email-address.ts'
import { formatPounds, readTypedPounds } from '#core/rules/money.ts'
import { cleanLine, hasLineBreak, hasUnshowable, withoutUnseen } from '#core/rules/one-line.ts'
import { DAY_FORM, readClockTime, readDay, TIME_FORM } from '#core/rules/typed-cell.ts'
import {
  ACCESS_CODE_LENGTH,
  isLongEnoughCode,
  LEAST_CHOSEN_CODE,
} from '#events/rules/access-code.ts'
import { AUDIENCES, DEFAULT_PRODUCT } from '#events/rules/event.ts'
import { VENUE_FACTS, type VenueFact } from '#events/rules/venue.ts'

const MOST_PENCE = 1_000_000
const LONG_TEXT = 5_000
const WAY_TEXT = 2_000
const BRING_TEXT = 500
const SHORT_TEXT = 200
const REF_TEXT = 100

type Value = z.ZodMiniType<unknown, string>

/** Without characters that cannot be seen; only the long texts have several lines. */
const cell = (most: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (most > SHORT_TEXT ? withoutUnseen(text).trim() : cleanLine(text))),
    ),
    z.string().check(
      z.maxLength(most, { error: `is longer than ${most} characters` }),
      z.refine((text) => most > SHORT_TEXT || !hasLineBreak(text), 'must be on one line'),
      z.refine((text) => !hasUnshowable(text), 'has characters that cannot be shown'),
    ),
  )

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
  z.pipe(z.pipe(cell(most), z.string().check(z.minLength(1, { error: 'is missing' }))), schema)

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
/** Pence of a price. */
function readPounds(text: string): number | undefined {
  const pence = readTypedPounds(text)
  return pence !== undefined && pence >= 0 && pence <= MOST_PENCE ? pence : undefined
}

const pounds = readBy(
  readPounds,
  `must be pounds up to ${formatPounds(MOST_PENCE)}, such as 20 or 20.00 (pence have columns: price_pence, product_price_pence)`,
)
const day = readBy(readDay, DAY_FORM)
const time = readBy(readClockTime, TIME_FORM)
const email = z.string().check(z.refine(isEmail, 'must be an email address'))
const audience = oneOf(AUDIENCES, `must be one of ${AUDIENCES.join(', ')}`)

/** Mails, calendar entries and the page say it. */
const toBring = z
  .string()
  .check(z.refine((text) => !saysWhatIsTested(text), 'must not say what is tested: mails say it'))

/** The columns of an import, in the order in which docs/operating.md lists them. The fields of the form have the same names. */
export const COLUMNS = {
  external_ref: optionalText(REF_TEXT),
  event_name: optionalText(),
  event_description: optionalText(LONG_TEXT),
  event_date: required(day),
  start_time: required(time),
  end_time: required(time),
  session_duration: required(whole(1, 480)),
  price: optional(pounds),
  price_pence: optional(whole(0, MOST_PENCE)),
  product_name: z.pipe(
    optionalText(),
    z.transform((name) => name ?? DEFAULT_PRODUCT),
  ),
  product_price: optional(pounds),
  product_price_pence: optional(whole(0, MOST_PENCE)),
  payment_required: optional(flag),
  lab_name: required(z.string()),
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
  walk_in_places: z.pipe(
    optional(whole(0, 1_000)),
    z.transform((places) => places ?? 0),
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
const LATER_COLUMNS: readonly EventColumn[] = [...VENUE_FACTS, 'walk_in_places']
/** A file has prices in pounds, in pence, or both. */
const PRICE_COLUMNS: readonly EventColumn[] = [
  'price',
  'price_pence',
  'product_price',
  'product_price_pence',
]
export const OPTIONAL_COLUMNS = [...LATER_COLUMNS, ...PRICE_COLUMNS]
export const NEEDED_COLUMNS = EVENT_COLUMNS.filter((name) => !OPTIONAL_COLUMNS.includes(name))

type Output = { [Column in EventColumn]: z.output<(typeof COLUMNS)[Column]> }
type Lacking =
  | VenueFact
  | 'walk_in_places'
  | 'price'
  | 'price_pence'
  | 'product_price'
  | 'product_price_pence'

/** The values of one row by column, without those that the file lacks. */
export type EventValues = Omit<Output, Lacking> & Partial<Pick<Output, Lacking>>
