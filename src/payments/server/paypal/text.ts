/**
 * A text of the provider as it can be stored: PostgreSQL takes neither NUL nor half of a surrogate pair, and one such character would stop
 * every settlement of the payment. At most `most` characters, none of them cut in two.
 */
export const cleanText = (text: string, most: number): string =>
  [...text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')].slice(0, most).join('')
