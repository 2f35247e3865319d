import type { Figure } from '#content/read/figure.ts'
import type { Health } from '#content/read/health.ts'
import type { NewsEntry } from '#content/read/news.ts'
import type { SiteSettings } from '#content/read/site-settings.ts'
import { explainerPath } from '#content/rules/fixed-documents.ts'
import { MIN_SCREENING_AGE } from '#core/rules/age.ts'

type Data = Record<string, unknown>
type Page = { title: string; description: string; url: string; health: Health | undefined }

const AUDIENCE = {
  '@type': 'PeopleAudience',
  audienceType: 'Men',
  suggestedMinAge: MIN_SCREENING_AGE,
}

/** schema.org data as the text of a script element; `<` is escaped so that no text can end the element. */
export function jsonLdText(data: Data): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
}

/** The charity (SITE-11). `site` is the origin. */
export function organizationData(settings: SiteSettings, site: URL): Data {
  const [, ...street] = settings.address
  return {
    '@type': 'NGO',
    '@id': new URL('/#organisation', site).href,
    name: settings.charityName,
    url: new URL('/', site).href,
    logo: new URL('/apple-touch-icon.png', site).href,
    description: settings.homeDescription,
    email: settings.email,
    telephone: settings.enquiriesPhone,
    identifier: `Registered charity ${settings.charityNumber}`,
    address: { '@type': 'PostalAddress', streetAddress: street.join(', '), addressCountry: 'GB' },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'booking',
      telephone: settings.bookingPhone,
      email: settings.supportEmail,
    },
  }
}

const publisher = (settings: SiteSettings, site: URL): Data => ({
  '@type': 'NGO',
  '@id': new URL('/#organisation', site).href,
  name: settings.charityName,
})

/** A news entry, or a patient's story, which has no date (SITE-11). */
export function newsArticleData(
  entry: Pick<NewsEntry, 'title'> & { description?: string | undefined; publishedOn?: string },
  page: { url: string; image: string | undefined },
  settings: SiteSettings,
  site: URL,
): Data {
  return {
    '@type': entry.publishedOn === undefined ? 'Article' : 'NewsArticle',
    headline: entry.title,
    description: entry.description,
    datePublished: entry.publishedOn,
    inLanguage: 'en-GB',
    mainEntityOfPage: page.url,
    image: page.image,
    author: publisher(settings, site),
    publisher: publisher(settings, site),
  }
}

/** Whether the page has health information: the hub's articles and statistics, and the screening explainer. */
export function isMedicalPage(path: string, productSlug: string): boolean {
  return path.startsWith('/information-hub/') || path === explainerPath(productSlug)
}

/** A page of health information (SITE-11). */
export function medicalPageData(page: Page, settings: SiteSettings, site: URL): Data {
  return {
    '@type': 'MedicalWebPage',
    name: page.title,
    description: page.description,
    url: page.url,
    inLanguage: 'en-GB',
    about: { '@type': 'MedicalCondition', name: 'Prostate cancer' },
    audience: AUDIENCE,
    publisher: publisher(settings, site),
    ...(page.health && reviewData(page.health)),
  }
}

const reviewData = ({ author, reviewer, reviewedOn, sources }: Health): Data => ({
  author: { '@type': 'Person', name: author },
  reviewedBy: { '@type': 'Person', name: reviewer },
  lastReviewed: reviewedOn,
  citation: sources.map(({ title, url }) => url ?? title),
})

/** The picture for shared links: its built address, its size and its alternative text. */
export type SharedPicture = Pick<Figure, 'src' | 'alt' | 'width' | 'height'>
