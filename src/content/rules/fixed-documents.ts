import { fixedIds } from '#content/rules/document-types.ts'

/** Paths at which the program needs a document of the type `page`. */
export const REQUIRED_PAGES = [
  '/about-us/research',
  '/events/community-screening',
  '/events/corporate-screening',
  '/events/seminar-talks',
  '/information-hub/elderly-psa-testing',
  '/support-us',
  '/world-cancer-day-poster',
] as const

/** The path of the document about the screening. It does not change with the product's name. */
export const EXPLAINER = '/{product}-screening-event'
const EXPLAINER_PATH = /^\/[^/]+-screening-event$/

/** Where the page about the screening is shown; `productSlug` is the product's name as part of an address. */
export const explainerPath = (productSlug: string) => `/${productSlug}-screening-event`

export type RequiredPage = (typeof REQUIRED_PAGES)[number] | typeof EXPLAINER

/** Slugs at which the program needs a document of the type `policy`. */
export const REQUIRED_POLICIES = [
  'accessibility',
  'cookies',
  'privacy-policy',
  'refund-policy',
] as const

export type RequiredPolicy = (typeof REQUIRED_POLICIES)[number]

type AnyDocument = {
  readonly _id: string
  readonly _type: string
  readonly [field: string]: unknown
}

/** The place that a document of the type `page` with this path fills; undefined when the program does not need it. */
export function requiredPageAt(path: unknown): RequiredPage | undefined {
  if (typeof path !== 'string') return
  return EXPLAINER_PATH.test(path) ? EXPLAINER : REQUIRED_PAGES.find((known) => known === path)
}

const slugIn = (value: unknown): unknown =>
  (value as { current?: unknown } | null | undefined)?.current

/**
 * The place in the program that a document fills (CMS-06): its id for types with fixed ids, otherwise the address in its
 * own field. Undefined for all other documents. A draft has the place of its published document.
 * Examples: `homePage`, `result-green-low`, `/support-us`, `/cookies`.
 */
export function fixedPlace(document: AnyDocument): string | undefined {
  const { _id, _type } = document
  const ids = fixedIds(_type)
  if (ids) return ids.find((id) => id === _id.replace(/^drafts\./, ''))
  if (_type === 'page') return requiredPageAt(document['path'])
  if (_type !== 'policy') return
  const slug = REQUIRED_POLICIES.find((known) => known === slugIn(document['slug']))
  return slug && `/${slug}`
}

/** What a change would do to a place of the program. */
export type FixedFault = 'removed' | 'moved' | 'taken'

/**
 * Why a change of a published document must be refused (CMS-06); undefined when it is allowed. `holder` finds another
 * published document at a place. Null: the document does not exist. Pure.
 */
export function fixedFault(
  before: AnyDocument | null,
  after: AnyDocument | null,
  holder: (place: string) => unknown,
): FixedFault | undefined {
  const place = before ? fixedPlace(before) : undefined
  const next = after ? fixedPlace(after) : undefined
  if (place !== undefined && after === null) return 'removed'
  if (place !== undefined && next !== place) return 'moved'
  if (place === undefined && next !== undefined && holder(next) !== undefined) return 'taken'
  // The path of the page about the screening contains the product's name, which no list has.
  if (place === EXPLAINER && before?.['path'] !== after?.['path']) return 'moved'
  return undefined
}
