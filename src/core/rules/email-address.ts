import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { cleanLine } from '#core/rules/one-line.ts'

/**
 * A path that every mail server takes (RFC 5321 4.1.2), in lower case: no quoted name, no dot at the beginning, at the end or beside
 * another, and a top-level domain of letters or in its ASCII form (`xn--`).
 */
const EMAIL =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** The domain in the form that mail servers use: `bücher.example` is `xn--bcher-kva.example`. Firefox does not convert it, Chrome does. */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * The form in which an e-mail address is stored and compared (AUTH-02): cleaned, in lower case, its domain in ASCII. Only plain
 * letters are lowered: a sign that merely looks like one (the Kelvin sign) must not become it.
 */
export function normaliseEmail(text: string): string {
  const typed = cleanLine(text)
  if (typed.length > CHARACTER_LIMITS.email) return typed
  const at = typed.lastIndexOf('@') + 1
  return (typed.slice(0, at) + asciiDomain(typed.slice(at))).replace(/[A-Z]+/g, (letters) =>
    letters.toLowerCase(),
  )
}

/** The address of `Name <address>` or of an address alone. */
export const addressOf = (mailbox: string): string =>
  /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim()

/** Whether the text is an e-mail address: the one rule of forms, API, commands, files and settings. */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text)
  return email.length <= CHARACTER_LIMITS.email && EMAIL.test(email)
}
