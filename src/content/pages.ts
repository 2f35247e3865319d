import { defineQuery } from 'groq'
import { CARD_PROJECTION, type Card, cardOf } from '#content/blocks.ts'
import { fetchContent, readOnce } from '#content/client.ts'
import type { PAGES_RESULT } from '#content/content.generated.ts'
import { ContentError } from '#content/content-error.ts'
import { type Content, contentsOf, type Readable } from '#content/document.ts'
import { readEach } from '#content/drafts.ts'
import { PARTNER_PROJECTION, type Partner, partnerOf } from '#content/partners.ts'
import {
  RICH_TEXT_PROJECTION,
  type RichText,
  richTextOf,
  SIMPLE_TEXT_PROJECTION,
  type SimpleText,
  simpleTextOf,
} from '#content/rich-text.ts'
import { anchorsOf } from '#domain/anchor.ts'
import { contentPage } from '#domain/content-page.ts'
import { type RequiredPage, requiredPageAt } from '#domain/fixed-documents.ts'

type Headed = { heading: string; anchor: string } | { heading: undefined; anchor: undefined }
export type TextSection = Headed & { type: 'textSection'; body: RichText }
export type CardSection = Headed & { type: 'cardSection'; cards: Card[] }
export type PartnerSection = Headed & { type: 'partnerSection'; partners: Partner[] }
export type PageSection = TextSection | CardSection | PartnerSection

/** The contact for the subject of a page. */
export type PageContact = {
  text: string | undefined
  email: string | undefined
  phones: string[]
}

/** A page that is built of sections in the Studio (INFO-06 to INFO-10, ABOUT-06). */
export type ContentPage = {
  path: string
  title: string
  description: string
  introduction: SimpleText
  sections: PageSection[]
  contact: PageContact | undefined
}

const PAGES = defineQuery(`*[_type == "page"]{
  _id, path, title, description, "introduction": introduction${SIMPLE_TEXT_PROJECTION},
  "sections": sections[]{
    _type, heading,
    _type == "textSection" => {"body": body${RICH_TEXT_PROJECTION}},
    _type == "cardSection" => {"cards": cards[]${CARD_PROJECTION}},
    _type == "partnerSection" => {"partners": partners[]->${PARTNER_PROJECTION}}
  },
  contact{text, email, phones}
}`)

/**
 * The page at a fixed address.
 * @throws ContentError when it is not published, or naming the field that is missing.
 */
export async function getPage(path: RequiredPage): Promise<ContentPage> {
  const documents = contentsOf(await fetchContent(PAGES), 'pages')
  const found = documents.find((document) => requiredPageAt(document.raw.path) === path)
  if (!found) throw new ContentError({ document: path, field: undefined }, 'not-published')
  return pageOf(found)
}

/**
 * The pages that editors have added: those at paths that the program does not need.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listOtherPages = readOnce(async (): Promise<ContentPage[]> => {
  const documents = contentsOf(await fetchContent(PAGES), 'pages')
  const others = documents.filter((document) => isOther(document.raw.path))
  return readEach(others, pageOf)
})

const isOther = (path: unknown) => typeof path === 'string' && contentPage(path)?.page === 'own'

type PageDocument = Readable<PAGES_RESULT>[number]

/** The page in a document of the type `page`, as the query above or the draft preview asked for it. */
export function pageOf(document: Content<PageDocument>): ContentPage {
  const contact = document.optionalPart('contact')
  return {
    path: document.text('path'),
    title: document.text('title'),
    description: document.text('description'),
    introduction: simpleTextOf(document.optionalParts('introduction')),
    sections: sectionsOf(document),
    contact: contact && {
      text: contact.optionalText('text'),
      email: contact.optionalText('email'),
      phones: contact.optionalTexts('phones'),
    },
  }
}

function sectionsOf(document: Content<PageDocument>): PageSection[] {
  const sections = document.parts('sections')
  const headings = sections.flatMap((section) => section.optionalText('heading') ?? [])
  const anchors = anchorsOf(headings)
  let next = 0
  return sections.map((section) => {
    const heading = section.optionalText('heading')
    if (heading === undefined) return sectionOf(section, { heading, anchor: undefined })
    return sectionOf(section, { heading, anchor: anchors[next++] ?? 'section' })
  })
}

function sectionOf(
  section: Content<PageDocument['sections'][number]>,
  headed: Headed,
): PageSection {
  const type = section.text('_type')
  if (type === 'textSection')
    return { type, ...headed, body: richTextOf(section.as(type).parts('body')) }
  if (type === 'cardSection')
    return { type, ...headed, cards: section.as(type).parts('cards').map(cardOf) }
  if (type === 'partnerSection')
    return { type, ...headed, partners: section.as(type).parts('partners').map(partnerOf) }
  throw section.error('_type', 'unknown-part')
}
