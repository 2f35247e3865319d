import { getAboutPage } from '#content/about.ts'
import { clearContent } from '#content/client.ts'
import { getEventsPage } from '#content/events-page.ts'
import { listFiles } from '#content/files.ts'
import { getHomePage } from '#content/home.ts'
import { listInfoArticles } from '#content/info-articles.ts'
import { getInformationHub } from '#content/information-hub.ts'
import { getNewsPage, listNews } from '#content/news.ts'
import { getPage } from '#content/pages.ts'
import { getPolicy } from '#content/policies.ts'
import { getSiteSettings } from '#content/site-settings.ts'
import { listYearFigures } from '#content/statistics.ts'
import { listStories } from '#content/stories.ts'
import { listTestimonials } from '#content/testimonials.ts'

/** All queries of the pages; a build runs each query once, regardless of the number of pages. */
const QUESTIONS = {
  'site settings': getSiteSettings,
  home: getHomePage,
  events: getEventsPage,
  about: getAboutPage,
  hub: getInformationHub,
  articles: listInfoArticles,
  pages: () => getPage('/events/community-screening'),
  policies: () => getPolicy('privacy-policy'),
  news: listNews,
  'news page': getNewsPage,
  stories: listStories,
  testimonials: listTestimonials,
  figures: listYearFigures,
  files: listFiles,
}

/** Milliseconds per query, run in sequence after a change of content. */
export async function askAll(): Promise<{ name: string; milliseconds: number }[]> {
  clearContent()
  const asked: { name: string; milliseconds: number }[] = []
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const started = performance.now()
    await ask()
    asked.push({ name, milliseconds: performance.now() - started })
  }
  return asked
}
