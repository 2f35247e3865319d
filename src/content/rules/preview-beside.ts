/**
 * Where the Studio requests a page with drafts, to show it beside a form (CMS-05). POST with a secret of
 * `@sanity/preview-url-secret` as bearer returns a token; GET with that token as bearer returns a page.
 */
export const BESIDE_PATH = '/preview/beside'

/** The query parameter that names the page's path. */
export const BESIDE_PAGE = 'page'

/** Marks the page that says which field of a draft is missing. */
export const PROBLEM_PAGE = 'data-preview-problem'

/**
 * Why the site returns no page. `link-over`: the secret is unknown, expired or used; `token-over`: the token is;
 * `address-wrong`: no page at this path has drafts.
 */
export const BESIDE_REFUSALS = [
  'link-over',
  'token-over',
  'address-wrong',
  'not-configured',
  'unreachable',
  'too-many-requests',
] as const
export type BesideRefusal = (typeof BESIDE_REFUSALS)[number]

export type BesideToken = { readonly token: string; readonly seconds: number }

/** The site's response to a secret. Undefined when it has another form. */
export function parseBesideToken(value: unknown): BesideToken | undefined {
  const { token, seconds } = fieldsOf(value)
  const isToken = typeof token === 'string' && /^[\w.-]{1,200}$/.test(token)
  return isToken && typeof seconds === 'number' && seconds > 0 ? { token, seconds } : undefined
}

/** The reason in a refusal of the site; undefined when it has none that is known. */
export function parseBesideRefusal(value: unknown): BesideRefusal | undefined {
  const { reason } = fieldsOf(value)
  return BESIDE_REFUSALS.find((known) => known === reason)
}

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
