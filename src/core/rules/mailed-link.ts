import { isRecord } from '#core/rules/record.ts'

/** The pages that links with a token open. */
export const MAILED_PAGES = [
  '/verify-email',
  '/confirm-email-change',
  '/newsletter',
  '/event-notice',
  '/appointment-reminder',
  '/staff/join',
] as const
export type MailedPage = (typeof MAILED_PAGES)[number]

/** The page of the links about subscriptions to new events. */
const NOTICE_PAGE = '/event-notice' satisfies MailedPage

/** The token is in the query: mail protection changes or drops fragments (decision 004). */
export const mailedLink = (siteUrl: string, page: MailedPage, token: string): string =>
  `${siteUrl}${page}?token=${token}`

/** The link that can only end notices of events. */
export const endLink = (siteUrl: string, token: string): string =>
  `${siteUrl}${NOTICE_PAGE}?stop=${token}`

/** Whether a link has a token or a code, which readers may have to copy. */
export const holdsSecret = (url: string): boolean => /[?&](token|stop|code)=/.test(url)

/** More than the longest link that mail protection writes around ours. */
const MOST_CHARACTERS = 4096
/** Mail protection encodes a link once or twice; pasting it into our form does so again. */
const MOST_ENCODINGS = 3

/** Never throws, unlike `decodeURIComponent`: other parameters of a changed link may be malformed. ASCII only. */
function decoded(text: string): string {
  let plain = text.slice(0, MOST_CHARACTERS)
  for (let count = 0; count < MOST_ENCODINGS; count += 1) {
    plain = plain.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
  return plain
}

/** A query or fragment whose first `=` mail protection encoded, once or more. */
const withPlainEquals = (text: string): string =>
  text.replace(/^([?#&]?(?:token|stop|code))%(?:25)*3d/i, '$1=')

/** A token of `token.ts` in the query or, in links of earlier versions, in the fragment. */
const TOKEN_IN_LINK = /(?:[?&#](?:token|stop)=|#)\W{0,9}([\w-]{43})(?![\w-])/

/**
 * The token in a link, or in the query and fragment of one: as mailed, as mail protection changed it, with additions, or pasted with
 * the words around it; undefined when it is not whole.
 */
export const tokenIn = (link: string): string | undefined => TOKEN_IN_LINK.exec(decoded(link))?.[1]

/** Whether a link can only end notices of events. */
export const isEndLink = (link: string): boolean => /[?&]stop\b/.test(decoded(link))

const CHANGED = new RegExp(
  String.raw`^(${MAILED_PAGES.join('|')}|/event/\d{1,9})%(?:25)*(?:23|3f)([^?]+)`,
  'i',
)

/**
 * Where a request belongs whose link had a query or fragment that mail protection encoded into the path, such as
 * `/verify-email%23TOKEN`, `/verify-email%3Ftoken%3DTOKEN` or `/event/12%23code=LODGE-2041`.
 */
export function mendedLink(url: string): string | undefined {
  const [, page, changed = ''] = CHANGED.exec(url) ?? []
  if (page === undefined) return undefined
  const rest = withPlainEquals(changed.replace(/%(?:25)+/g, '%'))
  if (/^(token|stop|code)=/.test(rest)) return `${page}?${rest}`
  return page.startsWith('/event/') ? undefined : `${page}?token=${rest}`
}

/** Where the page keeps what it removed from its address (`site/shell/MailedAddress.astro`): a field of the history's state. */
export const TAKEN_LINK = 'mailedLink'

/** Sent when another link was opened in a page that is open already. */
export const LINK_EVENT = 'mailed-link'

/** The query and fragment that the page removed from its address; empty without any. */
export function takenLink(historyState: unknown): string {
  const taken = isRecord(historyState) ? historyState[TAKEN_LINK] : undefined
  return typeof taken === 'string' ? taken : ''
}
