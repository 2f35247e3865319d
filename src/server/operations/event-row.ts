import { isEmail } from '#domain/profile-fields.ts'
import type { ClockTime, IsoDate } from '#domain/time.ts'
import { isClockTime, isIsoDate, londonInstant, londonTime } from '#domain/time.ts'
import type { EventRecord } from '#server/repositories/event-records.ts'

/** The columns of an import, in the order in which docs/operating.md lists them. */
export const EVENT_COLUMNS = [
  'external_ref',
  'event_name',
  'event_description',
  'event_date',
  'start_time',
  'end_time',
  'session_duration',
  'price',
  'product_name',
  'product_price',
  'payment_required',
  'lab_name',
  'is_private',
  'access_code',
  'exclusive_for',
  'audience',
  'total_spaces',
  'places_per_slot',
  'contact_email',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postcode',
  'country',
  'latitude',
  'longitude',
] as const
export type EventColumn = (typeof EVENT_COLUMNS)[number]

/** What is wrong, where: `field` is a column, or 'row' when it is the whole line. */
export type Fault = { readonly line: number; readonly field: string; readonly problem: string }

/** A row as it will be stored, but for the access code, which is only kept hashed. */
export type EventRow = {
  readonly line: number
  readonly event: Omit<EventRecord, 'accessCodeHash'>
  readonly accessCode: string | null
}

const MOST_PENCE = 1_000_000
const LONG_TEXT = 5_000
const SHORT_TEXT = 200

/** Reads cells by kind and notes every fault, so that one pass finds them all. */
class Reader {
  readonly faults: Fault[] = []
  readonly #line: number
  readonly #cells: ReadonlyMap<string, string>

  constructor(line: number, cells: ReadonlyMap<string, string>) {
    this.#line = line
    this.#cells = cells
  }

  fault(field: EventColumn, problem: string): void {
    this.faults.push({ line: this.#line, field, problem })
  }

  text(field: EventColumn, most = SHORT_TEXT): string | null {
    const value = this.#cells.get(field)?.trim() ?? ''
    if (value.length > most) this.fault(field, `is longer than ${most} characters`)
    return value === '' ? null : value
  }

  /** The value of a cell that `read` understands; undefined from it is a fault. */
  #value<Value>(field: EventColumn, problem: string, read: (text: string) => Value | undefined) {
    const text = this.text(field)
    if (text === null) return null
    const value = read(text)
    if (value === undefined) this.fault(field, problem)
    return value ?? null
  }

  whole(field: EventColumn, least: number, most: number): number | null {
    return this.#value(field, `must be a whole number from ${least} to ${most}`, (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : undefined
    })
  }

  degrees(field: EventColumn, most: number): number | null {
    return this.#value(field, `must be degrees from -${most} to ${most}`, (text) => {
      const value = /^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
      return Math.abs(value) <= most ? value : undefined
    })
  }

  flag(field: EventColumn): boolean | null {
    return this.#value(field, 'must be true or false', (text) => {
      const value = text.toLowerCase()
      return value === 'true' ? true : value === 'false' ? false : undefined
    })
  }

  day(field: EventColumn): IsoDate | null {
    return this.#value(field, 'must be a real day, YYYY-MM-DD', (text) =>
      isIsoDate(text) ? text : undefined,
    )
  }

  time(field: EventColumn): ClockTime | null {
    return this.#value(field, 'must be a time, HH:mm', (text) => {
      const time = text.replace(/^(\d\d:\d\d):00$/, '$1')
      return isClockTime(time) ? time : undefined
    })
  }

  oneOf<Value extends string>(field: EventColumn, values: readonly Value[]): Value | null {
    return this.#value(field, `must be one of ${values.join(', ')}`, (text) =>
      values.find((value) => value === text.toLowerCase()),
    )
  }

  /** A missing value is a fault, unless the cell has one already. */
  required<Value>(field: EventColumn, value: Value | null, otherwise: Value): Value {
    if (value === null && !this.faults.some((fault) => fault.field === field)) {
      this.fault(field, 'is missing')
    }
    return value ?? otherwise
  }
}

/** A wall time that the clocks skip in spring names no instant. */
function checkTimes(reader: Reader, event: EventRow['event']): void {
  const { date, startTime, endTime } = event
  if (!isIsoDate(date)) return
  for (const [field, time] of [
    ['start_time', startTime],
    ['end_time', endTime],
  ] as const) {
    if (time === null || !isClockTime(time)) continue
    if (londonTime(londonInstant(date, time)) !== time) {
      reader.fault(field, `${time} does not exist on ${date}: the clocks go forward`)
    }
  }
  if (endTime !== null && endTime !== '00:00' && endTime <= startTime) {
    reader.fault('end_time', 'must be after start_time')
  }
}

function checkTogether(reader: Reader, { event, accessCode }: EventRow): void {
  checkTimes(reader, event)
  if (accessCode !== null && !event.isPrivate) {
    reader.fault('access_code', 'is for private events only: set is_private to true')
  }
  if ((event.latitude === null) !== (event.longitude === null)) {
    reader.required(event.latitude === null ? 'latitude' : 'longitude', null, 0)
  }
  if (event.contactEmail !== null && !isEmail(event.contactEmail)) {
    reader.fault('contact_email', 'must be an e-mail address')
  }
}

function readEvent(reader: Reader): EventRow['event'] {
  return {
    externalRef: reader.required('external_ref', reader.text('external_ref', 100), ''),
    name: reader.text('event_name'),
    description: reader.text('event_description', LONG_TEXT),
    date: reader.required('event_date', reader.day('event_date'), ''),
    startTime: reader.required('start_time', reader.time('start_time'), ''),
    endTime: reader.time('end_time'),
    sessionMinutes: reader.whole('session_duration', 1, 480),
    pricePence: reader.whole('price', 0, MOST_PENCE),
    productName: reader.text('product_name') ?? 'Total PSA Test',
    productPricePence: reader.whole('product_price', 0, MOST_PENCE),
    paymentRequired: reader.flag('payment_required'),
    labName: reader.text('lab_name'),
    isPrivate: reader.flag('is_private') ?? false,
    exclusiveFor: reader.text('exclusive_for'),
    audience: reader.required(
      'audience',
      reader.oneOf('audience', ['community', 'freemasons', 'corporate']),
      'community',
    ),
    totalSpaces: reader.required('total_spaces', reader.whole('total_spaces', 0, 100_000), 0),
    placesPerSlot: reader.whole('places_per_slot', 1, 1_000) ?? 1,
    contactEmail: reader.text('contact_email'),
    addressLine1: reader.text('address_line_1'),
    addressLine2: reader.text('address_line_2'),
    city: reader.text('city'),
    state: reader.text('state'),
    postcode: reader.text('postcode'),
    country: reader.text('country'),
    latitude: reader.degrees('latitude', 90),
    longitude: reader.degrees('longitude', 180),
  }
}

/** Reads one line of an import; every fault in it is named, not only the first. */
export function readEventRow(
  line: number,
  cells: ReadonlyMap<string, string>,
): { row: EventRow; faults: readonly Fault[] } {
  const reader = new Reader(line, cells)
  const row = { line, event: readEvent(reader), accessCode: reader.text('access_code', 100) }
  checkTogether(reader, row)
  return { row, faults: reader.faults }
}
