import { type ClockTime, type IsoDate, isClockTime, isIsoDate } from '#core/rules/time.ts'

/** The fault of a day that `readDay` does not read. */
export const DAY_FORM = 'must be a real day, dd/mm/yyyy'
/** The fault of a time that `readClockTime` does not read. */
export const TIME_FORM = 'must be a time of the 24-hour clock, HH:mm'

/**
 * A day as a person types it, or as a spreadsheet shows it: `2027-02-10`, `10/02/2027` or `1/2/2027`; the day comes before the
 * month. Undefined for another form, a year of two digits, and a day that does not exist.
 */
export function readDay(text: string): IsoDate | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const date =
    year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(date) ? date : undefined
}

/** A time as a person types it, or as a spreadsheet shows it: `9:00`, `09:00`, or `09:00:00`; undefined for another form. */
export function readClockTime(text: string): ClockTime | undefined {
  const [, hours = '', minutes] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text) ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return isClockTime(time) ? time : undefined
}
