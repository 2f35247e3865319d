import { getAboutPage } from '#content/about.ts'
import { getEventsPage } from '#content/events-page.ts'
import { getHomePage } from '#content/home.ts'
import { getInformationHub } from '#content/information-hub.ts'
import { getNewsPage, listNews } from '#content/news.ts'
import { getPage, listOtherPages } from '#content/pages.ts'
import { listPartners } from '#content/partners.ts'
import { getPolicy, listOtherPolicies } from '#content/policies.ts'
import { listResultTexts } from '#content/result-texts.ts'
import { getSiteSettings } from '#content/site-settings.ts'
import { listYearFigures } from '#content/statistics.ts'
import { listTestimonials } from '#content/testimonials.ts'
import {
  EXPLAINER,
  explainerPath,
  REQUIRED_PAGES,
  REQUIRED_POLICIES,
} from '#domain/fixed-documents.ts'

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
}
