import { isName } from '#core/rules/lab-key.ts'
import { inOneLine } from '#core/rules/one-line.ts'

/** Longer names are cut. */
const MOST_CHARACTERS = 60

/** Mail programs make links of such text. */
const LIKE_A_LINK = /[/\\:@<>]|\.\p{L}{2}/u

type Recipient = { readonly firstName: string; readonly isVerified: boolean }

/**
 * The name by which a letter may address its recipient, or undefined: a placeholder such as `-` is not a name. Until the address is verified, the name may be
 * the words of a stranger, who typed another person's address.
 */
export function nameOf({ firstName, isVerified }: Recipient): string | undefined {
  const name = inOneLine(firstName).trim()
  if (!isVerified || !isName(name) || LIKE_A_LINK.test(name)) return undefined
  return Array.from(name).slice(0, MOST_CHARACTERS).join('')
}

/** The first line of a letter. */
export function greet(recipient: Recipient): string {
  const name = nameOf(recipient)
  return name === undefined ? NEUTRAL_GREETING : `Dear ${name},`
}

export const NEUTRAL_GREETING = 'Hello,'
