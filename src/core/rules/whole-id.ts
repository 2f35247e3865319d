/** The largest id: fifteen digits, below 2^53. */
export const MAX_WHOLE_ID = 999_999_999_999_999
/** A whole-number id as text, up to `MAX_WHOLE_ID`. */
export const WHOLE_ID = /^[1-9]\d{0,14}$/

/** The id in a text such as a part of an address, or undefined when it cannot be one. */
export const wholeIdOf = (text: string | undefined): number | undefined =>
  text !== undefined && WHOLE_ID.test(text) ? Number(text) : undefined
