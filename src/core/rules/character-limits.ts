import { hasUnshowable } from '#core/rules/one-line.ts'

/** The longest values of form fields, in characters: the inputs stop there, the API refuses more. */
export const CHARACTER_LIMITS = {
  /** A first or last name, or the name of a newsletter subscriber. */
  name: 100,
  /** RFC 5321 4.5.3.1.3: a path of 256 characters without its angle brackets. */
  email: 254,
  phone: 40,
  address: 500,
  /** One line of an address in a form; the joined address has the limit above. */
  addressLine: 200,
  postCode: 20,
  occupation: 200,
  enquiry: 5000,
  consentDetails: 1000,
  /** A town, a place or a postcode to search near. */
  place: 100,
} as const

/** The longest notes of staff. The database refuses longer ones where it can read them (decision 047): tests/integration/database/notes.test.ts compares. */
export const NOTE_LIMITS = {
  /** Why a result, a tube, a record of the desk or a row that waits is changed. */
  reason: 300,
  /** Why a patient is not tested (encrypted), or why the tubes of an event differ. */
  deskReason: 500,
  /** What was said in a call (encrypted). */
  details: 500,
  /** What a case waits for, or why the next test is on another day (encrypted). */
  judgementReason: 250,
  /** A comment to the patient (encrypted). */
  comment: 1000,
  /** An identifier as it is on a paper form. */
  paper: 100,
  /** The number of a clinician in a register. */
  registration: 40,
} as const

/** Fewest characters of a new password (AUTH-06). */
export const MIN_PASSWORD = 6

/** Fewest characters of the password of a member of staff (STF-04). */
export const MIN_STAFF_PASSWORD = 12

/** Most bytes of a password in UTF-8: bcrypt, which the identity provider uses, ignores all others. Plain letters have one each. */
export const MAX_PASSWORD_BYTES = 72

/** A field of a form as it was typed: a browser counts a line break as one character for `maxlength`, and sends two. */
export const asTyped = (sent: string): string => sent.replaceAll('\r\n', '\n')

export const tooLong = (most: number): string => `Use ${most} characters or fewer.`
export const NOT_SHOWN = 'Remove the characters that cannot be shown.'

/** What is wrong with a text of several lines; undefined when nothing is. What a person wrote is never cut. */
export function textFault(text: string, most: number): string | undefined {
  if (text.trim().length > most) return tooLong(most)
  return hasUnshowable(text) ? NOT_SHOWN : undefined
}
