/**
 * Characters that cannot be seen or change the direction of a text: format characters and what Unicode lets programs ignore, such as U+200B,
 * U+00AD, U+202E and U+3164, and the blank pattern of Braille. Contacts and word processors put them around what is copied. The two joiners stay
 * between letters, where Persian and Indian names need them.
 */
const UNSEEN = /(?!(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))[\p{Cf}\p{DI}\u2800]/gu

/** Line breaks of every kind (Unicode 5.8). */
const LINE_BREAKS = /[\r\n\v\f\u0085\u2028\u2029]/u

/** Without characters that cannot be seen or change the direction of the text. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/** Trimmed, without unseen characters; a tab becomes a space. A line break inside it stays. */
export const cleanLine = (text: string): string => withoutUnseen(text).replaceAll('\t', ' ').trim()

/** A code or number without what people write between its characters: spaces, hyphens, unseen characters; full-width characters become plain ones. */
export const withoutGaps = (text: string): string =>
  withoutUnseen(text.normalize('NFKC')).replace(/[\s\p{Pd}]/gu, '')

export const hasLineBreak = (text: string): boolean => LINE_BREAKS.test(text)

/** Whether it has control, private or half characters other than line breaks and tabs. Biome refuses control characters in a regular expression. */
export const hasUnshowable = (text: string): boolean =>
  /[\p{Cc}\p{Co}\p{Cs}]/u.test(text.replace(/[\r\n\t]/g, ''))

/** Any text as one line, for lists and files. */
export const inOneLine = (text: string): string => withoutUnseen(text).replace(/\s+/g, ' ')
