import { aboutPage } from './about-page.ts'
import { eventsPage } from './events-page.ts'
import { homePage } from './home-page.ts'
import { infoArticles } from './info-articles.ts'
import { informationHub } from './information-hub.ts'
import type { SourceDocument } from './markup.ts'
import { spring2020 } from './news/2020-spring.ts'
import { summer2020 } from './news/2020-summer.ts'
import { year2021 } from './news/2021.ts'
import { year2022 } from './news/2022.ts'
import { from2023 } from './news/2023-onwards.ts'
import { elderlyPage, posterPage, researchPage, supportPage } from './pages/guidance-pages.ts'
import { communityPage, corporatePage } from './pages/host-pages.ts'
import { policies } from './pages/policies.ts'
import { screeningEventPage, seminarPage } from './pages/visitor-pages.ts'
import { goldSponsor, partners } from './partners.ts'
import { resultTexts } from './result-texts.ts'
import { siteSettings } from './site-settings.ts'
import { statistics } from './statistics.ts'
import { newsPage, stories } from './stories.ts'
import { executiveTeam, patrons, trustees } from './team.ts'
import { testimonials } from './testimonials.ts'

/** The whole sample dataset, in the order of `content/data.ndjson`. */
export const dataset: readonly SourceDocument[] = [
  siteSettings,
  homePage,
  aboutPage,
  eventsPage,
  newsPage,
  corporatePage,
  communityPage,
  seminarPage,
  screeningEventPage,
  elderlyPage,
  researchPage,
  supportPage,
  posterPage,
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

export function toNdjson(documents: readonly SourceDocument[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('')
}
