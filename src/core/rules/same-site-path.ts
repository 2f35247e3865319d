/** Target of a sign-in without an origin (AUTH-01). */
export const DEFAULT_AFTER_SIGN_IN = '/medical-results'

const MAX_LENGTH = 512

/** Any origin works: it only serves to check that the path stays on it. */
const SITE_ORIGIN = 'https://own.invalid'

/** These would cause a redirect loop. */
const NOT_A_TARGET = new Set(['/login', '/signup'])

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f')
}

function isPlainPath(text: string): boolean {
  if (!text.startsWith('/') || text.length > MAX_LENGTH) return false
  return !(text.includes('//') || text.includes('\\') || hasControlCharacter(text))
}

/**
 * The text when it is a path of this site, its query and fragment kept, else undefined: no scheme, no host, no
 * `//` or `\`, no control characters, at most 512 characters, and not /login or /signup (EVD-06).
 * Example: `/book-event?event=7` stays; `//example.org` is refused.
 */
export function sameSitePath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || !isPlainPath(text)) return undefined
  if (!URL.canParse(text, SITE_ORIGIN)) return undefined
  // Resolved first, so that /x/../login is recognised as /login.
  const url = new URL(text, SITE_ORIGIN)
  if (url.origin !== SITE_ORIGIN || url.pathname.startsWith('//')) return undefined
  if (NOT_A_TARGET.has(url.pathname.replace(/\/$/, '').toLowerCase())) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

/** The page that takes the payment of a place that is held (PAY-01). */
export const CHECKOUT_PATH = '/checkout'
