import { defineQuery } from 'groq'
import { CARD_RATIO } from '#content/read/blocks.ts'
import type { EVENTS_PAGE_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { CALL_TO_ACTION_FIELDS, type CallToAction, callToActionOf } from '#content/read/link.ts'
import { readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { type PageSection, SECTIONS_PROJECTION } from '#content/read/section-kinds.ts'
import { extraSectionsOf, shownSections } from '#content/read/sections.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { EVENT_SECTIONS, type EventSection, firstRepeated } from '#content/rules/content-choices.ts'

export type EventsSection = {
  audience: EventSection
  heading: string
  text: string[]
  image: Figure
  learnMore: CallToAction | undefined
  contactEmail: string | undefined
}

/** The page /events (INFO-11). */
export type EventsPage = {
  sharing: Sharing
  title: string
  description: string
  audiences: EventsSection[]
  /** After the fixed parts (CMS-21). */
  sections: PageSection[]
}

const EVENTS_PAGE = defineQuery(`*[_type == "eventsPage" && _id == "eventsPage"][0]{
  title, description, ${SHARING},
  "sections": sections[]{
    audience, heading, text, contactEmail,
    "image": image${FIGURE_PROJECTION}, "learnMore": learnMore{${CALL_TO_ACTION_FIELDS}}
  },
  "extraSections": extraSections${SECTIONS_PROJECTION}
}`)

/**
 * The overview of events as published now.
 * @throws ContentError naming the field that is missing.
 */
export const getEventsPage = (): Promise<EventsPage> =>
  part('eventsPage', async () => {
    const place = { type: 'eventsPage', key: 'eventsPage' } as const
    const page = readFixed(place, await fetchContent(EVENTS_PAGE), eventsPageOf)
    return { ...page, sections: await shownSections(page.sections) }
  })

type PageDocument = Readable<EVENTS_PAGE_RESULT>

/** The page in the document `eventsPage`. */
function eventsPageOf(document: Content<PageDocument>) {
  return {
    title: document.text('title'),
    description: document.text('description'),
    sharing: sharingOf(document),
    audiences: audiencesOf(document.parts('sections')),
    sections: extraSectionsOf(document.optionalParts('extraSections'), 'eventsPage'),
  }
}

type SectionDocument = PageDocument['sections'][number]

/** Each audience once: it is the id of its section. */
function audiencesOf(sections: Content<SectionDocument>[]): EventsSection[] {
  const found = sections.map(audienceOf)
  const repeated = sections[firstRepeated(found.map(({ audience }) => audience))]
  if (repeated) throw repeated.error('audience', 'repeated-value')
  return found
}

function audienceOf(section: Content<SectionDocument>): EventsSection {
  const given = section.text('audience')
  const audience = EVENT_SECTIONS.find((known) => known === given)
  if (audience === undefined) throw section.error('audience', 'unknown-value')
  const learnMore = section.optionalPart('learnMore')
  return {
    audience,
    heading: section.text('heading'),
    text: section.texts('text'),
    image: figureOf(section.part('image'), CARD_RATIO),
    learnMore: learnMore && callToActionOf(learnMore),
    contactEmail: section.optionalText('contactEmail'),
  }
}
