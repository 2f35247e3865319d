import type { StructureBuilder, StructureResolver } from 'sanity/structure'
import { TEAM_GROUPS } from '../schemas/documents/people.ts'
import { resultTextTitle } from '../schemas/documents/result-text.ts'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import {
  DOCUMENT_TYPES,
  type DocumentType,
  isSingleton,
  typeTitle,
} from '../src/content/rules/document-types.ts'
import { HEALTH_TEXTS } from '../src/content/rules/health-text.ts'
import { LIGHTS, RISK_GROUPS, resultTextId } from '../src/results/rules/result.ts'
import { RecentlyDeleted } from './deleted/RecentlyDeleted.tsx'
import { BinIcon } from './icons.tsx'

/** The menu on the left. A document type that has no place here is listed at its end. */
export const structure: StructureResolver = (S) => {
  const placed = new Set<DocumentType>()
  const single = (type: DocumentType) => {
    placed.add(type)
    return singleton(S, type)
  }
  const documents = (type: DocumentType, title: string, order?: Order) => {
    placed.add(type)
    return documentList(S, type, title, order)
  }
  const folder = (id: string, title: string, items: Items) =>
    S.listItem().title(title).id(id).child(S.list().title(title).items(items))

  const items: Items = [
    single('siteSettings'),
    single('menus'),
    documents('banner', 'Banners', { field: 'publishAt', direction: 'desc' }),
    S.divider(),
    folder('pages', 'Pages', [
      single('homePage'),
      single('aboutPage'),
      single('eventsPage'),
      single('newsPage'),
      single('informationHubPage'),
      single('testChoicePage'),
      S.divider(),
      documents('page', 'Other pages', { field: 'path', direction: 'asc' }),
    ]),
    S.divider(),
    documents('newsArticle', 'News', { field: 'publishedOn', direction: 'desc' }),
    documents('patientStory', 'Patient stories'),
    folder('team', 'Team', [
      documents('teamMember', 'Everybody', { field: 'name', direction: 'asc' }),
      S.divider(),
      ...Object.entries(TEAM_GROUPS).map(([group, title]) => teamGroup(S, group, title)),
    ]),
    documents('testimonial', 'Testimonials', { field: 'name', direction: 'asc' }),
    S.divider(),
    folder('information-hub', 'Information hub', [
      documents('infoArticle', 'Articles', { field: 'title', direction: 'asc' }),
      documents('researchItem', 'Research and data'),
      S.divider(),
      toBeReviewed(S),
    ]),
    documents('partner', 'Partners', { field: 'name', direction: 'asc' }),
    documents('supportOrganisation', 'Support organisations', { field: 'title', direction: 'asc' }),
    S.divider(),
    documents('yearStatistics', 'Statistics', { field: 'year', direction: 'desc' }),
    resultTexts(S, placed),
    documents('policy', 'Policies', { field: 'title', direction: 'asc' }),
    documents('redirect', 'Redirects', { field: 'from', direction: 'asc' }),
  ]
  // Made by the button “Approve”, and shown with its text.
  placed.add('approval')
  const others = DOCUMENT_TYPES.filter((type) => !placed.has(type)).map((type) =>
    isSingleton(type) ? singleton(S, type) : S.documentTypeListItem(type),
  )
  return S.list()
    .title('Content')
    .items([...items, ...others, S.divider(), recentlyDeleted(S)])
}

/** A fixed set: each opens directly, none can be added. */
function resultTexts(S: StructureBuilder, placed: Set<DocumentType>) {
  placed.add('resultText')
  const items = LIGHTS.flatMap((light) =>
    RISK_GROUPS.map((group) => {
      const [id, title] = [resultTextId(light, group), resultTextTitle(light, group)]
      const document = S.document().schemaType('resultText').documentId(id).title(title)
      return S.listItem().title(title).id(id).schemaType('resultText').child(document)
    }),
  )
  return S.listItem()
    .title('Texts of results')
    .id('result-texts')
    .child(S.list().title('Texts of results').items(items))
}

function recentlyDeleted(S: StructureBuilder) {
  const [id, title] = ['recently-deleted', 'Recently deleted']
  const pane = S.component(RecentlyDeleted).title(title).id(id)
  return S.listItem().title(title).id(id).icon(BinIcon).child(pane)
}

type Items = Parameters<ReturnType<StructureBuilder['list']>['items']>[0]

const DAY_MS = 24 * 60 * 60_000
/** How long before its next review a health text is listed. */
const REVIEW_SOON_DAYS = 30

/** The health texts that are due for a review, the most overdue first (CMS-22). */
function toBeReviewed(S: StructureBuilder) {
  const [id, title] = ['to-be-reviewed', 'To be reviewed']
  const soon = new Date(Date.now() + REVIEW_SOON_DAYS * DAY_MS).toISOString().slice(0, 10)
  const list = S.documentList()
    .title(title)
    .apiVersion(SANITY_API_VERSION)
    .filter(`${HEALTH_TEXTS} && (!defined(health.nextReviewOn) || health.nextReviewOn <= $soon)`)
    .params({ soon })
    .defaultOrdering([{ field: 'health.nextReviewOn', direction: 'asc' }])
  return S.listItem().title(title).id(id).child(list)
}

/** Opened directly, without a list. */
function singleton(S: StructureBuilder, type: DocumentType) {
  const title = typeTitle(type)
  return S.listItem()
    .title(title)
    .id(type)
    .schemaType(type)
    .child(S.document().schemaType(type).documentId(type).title(title))
}

type Order = { field: string; direction: 'asc' | 'desc' }

function documentList(S: StructureBuilder, type: DocumentType, title: string, order?: Order) {
  const list = S.documentTypeList(type).title(title)
  return S.listItem()
    .title(title)
    .id(type)
    .schemaType(type)
    .child(order ? list.defaultOrdering([order]) : list)
}

function teamGroup(S: StructureBuilder, group: string, title: string) {
  return S.listItem()
    .title(title)
    .id(group)
    .child(
      S.documentList()
        .title(title)
        .apiVersion(SANITY_API_VERSION)
        .schemaType('teamMember')
        .filter('_type == "teamMember" && group == $group')
        .params({ group })
        .defaultOrdering([{ field: 'name', direction: 'asc' }]),
    )
}
