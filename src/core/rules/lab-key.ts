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

/** What people and laboratories write in the place of a name that there is not, as `comparedName` has it. */
const WORDS_FOR_NONE: readonly string[] = [
  'none',
  'n/a',
  'n.a.',
  'unknown',
  'notapplicable',
  'noname',
  'nosurname',
  'nolastname',
  'nofamilyname',
  'nofirstname',
  // 'Last (first) name unknown', as passports and visas have it.
  'lnu',
  'fnu',
]

/** Whether a text is a name: it has a letter and is not a word for having none. `-` and `.` are not. */
export function isName(text: string): boolean {
  const compared = comparedName(text)
  return /\p{L}/u.test(compared) && !WORDS_FOR_NONE.includes(compared)
}

const keyOf = (name: string): string => (isName(name) ? comparedName(name) : '')

/** The names of a profile. */
type Names = { readonly firstName: string; readonly lastName: string }
/** Both names of a person, as they are compared. */
type NameKeys = { readonly surname: string; readonly forename: string }

/**
 * The names of a profile or a tube as they are compared. A patient with one name has it as both, so that two patients never agree by a
 * placeholder such as `-`. Without any name both are `-`, which no row of a laboratory has.
 */
export function nameKeys({ firstName, lastName }: Names): NameKeys {
  const [forename, surname] = [keyOf(firstName), keyOf(lastName)]
  return { surname: surname || forename || '-', forename: forename || surname || '-' }
}

/** Whether two profiles have one name, whatever the spelling. */
export function isSameName(one: Names, other: Names): boolean {
  const [mine, theirs] = [nameKeys(one), nameKeys(other)]
  return mine.surname === theirs.surname && mine.forename === theirs.forename
}

/**
 * The names in a line or a row. When its surname cell has a placeholder such as `-`, its forename is the patient's only name and counts as
 * the surname. Each is '' when the cell does not hold a name.
 */
export function sentNames(sent: { readonly surname: string; readonly forename: string }): NameKeys {
  const forename = keyOf(sent.forename)
  // An empty cell says nothing: it may have been forgotten.
  const surname = keyOf(sent.surname) || (sent.surname.trim() === '' ? '' : forename)
  return { surname, forename }
}
