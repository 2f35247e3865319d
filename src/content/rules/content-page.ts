import { REQUIRED_PAGES, REQUIRED_POLICIES } from '#content/rules/fixed-documents.ts'
import { isProgramAddress } from '#content/rules/program-address.ts'
import { CHOICE_PATH } from '#content/rules/test-choice.ts'
import { MAX_ADDRESS, MAX_ADDRESS_PART } from '#core/rules/content-limits.ts'

/** The content pages that have one fixed address (SITE-01). */
export const FIXED_CONTENT_PATHS = [
  '/',
  '/about-us',
  '/events',
  '/information-hub',
  '/information-hub/statistics',
  CHOICE_PATH,
  '/news',
  ...REQUIRED_PAGES,
  ...REQUIRED_POLICIES.map((slug) => `/${slug}` as const),
] as const

export type FixedContentPath = (typeof FIXED_CONTENT_PATHS)[number]

/** A content page by its address; page numbers start at 1. */
export type ContentPage =
  | { readonly page: 'fixed'; readonly path: FixedContentPath }
  | { readonly page: 'explainer'; readonly product: string }
  | { readonly page: 'info-article' | 'news-entry' | 'story'; readonly slug: string }
  | { readonly page: 'own'; readonly path: string }
  | { readonly page: 'news-list'; readonly number: number }
  | { readonly page: 'news-month'; readonly month: string; readonly number: number }

/** The path of a page or policy that editors have added. */
export const OWN_PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

/** Whether an address, or a part of it, is longer than a page's may be. */
export const isLongAddress = (path: string): boolean =>
  path.length > MAX_ADDRESS || path.split('/').some((part) => part.length > MAX_ADDRESS_PART)

const NUMBER = '[1-9]\\d{0,3}'
const ADDRESSES: readonly [RegExp, (first: string, second: string) => ContentPage][] = [
  [/^\/([^/]+)-screening-event$/, (product) => ({ page: 'explainer', product })],
  [/^\/information-hub\/([^/]+)$/, (slug) => ({ page: 'info-article', slug })],
  [/^\/news\/([^/]+)$/, (slug) => ({ page: 'news-entry', slug })],
  [/^\/news\/patient-journey\/([^/]+)$/, (slug) => ({ page: 'story', slug })],
  [
    new RegExp(`^/news/page/(${NUMBER})$`),
    (number) => ({ page: 'news-list', number: Number(number) }),
  ],
  [
    new RegExp(`^/news/month/(\\d{4}-\\d{2})(?:/page/(${NUMBER}))?$`),
    (month, number) => ({ page: 'news-month', month, number: Number(number || 1) }),
  ],
]

/**
 * The content page at a path, whether its document exists or not; undefined for paths of the booking journey, the portal
 * and unknown ones. Example: `/news/open-day` is the news entry `open-day`, `/event/7` is undefined.
 */
export function contentPage(path: string): ContentPage | undefined {
  const fixed = FIXED_CONTENT_PATHS.find((known) => known === path)
  if (fixed !== undefined) return { page: 'fixed', path: fixed }
  for (const [address, pageOf] of ADDRESSES) {
    const [, first, second = ''] = address.exec(path) ?? []
    if (first !== undefined) return pageOf(decoded(first), second)
  }
  const isOwn = !isLongAddress(path) && OWN_PATH.test(path)
  return isOwn && !isProgramAddress(path) ? { page: 'own', path } : undefined
}

/** A decoded segment of an address; one that cannot be decoded is returned unchanged and matches no document. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
