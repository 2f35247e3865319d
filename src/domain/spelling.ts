/**
 * The words of a text as they are compared: without case, accents, apostrophes and punctuation; `Saint` is `st`, `&` is
 * `and`. Example: `St. Mary’s` gives `st`, `marys`.
 */
export function plainWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’‘`´.]/g, '')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word === 'saint' ? 'st' : word))
}
