import { withoutGaps } from '#core/rules/one-line.ts'

/** 31 characters, a prime number: digits and capitals without I, L, O and S, which are misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRTUVWXY'
const BODY = 6
const SHAPE = new RegExp(`^H[${ALPHABET}]{${BODY + 1}}$`)

/** The sum that is 0 for a right label: each character's weight is its distance from the end, so that one wrong character or two swapped neighbours change it. */
const sumOf = (characters: string): number =>
  [...characters].reduce(
    (sum, character, at) => sum + ALPHABET.indexOf(character) * (characters.length - at),
    0,
  ) % ALPHABET.length

/** The label of a tube for six characters of the alphabet: `H`, the characters, and the check character (CLI-08). */
export function labelOf(body: string): string {
  const check = (ALPHABET.length - sumOf(`${body}0`)) % ALPHABET.length
  return `H${body}${ALPHABET[check]}`
}

/** A new label from six random numbers from 0 to 1: never sequential, so that no label can be derived from another. */
export const randomLabel = (random: () => number): string =>
  labelOf(
    Array.from({ length: BODY }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join(''),
  )

/** A label as people read it, in two groups of four: H992 PH53. */
export const spacedLabel = (label: string): string => `${label.slice(0, 4)} ${label.slice(4)}`

/** Small letters, and spaces and hyphens in it, are accepted, at the desk as in files of laboratories; undefined when it is not a label or its check character is wrong. */
export function readLabel(text: string): string | undefined {
  const label = withoutGaps(text).toUpperCase()
  return SHAPE.test(label) && sumOf(label.slice(1)) === 0 ? label : undefined
}
