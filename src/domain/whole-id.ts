/** A whole-number id as text, below 2^53. */
export const WHOLE_ID = /^[1-9]\d{0,14}$/

/** The id in a text such as a part of an address, or undefined when it cannot be one. */
export const wholeIdOf = (text: string | undefined): number | undefined =>
  text !== undefined && WHOLE_ID.test(text) ? Number(text) : undefined
