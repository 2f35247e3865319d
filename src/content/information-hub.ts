import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/blocks.ts'
import { fetchContent } from '#content/client.ts'
import type { INFORMATION_HUB_RESULT } from '#content/content.generated.ts'
import { type Content, contentOf, type Readable } from '#content/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'
import { CALL_TO_ACTION_FIELDS, type CallToAction, callToActionOf } from '#content/link.ts'
import { slugOf } from '#content/slug.ts'

export type ArticleCard = { slug: string; title: string; description: string; image: Figure }
export type ResearchCard = { title: string; description: string; button: CallToAction }
export type SupportOrganisation = {
  title: string
  icon: Figure
  website: string | undefined
  number: string | undefined
  address: string | undefined
}

/** The page /information-hub (INFO-01 to INFO-03). */
export type InformationHub = {
  title: string
  description: string
  articles: ArticleCard[]
  research: ResearchCard[]
  resources: SupportOrganisation[]
  elderlyLinkText: string
}

const INFORMATION_HUB =
  defineQuery(`*[_type == "informationHubPage" && _id == "informationHubPage"][0]{
  title, description, elderlyLinkText,
  "articles": articles[]->{"slug": slug.current, title, description, "image": image${FIGURE_PROJECTION}},
  "research": research[]->{title, description, "button": button{${CALL_TO_ACTION_FIELDS}}},
  "resources": resources[]->{title, website, number, address, "icon": icon${FIGURE_PROJECTION}}
}`)

/**
 * The information hub as published now.
 * @throws ContentError naming the field that is missing.
 */
export async function getInformationHub(): Promise<InformationHub> {
  return informationHubOf(contentOf(await fetchContent(INFORMATION_HUB), 'informationHubPage'))
}

/** The hub in the document `informationHubPage`. */
function informationHubOf(document: Content<Readable<INFORMATION_HUB_RESULT>>): InformationHub {
  return {
    title: document.text('title'),
    description: document.text('description'),
    elderlyLinkText: document.text('elderlyLinkText'),
    articles: document.parts('articles').map((article) => ({
      slug: slugOf(article),
      title: article.text('title'),
      description: article.text('description'),
      image: figureOf(article.part('image'), CARD_RATIO),
    })),
    research: document.parts('research').map((item) => ({
      title: item.text('title'),
      description: item.text('description'),
      button: callToActionOf(item.part('button')),
    })),
    resources: document.parts('resources').map((organisation) => ({
      title: organisation.text('title'),
      icon: figureOf(organisation.part('icon')),
      website: organisation.optionalText('website'),
      number: organisation.optionalText('number'),
      address: organisation.optionalText('address'),
    })),
  }
}
