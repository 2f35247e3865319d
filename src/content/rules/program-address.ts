/** First path segments of the program's own pages and files, and of the pages of other document types. */
export const PROGRAM_ADDRESSES = [
  '404',
  '500',
  '503',
  'api',
  'appointment-reminder',
  'book-event',
  'book-event-main',
  'booking-success',
  'check-nhs-number',
  'checkout',
  'confirm-email-change',
  'event',
  'event-list',
  'event-notice',
  'files',
  'form-result',
  'information-hub',
  'login',
  'map',
  'medical-results',
  'news',
  'newsletter',
  'portal',
  'preview',
  'receipt',
  'reset-password',
  'search',
  'signup',
  'signup-success',
  'staff',
  'studio',
  'test-consent',
  'upcoming-events',
  'verify-email',
  'waiting-list',
] as const

/** Whether this path is reserved: a page that an editor adds there would hide a page of the program. */
export function isProgramAddress(path: string): boolean {
  const first = path.split('/')[1]
  return PROGRAM_ADDRESSES.some((known) => known === first)
}

/** Paths that the server serves without a file in the build: the API, the Studio, the map, and pages on demand. */
const ON_DEMAND =
  /^\/((api|map|preview|studio)(\/.*)?|event\/[^/]+|event-list|events\/next\.json|form-result|search|sitemap-events\.xml)$/

/** Whether the program serves a path for which the build has no page. */
export const isOnDemand = (path: string): boolean => ON_DEMAND.test(path)

/** Pages without a document that a link of the content may lead to: editors choose them from this list (CMS-07). */
export const PROGRAM_PAGES = [
  { path: '/upcoming-events', title: 'List of upcoming events' },
  { path: '/book-event-main', title: 'Book an event' },
  { path: '/information-hub/statistics', title: 'Statistics' },
  { path: '/signup', title: 'Create an account' },
  { path: '/login', title: 'Sign in' },
  { path: '/medical-results', title: 'Medical results' },
  { path: '/portal', title: 'Portal of the patient' },
  { path: '/check-nhs-number', title: 'Check of an NHS number' },
  { path: '/rss.xml', title: 'News feed (RSS)' },
] as const

/** Whether a path is a page without a document that editors choose from the list. */
export const isProgramPage = (path: string): boolean =>
  PROGRAM_PAGES.some((known) => known.path === path)
