import { defineQuery } from 'groq'
import type {
  INFORMATION_HUB_RESULT,
  RESEARCH_RESULT,
  RESOURCES_RESULT,
} from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { type InfoArticle, listInfoArticles } from '#content/read/info-articles.ts'
import {
  CALL_TO_ACTION_FIELDS,
  type CallToAction,
  callToActionOf,
  optionalUrlOf,
} from '#content/read/link.ts'
import { readEach, readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { type PageSection, SECTIONS_PROJECTION } from '#content/read/section-kinds.ts'
import { extraSectionsOf, shownSections } from '#content/read/sections.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { type Listed, listed } from '#core/rules/listing.ts'

export type ResearchCard = Listed & {
  title: string
  description: string
  button: CallToAction | undefined
}
export type SupportOrganisation = Listed & {
  title: string
  icon: Figure
  website: string | undefined
  number: string | undefined
  address: string | undefined
}

/** The page /information-hub (INFO-01 to INFO-03). */
export type InformationHub = {
  sharing: Sharing
  title: string
  description: string
  articles: InfoArticle[]
  research: ResearchCard[]
  resources: SupportOrganisation[]
  elderlyLinkText: string
  /** After the fixed parts (CMS-21). */
  sections: PageSection[]
}

const INFORMATION_HUB =
  defineQuery(`*[_type == "informationHubPage" && _id == "informationHubPage"][0]{
  title, description, elderlyLinkText, ${SHARING},
  "articles": articles[]._ref, "research": research[]._ref, "resources": resources[]._ref,
  "extraSections": extraSections${SECTIONS_PROJECTION}
}`)

const RESEARCH = defineQuery(`*[_type == "researchItem"]{
  _id, title, description, order, "button": button{${CALL_TO_ACTION_FIELDS}}
}`)

const RESOURCES = defineQuery(`*[_type == "supportOrganisation"]{
  _id, title, order, website, number, address, "icon": icon${FIGURE_PROJECTION}
}`)

/**
 * The information hub as published now, with every article, research card and organisation: first those that the page
 * names, in its order.
 * @throws ContentError naming the field that is missing.
 */
export const getInformationHub = (): Promise<InformationHub> =>
  part('informationHub', async () => {
    const { articleIds, researchIds, resourceIds, ...page } = readFixed(
      { type: 'informationHubPage', key: 'informationHubPage' },
      await fetchContent(INFORMATION_HUB),
      hubOf,
    )
    const research = contentsOf(await fetchContent(RESEARCH), 'research')
    const resources = contentsOf(await fetchContent(RESOURCES), 'resources')
    return {
      ...page,
      articles: listed(await listInfoArticles(), articleIds),
      research: listed(readEach('researchItem', research, researchOf), researchIds),
      resources: listed(readEach('supportOrganisation', resources, organisationOf), resourceIds),
      sections: await shownSections(page.sections),
    }
  })

function hubOf(document: Content<Readable<INFORMATION_HUB_RESULT>>) {
  return {
    title: document.text('title'),
    description: document.text('description'),
    sharing: sharingOf(document),
    elderlyLinkText: document.text('elderlyLinkText'),
    articleIds: document.optionalTexts('articles'),
    researchIds: document.optionalTexts('research'),
    resourceIds: document.optionalTexts('resources'),
    sections: extraSectionsOf(document.optionalParts('extraSections'), 'informationHubPage'),
  }
}

function researchOf(item: Content<Readable<RESEARCH_RESULT>[number]>): ResearchCard {
  const title = item.text('title')
  return {
    id: item.text('_id'),
    order: item.optionalNumber('order'),
    name: title,
    title,
    description: item.text('description'),
    button: callToActionOf(item.part('button')),
  }
}

function organisationOf(
  organisation: Content<Readable<RESOURCES_RESULT>[number]>,
): SupportOrganisation {
  const title = organisation.text('title')
  return {
    id: organisation.text('_id'),
    order: organisation.optionalNumber('order'),
    name: title,
    title,
    icon: figureOf(organisation.part('icon')),
    website: optionalUrlOf(organisation, 'website'),
    number: organisation.optionalText('number'),
    address: organisation.optionalText('address'),
  }
}
