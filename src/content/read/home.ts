import { defineQuery } from 'groq'
import type { HOME_PAGE_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { type Fact, factOf } from '#content/read/fact.ts'
import { type ContentImage, contentImage, IMAGE_PROJECTION } from '#content/read/image.ts'
import { readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { type PageSection, SECTIONS_PROJECTION } from '#content/read/section-kinds.ts'
import { extraSectionsOf, shownSections } from '#content/read/sections.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'

/** The texts of the home page (HOME-01 to HOME-03). */
export type HomePage = {
  sharing: Sharing
  heroTitle: string
  heroSubtitle: string
  /** Who should come; undefined: not said. */
  audience: string | undefined
  fact: Fact | undefined
  screening: { heading: string; text: string[] }
  about: { heading: string; text: string[]; image: ContentImage }
  /** Why to give; undefined: nothing is said beside the button in the header. */
  donation: { heading: string; text: string } | undefined
  /** Ids of the testimonials that come first, in this order. */
  testimonialIds: string[]
  /** After the fixed parts (CMS-21). */
  sections: PageSection[]
}

const HOME_PAGE = defineQuery(`*[_type == "homePage" && _id == "homePage"][0]{
  ${SHARING}, heroTitle, heroSubtitle, audience, fact{figure, text}, screening{heading, text},
  about{heading, text, "image": image${IMAGE_PROJECTION}},
  donation{heading, text},
  "testimonials": testimonials[]._ref,
  "extraSections": extraSections${SECTIONS_PROJECTION}
}`)

/**
 * The home page as published now.
 * @throws ContentError naming the field that is missing.
 */
export const getHomePage = (): Promise<HomePage> =>
  part('homePage', async () => {
    const place = { type: 'homePage', key: 'homePage' } as const
    const page = readFixed(place, await fetchContent(HOME_PAGE), homePageOf)
    return { ...page, sections: await shownSections(page.sections) }
  })

function homePageOf(home: Content<Readable<HOME_PAGE_RESULT>>) {
  const screening = home.part('screening')
  const about = home.part('about')
  const donation = home.optionalPart('donation')
  const [heading, text] = [donation?.optionalText('heading'), donation?.optionalText('text')]
  return {
    sharing: sharingOf(home),
    heroTitle: home.text('heroTitle'),
    heroSubtitle: home.text('heroSubtitle'),
    audience: home.optionalText('audience'),
    fact: factOf(home.optionalPart('fact')),
    screening: { heading: screening.text('heading'), text: screening.texts('text') },
    about: {
      heading: about.text('heading'),
      text: about.texts('text'),
      image: contentImage(about.part('image')),
    },
    donation: heading && text ? { heading, text } : undefined,
    testimonialIds: home.optionalTexts('testimonials'),
    sections: extraSectionsOf(home.optionalParts('extraSections'), 'homePage'),
  }
}
