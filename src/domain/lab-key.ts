/** Letters that Unicode does not take apart into a letter and an accent. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** Spaces, hyphens, apostrophes (typed and typographic) and characters that cannot be seen. */
const IGNORED = /[\s\p{Pd}\p{Cf}\p{Mn}'’‘‛ʼʹ´`′]/gu

/**
 * The form in which names of people and laboratories are compared (RES-07): without case, accents, hyphens, spaces and
 * apostrophes; every other character counts. Empty when nothing is left. Example: `O’Brien-Smïth` gives `obriensmith`.
 */
export function comparedName(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(IGNORED, '')
  return plain.replace(/[ßæœøđðłþı]/g, (letter) => FOLDED[letter] ?? letter)
}
