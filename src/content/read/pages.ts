import { defineQuery } from 'groq'
import type { PAGES_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { type Fact, factOf } from '#content/read/fact.ts'
import { HEALTH_PROJECTION, type Health, healthOf } from '#content/read/health.ts'
import { readEach, readFixed } from '#content/read/read.ts'
import { fetchContent, part, warn } from '#content/read/reading.ts'
import { SIMPLE_TEXT_PROJECTION, type SimpleText, simpleTextOf } from '#content/read/rich-text.ts'
import {
  type PageSection,
  type ReadSection,
  SECTIONS_PROJECTION,
} from '#content/read/section-kinds.ts'
import { sectionsOf, shownSections } from '#content/read/sections.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { takenPaths } from '#content/read/taken-addresses.ts'
import { contentPage, isLongAddress, OWN_PATH } from '#content/rules/content-page.ts'
import {
  EXPLAINER,
  explainerPath,
  type RequiredPage,
  requiredPageAt,
} from '#content/rules/fixed-documents.ts'
import {
  isLanguage,
  type Language,
  type LanguageVersion,
  versionsOf,
} from '#content/rules/languages.ts'

/** The contact for the subject of a page. */
export type PageContact = {
  text: string | undefined
  email: string | undefined
  phones: string[]
}

/** A page that is built of sections in the Studio (INFO-06 to INFO-10, ABOUT-06). */
export type ContentPage = {
  sharing: Sharing
  path: string
  /** Undefined: English. */
  language: Language | undefined
  /** All versions of it in other languages and itself; none when there is only one (CMS-18). */
  versions: LanguageVersion[]
  title: string
  description: string
  introduction: SimpleText
  /** Beside the title. */
  fact: Fact | undefined
  sections: PageSection[]
  contact: PageContact | undefined
  /** Only of a page that is marked as a health text (CMS-22). */
  health: Health | undefined
}

const PAGES = defineQuery(`*[_type == "page"] | order(_createdAt asc, _id asc){
  _id, _rev, path, language, "original": original._ref, title, description, ${SHARING}, "introduction": introduction${SIMPLE_TEXT_PROJECTION},
  fact{figure, text},
  "sections": sections${SECTIONS_PROJECTION},
  contact{text, email, phones},
  isHealthText, "health": health${HEALTH_PROJECTION}
}`)

/**
 * The page that the program needs at a place. `address` is where it is shown: the address of the page about the screening
 * has the product's name, its document keeps its own path.
 * @throws ContentError when it is not published, or naming the field that is missing.
 */
export const getPage = (place: RequiredPage, address: string = place): Promise<ContentPage> =>
  part(`page ${place}`, async () => {
    const documents = await fetchContent(PAGES)
    const found = documentAt(documents, place, address)
    const page = readFixed({ type: 'page', key: place, name: address }, found, pageOf)
    return completed(page, address)
  })

/** The document at a place of the program: the one with its address, otherwise the first that can have the place. */
const documentAt = <One extends { path: string | null }>(
  documents: readonly One[],
  place: RequiredPage,
  address: string,
) =>
  documents.find(({ path }) => path === address) ??
  documents.find(({ path }) => requiredPageAt(path) === place)

/** The pages that editors have added, as their documents have them: all but those that the program needs. */
const readOwnPages = (): Promise<ReadPage[]> =>
  part('own pages', async () => {
    const raw = await fetchContent(PAGES)
    const { productSlug } = await getSiteSettings()
    const explainer = documentAt(raw, EXPLAINER, explainerPath(productSlug))
    const others = contentsOf(raw, 'pages').filter(
      ({ raw: { _id, path } }) => isOther(path) && _id !== explainer?._id,
    )
    const taken = await takenPaths('policy')
    const readOwn = (document: Content<PageDocument>) => {
      const own = ownPageOf(document)
      // A policy with this address is not shown; the warnings name both documents.
      if (taken.has(own.path)) warn(document.error('path', 'address-taken'))
      return own
    }
    return readEach('page', others, readOwn, ({ path }) => path)
  })

/** The pages that editors have added. */
export const listOtherPages = (): Promise<ContentPage[]> =>
  part('pages', async () =>
    Promise.all((await readOwnPages()).map((page) => completed(page, page.path))),
  )

async function completed(page: ReadPage, address: string): Promise<ContentPage> {
  const { id: _id, originalId: _originalId, ...shown } = page
  const sections = await shownSections(page.sections)
  return { ...shown, sections, versions: await versionsAt(page, address) }
}

/** A page that the program itself needs counts without a check; a page that an editor added counts only without a fault. */
async function versionsAt(page: ReadPage, path: string): Promise<LanguageVersion[]> {
  const { productSlug } = await getSiteSettings()
  const required = (await fetchContent(PAGES)).flatMap(({ _id: id, path: own }) => {
    const place = requiredPageAt(own)
    if (place === undefined) return []
    const at = place === EXPLAINER ? explainerPath(productSlug) : place
    return [{ id, path: at, language: undefined, originalId: undefined }]
  })
  return versionsOf({ ...page, path }, [...(await readOwnPages()), ...required])
}

/** Of several pages with an address like that of the page about the screening, one has its place. */
const isOther = (path: unknown) => {
  const place = requiredPageAt(path)
  return place === undefined || place === EXPLAINER
}

/** @throws ContentError when no page can have the address, or when it belongs to the program. */
function ownPageOf(document: Content<PageDocument>) {
  const path = document.text('path')
  if (isLongAddress(path)) throw document.error('path', 'long-address')
  if (!OWN_PATH.test(path)) throw document.error('path', 'bad-address')
  if (contentPage(path)?.page !== 'own') throw document.error('path', 'address-taken')
  return pageOf(document)
}

type PageDocument = Readable<PAGES_RESULT>[number]

/** A page as its document has it. */
type ReadPage = Omit<ContentPage, 'sections' | 'versions'> & {
  id: string
  originalId: string | undefined
  sections: ReadSection[]
}

/** The page in a document of the type `page`. */
export function pageOf(document: Content<PageDocument>): ReadPage {
  const contact = document.optionalPart('contact')
  const health = document.optionalPart('health')
  return {
    id: document.text('_id'),
    path: document.text('path'),
    language: languageOf(document),
    originalId: document.optionalText('original'),
    title: document.text('title'),
    description: document.text('description'),
    sharing: sharingOf(document),
    introduction: simpleTextOf(document.optionalParts('introduction')),
    fact: factOf(document.optionalPart('fact')),
    sections: sectionsOf(document.parts('sections'), { _type: 'page', path: document.raw.path }),
    health: document.raw.isHealthText === true && health ? healthOf(health) : undefined,
    contact: contact && {
      text: contact.optionalText('text'),
      email: contact.optionalText('email'),
      phones: contact.optionalTexts('phones'),
    },
  }
}

function languageOf(document: Content<PageDocument>): Language | undefined {
  const language = document.optionalText('language')
  if (language !== undefined && !isLanguage(language))
    throw document.error('language', 'unknown-value')
  return language
}
