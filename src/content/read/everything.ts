import { getAboutPage } from '#content/read/about.ts'
import { getEventsPage } from '#content/read/events-page.ts'
import { listFiles } from '#content/read/files.ts'
import { getHomePage } from '#content/read/home.ts'
import { getInformationHub } from '#content/read/information-hub.ts'
import { getNewsPage, listNews } from '#content/read/news.ts'
import { getPage, listOtherPages } from '#content/read/pages.ts'
import { listPartners } from '#content/read/partners.ts'
import { getPolicy, listOtherPolicies } from '#content/read/policies.ts'
import { listResultTexts } from '#content/read/result-texts.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { listYearFigures } from '#content/read/statistics.ts'
import { getTestChoice } from '#content/read/test-choice.ts'
import { listTestimonials } from '#content/read/testimonials.ts'
import {
  EXPLAINER,
  explainerPath,
  REQUIRED_PAGES,
  REQUIRED_POLICIES,
} from '#content/rules/fixed-documents.ts'

/** Reads every document that pages show, as they do. @throws ContentError for one that the program needs and cannot show. */
export async function readEverything(): Promise<void> {
  const { productSlug } = await getSiteSettings()
  await Promise.all([
    getHomePage(),
    // With the team.
    getAboutPage(),
    getEventsPage(),
    // With stories, articles and their cards.
    getInformationHub(),
    getNewsPage(),
    getTestChoice(),
    listNews(),
    listPartners(),
    listResultTexts(),
    listTestimonials(),
    listYearFigures(),
    listOtherPages(),
    listOtherPolicies(),
    getPage(EXPLAINER, explainerPath(productSlug)),
    ...REQUIRED_PAGES.map((path) => getPage(path)),
    ...REQUIRED_POLICIES.map((slug) => getPolicy(slug)),
  ])
  // Those of the documents that are shown.
  await listFiles()
}
