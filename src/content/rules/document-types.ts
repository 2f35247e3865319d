import { CHOICE_PATH } from '#content/rules/test-choice.ts'
import { LIGHTS, RISK_GROUPS, resultTextId } from '#results/rules/result.ts'

/**
 * Which page of the website shows a document: one fixed page, a page below a folder at the document's slug,
 * a page at the path in the field `path`, a page for signed-in patients, which has no preview, or none.
 */
type ShownOn =
  | { readonly page: string }
  | { readonly folder: string }
  | 'own path'
  | 'portal'
  | 'nowhere'

type DocumentTypeInfo = {
  /** The name of the type for editors. */
  readonly title: string
  /** There is exactly one document of the type, and its `_id` is the name of the type. */
  readonly isSingleton: boolean
  readonly shownOn: ShownOn
  /** The ids of a type with a fixed set of documents: the site needs each and reads no other. */
  readonly ids?: readonly string[]
}

const singleton = (title: string, page: string): DocumentTypeInfo => ({
  title,
  isSingleton: true,
  shownOn: { page },
})
const partOf = (title: string, page: string): DocumentTypeInfo => ({
  title,
  isSingleton: false,
  shownOn: { page },
})
const below = (title: string, folder: string): DocumentTypeInfo => ({
  title,
  isSingleton: false,
  shownOn: { folder },
})

/** Every document type of the CMS (CMS-01). docs/how-to/add-a-document-type.md lists what else a new one needs. */
const TYPES = {
  siteSettings: singleton('Site settings', '/'),
  menus: singleton('Menus and footer', '/'),
  banner: partOf('Banner', '/'),
  homePage: singleton('Home page', '/'),
  aboutPage: singleton('About us', '/about-us'),
  eventsPage: singleton('Events overview', '/events'),
  informationHubPage: singleton('Information hub overview', '/information-hub'),
  newsPage: singleton('News overview', '/news'),
  testChoicePage: singleton('Is a PSA test right for me?', CHOICE_PATH),
  page: { title: 'Page', isSingleton: false, shownOn: 'own path' },
  newsArticle: below('News entry', '/news'),
  patientStory: below('Patient story', '/news/patient-journey'),
  teamMember: partOf('Team member', '/about-us'),
  testimonial: partOf('Testimonial', '/'),
  infoArticle: below('Information article', '/information-hub'),
  researchItem: partOf('Research card', '/information-hub'),
  supportOrganisation: partOf('Support organisation', '/information-hub'),
  partner: partOf('Partner', '/about-us'),
  yearStatistics: partOf('Statistics of a year', '/information-hub/statistics'),
  policy: below('Policy', ''),
  resultText: {
    title: 'Text of a result',
    isSingleton: false,
    shownOn: 'portal',
    ids: LIGHTS.flatMap((light) => RISK_GROUPS.map((group) => resultTextId(light, group))),
  },
  redirect: { title: 'Redirect', isSingleton: false, shownOn: 'nowhere' },
  approval: { title: 'Approval of a health text', isSingleton: false, shownOn: 'nowhere' },
} as const satisfies Record<string, DocumentTypeInfo>

export type DocumentType = keyof typeof TYPES

export const DOCUMENT_TYPES = Object.keys(TYPES) as readonly DocumentType[]

export const isDocumentType = (name: string): name is DocumentType => Object.hasOwn(TYPES, name)

/** The name of a type for editors. Example: `News entry` for `newsArticle`. */
export const typeTitle = (name: DocumentType): string => TYPES[name].title

/** Whether there is exactly one document of a type, under an id that equals the type. */
export const isSingleton = (name: string): boolean =>
  isDocumentType(name) && TYPES[name].isSingleton

/** The ids of a type's documents when they are a fixed set. Undefined for other types. */
export function fixedIds(name: string): readonly string[] | undefined {
  if (!isDocumentType(name)) return
  const { isSingleton: isSingle, ids }: DocumentTypeInfo = TYPES[name]
  return isSingle ? [name] : ids
}

/** Whether documents of a type can be previewed on the page that shows them (CMS-05). */
export const hasPreview = (name: string): boolean =>
  isDocumentType(name) && !isWithoutPage(TYPES[name])

const isWithoutPage = ({ shownOn }: DocumentTypeInfo) =>
  shownOn === 'portal' || shownOn === 'nowhere'

/** They are shown on every page, and are none. */
const OF_EVERY_PAGE: readonly DocumentType[] = ['siteSettings', 'menus']

/** The types whose documents can be linked: they have a page. */
export const LINKED_TYPES: readonly DocumentType[] = DOCUMENT_TYPES.filter(
  (name) => hasPreview(name) && !isPartOfPage(name) && !OF_EVERY_PAGE.includes(name),
)

/** Whether documents of a type are only shown on other documents' pages. */
export function isPartOfPage(name: string): boolean {
  if (!isDocumentType(name) || isSingleton(name)) return false
  const { shownOn }: DocumentTypeInfo = TYPES[name]
  return typeof shownOn === 'object' && 'page' in shownOn
}

/** The path of the page that shows a document; undefined while the document has no address, and for other types. */
export function documentPath(
  type: string,
  document: Readonly<Record<string, unknown>> | null,
): string | undefined {
  if (!isDocumentType(type)) return
  const { shownOn }: DocumentTypeInfo = TYPES[type]
  if (shownOn === 'own path') {
    const path = document?.['path']
    return typeof path === 'string' && path.startsWith('/') ? path : undefined
  }
  if (shownOn === 'portal' || shownOn === 'nowhere') return
  if ('page' in shownOn) return shownOn.page
  const slug = (document?.['slug'] as { current?: unknown } | null | undefined)?.current
  return typeof slug === 'string' && slug !== '' ? `${shownOn.folder}/${slug}` : undefined
}
