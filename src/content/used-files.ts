import { getAboutPage } from '#content/about.ts'
import { readOnce } from '#content/client.ts'
import { contentOf } from '#content/document.ts'
import { getEventsPage } from '#content/events-page.ts'
import { type ContentFile, fileOf, listFiles } from '#content/files.ts'
import { getInformationHub } from '#content/information-hub.ts'
import { listNews } from '#content/news.ts'
import { getPage, listOtherPages } from '#content/pages.ts'
import { getPolicy, listOtherPolicies } from '#content/policies.ts'
import { formerVersions } from '#content/read.ts'
import { listResultTexts } from '#content/result-texts.ts'
import { getSiteSettings } from '#content/site-settings.ts'
import {
  EXPLAINER,
  explainerPath,
  REQUIRED_PAGES,
  REQUIRED_POLICIES,
} from '#domain/fixed-documents.ts'

/**
 * Every file that a build needs: those of published documents, and those of the former versions that it shows instead of
 * documents at fault. Those are known once everything that can have a file was read.
 */
export const listUsedFiles = readOnce(async (): Promise<ContentFile[]> => {
  const { productSlug } = await getSiteSettings()
  await Promise.all([
    getAboutPage(),
    getEventsPage(),
    // With stories, articles and their cards.
    getInformationHub(),
    listNews(),
    listResultTexts(),
    listOtherPages(),
    listOtherPolicies(),
    getPage(EXPLAINER, explainerPath(productSlug)),
    ...REQUIRED_PAGES.map((path) => getPage(path)),
    ...REQUIRED_POLICIES.map((slug) => getPolicy(slug)),
  ])
  const files = [...(await listFiles()), ...formerVersions().flatMap(filesIn)]
  return [...new Map(files.map((file) => [file.href, file])).values()]
})

type FilePart = { url: string; name: string; size: number; hash: string }

/** What `FILE_PROJECTION` returns; pictures have no hash. */
const isFile = (value: object): value is FilePart =>
  ['url', 'name', 'hash'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )

/** The files in a part of a document as a query returned it. */
export function filesIn(value: unknown): ContentFile[] {
  if (typeof value !== 'object' || value === null) return []
  if (isFile(value)) return [fileOf(contentOf(value, 'file'))]
  return Object.values(value).flatMap(filesIn)
}
