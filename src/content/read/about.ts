import { defineQuery } from 'groq'
import { CARD_PROJECTION, type Card, cardOf } from '#content/read/blocks.ts'
import type { ABOUT_PAGE_RESULT, TEAM_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { listPartners, type Partner } from '#content/read/partners.ts'
import { readEach, readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { type PageSection, SECTIONS_PROJECTION } from '#content/read/section-kinds.ts'
import { extraSectionsOf, shownSections } from '#content/read/sections.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { TEAM_GROUPS, type TeamGroup } from '#content/rules/content-choices.ts'
import { type Listed, listed } from '#core/rules/listing.ts'

/** A person of the charity. Portraits are shown for the executive team only. */
export type TeamMember = Listed & {
  title: string
  group: TeamGroup
  image: Figure | undefined
  /** Shown without a portrait. */
  initials: string
}

/** The page /about-us (ABOUT-01 to ABOUT-04). */
export type AboutPage = {
  sharing: Sharing
  title: string
  description: string
  cards: Card[]
  team: Readonly<Record<TeamGroup, TeamMember[]>>
  goldSponsor: Partner | undefined
  sponsorThanks: string[]
  /** Without the gold sponsor. */
  sponsors: Partner[]
  supporters: Partner[]
  getInvolved: Card[]
  /** After the fixed parts (CMS-21). */
  sections: PageSection[]
}

const ABOUT_PAGE = defineQuery(`*[_type == "aboutPage" && _id == "aboutPage"][0]{
  title, description, ${SHARING},
  "cards": cards[]${CARD_PROJECTION},
  "executiveTeam": executiveTeam[]._ref,
  "trustees": trustees[]._ref,
  "patrons": patrons[]._ref,
  "goldSponsor": goldSponsor._ref,
  sponsorThanks,
  "partners": partners[]._ref,
  "getInvolved": getInvolved[]${CARD_PROJECTION},
  "extraSections": extraSections${SECTIONS_PROJECTION}
}`)

const TEAM = defineQuery(`*[_type == "teamMember"]{
  _id, name, title, group, order,
  "image": select(defined(image.asset) => image${FIGURE_PROJECTION})
}`)

/**
 * The published page about the charity, with every team member and partner: first those that the page names, in its
 * order.
 * @throws ContentError naming the field that is missing.
 */
export const getAboutPage = (): Promise<AboutPage> =>
  part('aboutPage', async () => {
    const { named, partnerIds, goldSponsorId, ...page } = readFixed(
      { type: 'aboutPage', key: 'aboutPage' },
      await fetchContent(ABOUT_PAGE),
      aboutPageOf,
    )
    const partners = listed(await listPartners(), partnerIds)
    const others = partners.filter(({ id }) => id !== goldSponsorId)
    return {
      ...page,
      team: teamBy(await listTeam(named), named),
      goldSponsor: partners.find(({ id }) => id === goldSponsorId),
      sponsors: others.filter(({ kind }) => kind === 'sponsor'),
      supporters: others.filter(({ kind }) => kind === 'supporter'),
      sections: await shownSections(page.sections),
    }
  })

type PageDocument = Readable<ABOUT_PAGE_RESULT>
/** The ids that the page's lists name. */
type Named = Readonly<Record<TeamGroup, readonly string[]>>

/** The page in the document `aboutPage`; people and partners by their ids. */
function aboutPageOf(document: Content<PageDocument>) {
  return {
    title: document.text('title'),
    description: document.text('description'),
    sharing: sharingOf(document),
    cards: document.parts('cards').map(cardOf),
    named: {
      executive: document.optionalTexts('executiveTeam'),
      trustee: document.optionalTexts('trustees'),
      patron: document.optionalTexts('patrons'),
    },
    goldSponsorId: document.optionalText('goldSponsor'),
    sponsorThanks: document.optionalTexts('sponsorThanks'),
    partnerIds: document.optionalTexts('partners'),
    getInvolved: document.parts('getInvolved').map(cardOf),
    sections: extraSectionsOf(document.optionalParts('extraSections'), 'aboutPage'),
  }
}

async function listTeam(named: Named): Promise<TeamMember[]> {
  const documents = contentsOf(await fetchContent(TEAM), 'team')
  return readEach('teamMember', documents, (member) => memberOf(member, named))
}

/** A member's own group decides; older documents without one belong to the list that names them. */
function memberOf(member: Content<Readable<TEAM_RESULT>[number]>, named: Named): TeamMember {
  const id = member.text('_id')
  const given = member.optionalText('group')
  const group = TEAM_GROUPS.find((known) =>
    given === undefined ? named[known].includes(id) : known === given,
  )
  if (group === undefined)
    throw member.error('group', given === undefined ? 'missing' : 'unknown-value')
  const image = member.optionalPart('image')
  return {
    id,
    order: member.optionalNumber('order'),
    name: member.text('name'),
    initials: initialsOf(member.text('name')),
    title: member.text('title'),
    group,
    image: image && figureOf(image, 1),
  }
}

const TITLES = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|dame|lord|lady|rev)\.?$/i

/** Instead of a portrait: of the first and the last name, without titles. Example: `Dr Anna de Beer` gives `AB`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '' && !TITLES.test(word))
  const first = [...(words[0] ?? '')][0] ?? ''
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toUpperCase()
}

function teamBy(members: readonly TeamMember[], named: Named): AboutPage['team'] {
  const inGroup = (group: TeamGroup) =>
    listed(
      members.filter((member) => member.group === group),
      named[group],
    )
  return {
    executive: inGroup('executive'),
    trustee: inGroup('trustee'),
    patron: inGroup('patron'),
  }
}
