import { link, picture, type SourceDocument, text } from '../markup.ts'

/** Alternative texts of the news pictures, which several entries share. */
const PICTURES = {
  'harbour-hall':
    'Men arriving at a community hall with bunting, beside a harbour with two sailing boats.',
  'community-hall': 'Five men stand and chat outside a village hall hung with bunting.',
  'blood-test': 'A nurse’s gloved hand holds a small tube beside an arm with a band.',
  lodge: 'An arched hall with two columns and a row of chairs.',
  office:
    'A nurse tests a man with one sleeve rolled up in an office; two colleagues work at their desks.',
  talk: 'A speaker beside a screen in front of a seated audience.',
  football: 'A football club house beside a pitch with a goal.',
  walk: 'Three men walk over a green hill above the sea.',
  golf: 'A flag on a golf green with a club house behind.',
  scanner: 'A man lies on the table of a round scanner.',
  report: 'An open report with a rising line and a magnifying glass.',
  fundraising: 'A runner crosses a finishing line beside a table of cakes.',
  elderly: 'Two older men talk on a bench under a tree.',
  letters: 'Three letters marked with a circle, a triangle and a square.',
  phone: 'A hand holds a telephone that shows a calendar.',
  van: 'A small van with a sail on its side drives along the coast.',
} as const

type NewsPicture = keyof typeof PICTURES

type Entry = {
  id: string
  title: string
  publishedOn: string
  description?: string
  body?: string
  link?: string
  image?: NewsPicture
}

/** One news entry; its id ends with its slug. */
export function news({ id, body, link: href, image, ...entry }: Entry): SourceDocument {
  return {
    _id: `news-${id}`,
    _type: 'newsArticle',
    ...entry,
    slug: { _type: 'slug', current: id },
    ...(body ? { body: text(body) } : {}),
    ...(href ? { link: link(href) } : {}),
    ...(image ? { image: picture(image, PICTURES[image]) } : {}),
  }
}
