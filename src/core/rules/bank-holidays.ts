import { addDays, type IsoDate, weekday } from '#core/rules/time.ts'

/** The bank holidays of England that are known (`app.bank_holidays`). */
export type Holidays = ReadonlySet<IsoDate>

const SUNDAY = 0
const SATURDAY = 6

/** Whether England works on this day: Monday to Friday, no bank holiday. */
export function isBusinessDay(day: IsoDate, holidays: Holidays): boolean {
  const of = weekday(day)
  return of !== SUNDAY && of !== SATURDAY && !holidays.has(day)
}

/**
 * The business day `count` business days after `day`, or before it when negative; `day` itself need not be one. 0 gives `day`.
 * Example: 2 before Monday 2026-12-07 is Thursday 2026-12-03. The same as `booking.add_business_days`.
 */
export function addBusinessDays(day: IsoDate, count: number, holidays: Holidays): IsoDate {
  if (!Number.isSafeInteger(count)) throw new RangeError(`Not a whole number of days: ${count}`)
  const step = Math.sign(count)
  let at = day
  for (let left = Math.abs(count); left > 0; ) {
    at = addDays(at, step)
    if (isBusinessDay(at, holidays)) left -= 1
  }
  return at
}
