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

/** Fewest characters of a new password (AUTH-06). */
export const MIN_PASSWORD = 6

/** Fewest characters of the password of a member of staff (STF-04). */
export const MIN_STAFF_PASSWORD = 12

/** Most bytes of a password in UTF-8: bcrypt, which the identity provider uses, ignores all others. Plain letters have one each. */
export const MAX_PASSWORD_BYTES = 72

/** A field of a form as it was typed: a browser counts a line break as one character for `maxlength`, and sends two. */
export const asTyped = (sent: string): string => sent.replaceAll('\r\n', '\n')
