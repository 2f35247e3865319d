import { defineQuery } from 'groq'
import { fetchContent } from '#content/client.ts'
import { contentOf } from '#content/document.ts'
import { type ContentImage, contentImage, IMAGE_PROJECTION } from '#content/image.ts'

/** The texts of the home page (HOME-01 to HOME-03). */
export type HomePage = {
  heroTitle: string
  heroSubtitle: string
  /** Who should come; undefined: not said. */
  audience: string | undefined
  /** A figure with what it counts. */
  fact: { figure: string; text: string } | undefined
  screening: { heading: string; text: string[] }
  about: { heading: string; text: string[]; image: ContentImage }
}

const HOME_PAGE = defineQuery(`*[_type == "homePage" && _id == "homePage"][0]{
  heroTitle, heroSubtitle, audience, fact{figure, text}, screening{heading, text},
  about{heading, text, "image": image${IMAGE_PROJECTION}}
}`)

/**
 * The home page as published now.
 * @throws ContentError naming the field that is missing.
 */
export async function getHomePage(): Promise<HomePage> {
  const home = contentOf(await fetchContent(HOME_PAGE), 'homePage')
  const screening = home.part('screening')
  const about = home.part('about')
  const fact = home.optionalPart('fact')
  const figure = fact?.optionalText('figure')
  const counted = fact?.optionalText('text')
  return {
    heroTitle: home.text('heroTitle'),
    heroSubtitle: home.text('heroSubtitle'),
    audience: home.optionalText('audience'),
    fact: figure && counted ? { figure, text: counted } : undefined,
    screening: { heading: screening.text('heading'), text: screening.texts('text') },
    about: {
      heading: about.text('heading'),
      text: about.texts('text'),
      image: contentImage(about.part('image')),
    },
  }
}
