import type { IsoDate } from '#core/rules/time.ts'
import { addDays, isIsoDate } from '#core/rules/time.ts'

/** Youngest age screened, included (AUTH-02, BOOK-11). */
export const MIN_SCREENING_AGE = 40

/** Oldest age screened, included (AUTH-02, BOOK-11). */
export const MAX_SCREENING_AGE = 80

/**
 * Completed years of age on a calendar day; negative before birth. A birthday on 29 February
 * falls on 1 March in common years. Throws a RangeError when either is not a calendar day.
 */
export function ageOn(birthDate: IsoDate, on: IsoDate): number {
  for (const date of [birthDate, on]) {
    if (!isIsoDate(date)) throw new RangeError(`Not a calendar day: ${JSON.stringify(date)}`)
  }
  const years = Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4))
  // Months and days sort as text, and 03-01 comes after 02-29.
  return on.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Whether this age may register and be screened: 40 to 80, both included (AUTH-02, BOOK-11). */
export function isScreeningAge(age: number): boolean {
  return age >= MIN_SCREENING_AGE && age <= MAX_SCREENING_AGE
}

/** The last birth date of people who are at least `years` old on `on`. */
function lastBirthDate(years: number, on: IsoDate): IsoDate {
  const date = `${String(Number(on.slice(0, 4)) - years).padStart(4, '0')}${on.slice(4)}`
  return isIsoDate(date) ? date : date.replace('-02-29', '-02-28')
}

/** The first and the last birth date of patients who may be screened on a day: the same rule as `isScreeningAge` (BOOK-11). */
export function screeningBirthDates(on: IsoDate): { from: IsoDate; to: IsoDate } {
  return {
    from: addDays(lastBirthDate(MAX_SCREENING_AGE + 1, on), 1),
    to: lastBirthDate(MIN_SCREENING_AGE, on),
  }
}
