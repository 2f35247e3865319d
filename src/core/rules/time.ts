import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** The time zone of all days, clock times and weekdays of events (EVL-06). */
export const EVENT_TIME_ZONE = 'Europe/London'

/** A London calendar day, `YYYY-MM-DD`; sorts as text. */
export type IsoDate = string

/** A London wall-clock time, `HH:mm` on the 24-hour clock; sorts as text. */
export type ClockTime = string

/** Day of the week as `Date` counts it: 0 is Sunday, 6 is Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

export const HOUR_MS = 3_600_000

let format: Intl.DateTimeFormat | undefined

/**
 * Intl has the zone rules, so that clock changes need no code here. Made at the first use: it takes a browser 20 ms, and not every
 * page shows a time.
 */
function londonFormat(): Intl.DateTimeFormat {
  format ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: EVENT_TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format
}

function intlParts(at: Date): { date: IsoDate; hour: string; minute: string } {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of londonFormat().formatToParts(at)) parts[type] = value
  const year = String(parts.year).padStart(4, '0')
  return {
    date: `${year}-${parts.month}-${parts.day}`,
    hour: String(parts.hour),
    minute: String(parts.minute),
  }
}

/** From this year on London's clocks are whole hours from UTC, and change on the hour. */
const WHOLE_HOURS_FROM = Date.UTC(1972, 0)
/** Intl takes longer than the rest of a request for a slot; events share their hours. */
const hoursAsShown = new Map<number, ReturnType<typeof intlParts>>()
const MOST_HOURS = 10_000

/** The day and hour that London shows during an hour, counted from 1970 in UTC. */
function shownDuring(hour: number): ReturnType<typeof intlParts> {
  const known = hoursAsShown.get(hour)
  if (known !== undefined) return known
  if (hoursAsShown.size >= MOST_HOURS) hoursAsShown.clear()
  const shown = intlParts(new Date(hour * HOUR_MS))
  hoursAsShown.set(hour, shown)
  return shown
}

/** The London calendar day and wall-clock time of an instant; throws a RangeError on an invalid `Date`. */
export function londonParts(at: Date): { date: IsoDate; time: ClockTime } {
  const ms = at.getTime()
  if (!(ms >= WHOLE_HOURS_FROM)) {
    const { date, hour, minute } = intlParts(at)
    return { date, time: `${hour}:${minute}` }
  }
  const { date, hour } = shownDuring(Math.floor(ms / HOUR_MS))
  const minute = Math.floor((ms % HOUR_MS) / 60_000)
  return { date, time: `${hour}:${String(minute).padStart(2, '0')}` }
}

/** The London calendar day of an instant; throws a RangeError on an invalid `Date`. Example: 2026-06-30T23:30Z gives `2026-07-01`. */
export function londonDate(at: Date): IsoDate {
  return londonParts(at).date
}

/** The London wall-clock time of an instant; throws a RangeError on an invalid `Date`. Example: 2026-06-30T08:00Z gives `09:00`. */
export function londonTime(at: Date): ClockTime {
  return londonParts(at).time
}

/** Whether the text is a real calendar day written `YYYY-MM-DD` (30 February is not), from the year 1 on. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Whether the text is an instant in ISO 8601: a real day, a time and an offset. A part of it, such as `2026-12`, is none. */
export function isIsoInstant(text: string): boolean {
  const [day = '', time] = text.split('T')
  const isWhole =
    time !== undefined && /^\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(time)
  return isWhole && isIsoDate(day) && !Number.isNaN(Date.parse(text))
}

/** Whether the text is a clock time from `00:00` to `23:59`, written with two digits each and without seconds. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** A calendar day as midnight UTC, for day arithmetic and formatting without clock changes. */
function day(date: IsoDate): dayjs.Dayjs {
  if (!isIsoDate(date)) throw new RangeError(`Not a calendar day: ${JSON.stringify(date)}`)
  return dayjs.utc(date)
}

/**
 * The instant at which London's clocks show this day and time; the first of the two when the clocks go back,
 * and moved forward by the missing hour when they go forward (01:30 becomes 02:30, as Postgres has it).
 * Throws a RangeError when either is not a real one.
 */
export function londonInstant(date: IsoDate, time: ClockTime): Date {
  if (!isClockTime(time)) throw new RangeError(`Not a clock time: ${JSON.stringify(time)}`)
  const [hours, minutes] = time.split(':').map(Number)
  const inWinter = new Date(day(date).valueOf() + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000)
  const inSummer = new Date(inWinter.getTime() - HOUR_MS)
  const shown = londonParts(inSummer)
  return shown.date === date && shown.time === time ? inSummer : inWinter
}

/** The calendar day `days` later (earlier when negative); throws a RangeError when the text is not a day. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return day(date).add(days, 'day').format('YYYY-MM-DD')
}

/** The same calendar day `years` later; 29 February becomes 28 in a common year. Throws a RangeError when the text is not a day. */
export function addYears(date: IsoDate, years: number): IsoDate {
  return day(date).add(years, 'year').format('YYYY-MM-DD')
}

/** The day of the week of a calendar day, 0 for Sunday; throws a RangeError when the text is not a day. */
export function weekday(date: IsoDate): Weekday {
  return day(date).day() as Weekday
}

/** The day as an event page shows it, `dddd, DD MMMM YYYY` (EVD-01). Example: `Monday, 07 December 2026`. */
export function formatLongDate(date: IsoDate): string {
  return day(date).format('dddd, DD MMMM YYYY')
}

/** A London day and time as a deadline is shown. Example: 2026-11-24T09:00Z gives `Tuesday 24 November, 09:00` (APPT-02). */
export function formatDeadline(at: Date): string {
  const { date, time } = londonParts(at)
  return `${day(date).format('dddd D MMMM')}, ${time}`
}

/** The day as booking lists show it, `DD/MM/YYYY` (APPT-01). Example: `07/12/2026`. */
export function formatShortDate(date: IsoDate): string {
  return day(date).format('DD/MM/YYYY')
}

/** The London day and time of an instant, as lists show them. Example: 2026-12-07T09:20Z gives `07/12/2026, 09:20` (APPT-04). */
export function formatShortInstant(at: Date): string {
  const { date, time } = londonParts(at)
  return `${formatShortDate(date)}, ${time}`
}

/** The parts of a card's date block. Example: 2026-12-07 gives `{weekday: 'Mon', day: '7', month: 'Dec'}`. */
export function formatMonthDay(date: IsoDate): { weekday: string; day: string; month: string } {
  const at = day(date)
  return { weekday: at.format('ddd'), day: at.format('D'), month: at.format('MMM') }
}
