/** How many characters of an expandable text show before Show More (ABOUT-01, ABOUT-04). */
export const EXPANDABLE_TEXT_LENGTH = 250

/** How many characters of a testimonial show at first (HOME-05). */
export const TESTIMONIAL_LENGTH = 300

/**
 * The beginning of a text, cut at the last word that ends within `limit` characters and closed with an ellipsis,
 * or undefined when the text is not longer than that (ABOUT-01, HOME-05).
 * @example truncateAtWord('one two three', 9) === 'one two…'
 */
export function truncateAtWord(text: string, limit: number): string | undefined {
  if (text.length <= limit) return
  return `${cutAtWord(text, limit)}…`
}

/** The longest prefix of at most `limit` characters that ends with a whole word, without trailing punctuation. */
function cutAtWord(text: string, limit: number): string {
  const beginning = text.slice(0, limit)
  const endsWithWord = /\s/.test(text.charAt(limit))
  const space = beginning.search(/\s\S*$/)
  const words = endsWithWord || space < 0 ? beginning : beginning.slice(0, space)
  return words.replace(/[\s,;:–-]+$/, '')
}
