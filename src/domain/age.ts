import type { IsoDate } from '#domain/time.ts'
import { isIsoDate } from '#domain/time.ts'

/** Youngest age screened, included (§9). */
export const MIN_SCREENING_AGE = 40

/** Oldest age screened, included (§9). */
export const MAX_SCREENING_AGE = 80

/** Shown at the date of birth of a man who is too young or too old to register (§5). */
export const AGE_TO_REGISTER = 'You must be between 40 and 80 years old to register.'

/** Title of the dialog that refuses a registration by age (§5). */
export const AGE_ERROR_TITLE = 'Age Restriction Error'

/** Title of the notice shown once per visit at the date of birth (§8, AUTH-03). */
export const AGE_NOTICE_TITLE = 'Age Restriction Notice'

/** The notice's text (§8), also the server's refusal of a booking by age (BOOK-11); `email` is the charity's address for queries. */
export function ageRestrictionNotice(product: string, email: string): string {
  return `${product} events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email ${email} with your queries.`
}

/**
 * Completed years of age on a calendar day; negative before birth. Somebody born on 29 February has his birthday
 * on 1 March in common years. Throws a RangeError when either is no calendar day.
 */
export function ageOn(birthDate: IsoDate, on: IsoDate): number {
  for (const date of [birthDate, on]) {
    if (!isIsoDate(date)) throw new RangeError(`Not a calendar day: ${JSON.stringify(date)}`)
  }
  const years = Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4))
  // Months and days sort as text, and 03-01 comes after 02-29.
  return on.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Whether a man of this age is screened: 40 to 80, both included (§9, BOOK-11). */
export function isScreeningAge(age: number): boolean {
  return age >= MIN_SCREENING_AGE && age <= MAX_SCREENING_AGE
}
