import { defineQuery } from 'groq'
import { CARD_PROJECTION, type Card, cardOf } from '#content/blocks.ts'
import { fetchContent } from '#content/client.ts'
import type { ABOUT_PAGE_RESULT } from '#content/content.generated.ts'
import { type Content, contentOf, type Readable } from '#content/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'
import { PARTNER_PROJECTION, type Partner, partnerOf } from '#content/partners.ts'

/** A person of the charity. Portraits are shown for the executive team only. */
export type TeamMember = { name: string; title: string; image: Figure | undefined }

/** The page /about-us (ABOUT-01 to ABOUT-04). */
export type AboutPage = {
  title: string
  description: string
  cards: Card[]
  executiveTeam: TeamMember[]
  trustees: TeamMember[]
  patrons: TeamMember[]
  goldSponsor: Partner | undefined
  sponsorThanks: string[]
  partners: Partner[]
  getInvolved: Card[]
}

const MEMBER_PROJECTION = `{
  name, title, "image": select(defined(image.asset) => image${FIGURE_PROJECTION})
}` as const

const ABOUT_PAGE = defineQuery(`*[_type == "aboutPage" && _id == "aboutPage"][0]{
  title, description,
  "cards": cards[]${CARD_PROJECTION},
  "executiveTeam": executiveTeam[]->${MEMBER_PROJECTION},
  "trustees": trustees[]->${MEMBER_PROJECTION},
  "patrons": patrons[]->${MEMBER_PROJECTION},
  "goldSponsor": goldSponsor->${PARTNER_PROJECTION},
  sponsorThanks,
  "partners": partners[]->${PARTNER_PROJECTION},
  "getInvolved": getInvolved[]${CARD_PROJECTION}
}`)

/**
 * The published page about the charity.
 * @throws ContentError naming the field that is missing.
 */
export async function getAboutPage(): Promise<AboutPage> {
  return aboutPageOf(contentOf(await fetchContent(ABOUT_PAGE), 'aboutPage'))
}

type PageDocument = Readable<ABOUT_PAGE_RESULT>

/** The page in the document `aboutPage`. */
function aboutPageOf(document: Content<PageDocument>): AboutPage {
  const goldSponsor = document.optionalPart('goldSponsor')
  return {
    title: document.text('title'),
    description: document.text('description'),
    cards: document.parts('cards').map(cardOf),
    executiveTeam: document.parts('executiveTeam').map(memberOf),
    trustees: document.parts('trustees').map(memberOf),
    patrons: document.parts('patrons').map(memberOf),
    goldSponsor: goldSponsor && partnerOf(goldSponsor),
    sponsorThanks: document.optionalTexts('sponsorThanks'),
    partners: document.parts('partners').map(partnerOf),
    getInvolved: document.parts('getInvolved').map(cardOf),
  }
}

function memberOf(member: Content<PageDocument['patrons'][number]>): TeamMember {
  const image = member.optionalPart('image')
  return {
    name: member.text('name'),
    title: member.text('title'),
    image: image && figureOf(image, 1),
  }
}
