type Slug = { current?: unknown }
type Values = Record<string, unknown>

/** Where documents of a type stand on the website; undefined while the document has no address of its own yet. */
const PATHS: Record<string, (document: Values) => string | undefined> = {
  siteSettings: () => '/',
  homePage: () => '/',
  aboutPage: () => '/about-us',
  eventsPage: () => '/events',
  newsPage: () => '/news',
  informationHubPage: () => '/information-hub',
  page: ({ path }) => (typeof path === 'string' && path.startsWith('/') ? path : undefined),
  newsArticle: below('/news'),
  patientStory: below('/news/patient-journey'),
  infoArticle: below('/information-hub'),
  policy: below(''),
  // These have no page of their own: they stand on another.
  teamMember: () => '/about-us',
  partner: () => '/about-us',
  testimonial: () => '/',
  researchItem: () => '/information-hub',
  supportOrganisation: () => '/information-hub',
  yearStatistics: () => '/information-hub/statistics',
}

export const standsOnSite = (type: string): boolean => Object.hasOwn(PATHS, type)

/** The path of the page that shows a document, or undefined while it has none. */
export function sitePathOf(type: string, document: Values | null): string | undefined {
  return PATHS[type]?.(document ?? {})
}

function below(folder: string) {
  return ({ slug }: Values) => {
    const name = (slug as Slug | null | undefined)?.current
    return typeof name === 'string' && name !== '' ? `${folder}/${name}` : undefined
  }
}
