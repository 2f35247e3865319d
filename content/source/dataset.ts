import { documentPath, LINKED_TYPES } from '../../src/content/rules/document-types.ts'
import { aboutPage } from './about-page.ts'
import { approvalsOf } from './approvals.ts'
import { banners } from './banners.ts'
import { eventsPage } from './events-page.ts'
import { homePage } from './home-page.ts'
import { infoArticles } from './info-articles.ts'
import { informationHub } from './information-hub.ts'
import type { SourceDocument } from './markup.ts'
import { menus } from './menus.ts'
import { spring2020 } from './news/2020-spring.ts'
import { summer2020 } from './news/2020-summer.ts'
import { year2021 } from './news/2021.ts'
import { year2022 } from './news/2022.ts'
import { from2023 } from './news/2023-onwards.ts'
import { elderlyPage, posterPage, researchPage, supportPage } from './pages/guidance-pages.ts'
import { communityPage, corporatePage } from './pages/host-pages.ts'
import { policies } from './pages/policies.ts'
import { testChoicePage } from './pages/test-choice.ts'
import { screeningEventPage, seminarPage, welshSamplePage } from './pages/visitor-pages.ts'
import { volunteerPage } from './pages/volunteer-page.ts'
import { goldSponsor, partners } from './partners.ts'
import { resultTexts } from './result-texts.ts'
import { siteSettings } from './site-settings.ts'
import { statistics } from './statistics.ts'
import { newsPage, stories } from './stories.ts'
import { executiveTeam, patrons, trustees } from './team.ts'
import { testimonials } from './testimonials.ts'

const documents: readonly SourceDocument[] = [
  siteSettings,
  menus,
  ...banners,
  homePage,
  aboutPage,
  eventsPage,
  newsPage,
  testChoicePage,
  corporatePage,
  communityPage,
  seminarPage,
  screeningEventPage,
  welshSamplePage,
  elderlyPage,
  researchPage,
  supportPage,
  posterPage,
  volunteerPage,
  ...policies,
  ...infoArticles,
  ...informationHub,
  ...statistics,
  ...resultTexts,
  ...stories,
  ...testimonials,
  ...executiveTeam,
  ...trustees,
  ...patrons,
  goldSponsor,
  ...partners,
  ...spring2020,
  ...summer2020,
  ...year2021,
  ...year2022,
  ...from2023,
]

/** The documents that a link can lead to, by their paths. */
const targets = new Map(
  documents
    .filter(({ _type }) => LINKED_TYPES.some((known) => known === _type))
    .map((document) => [documentPath(document._type, document), document._id]),
)

/** A link to the page of a document refers to the document, as the Studio stores it. Sources have its path. */
function withReferences<Value>(value: Value): Value
function withReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withReferences)
  const { kind, path, ...rest } = value as { kind?: unknown; path?: string }
  const target = kind === 'page' ? targets.get(path) : undefined
  if (target === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, withReferences(field)]),
    )
  return { kind, page: { _type: 'reference', _ref: target, _weak: true }, ...rest }
}

/** The whole sample dataset, in the order of `content/data.ndjson`. */
const written = documents.map(withReferences)
export const dataset: readonly SourceDocument[] = [...written, ...(await approvalsOf(written))]

export function toNdjson(documents: readonly SourceDocument[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('')
}
