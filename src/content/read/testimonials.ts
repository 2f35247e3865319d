import { defineQuery } from 'groq'
import type { TESTIMONIALS_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/read/figure.ts'
import { getHomePage } from '#content/read/home.ts'
import { readEach } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { MAX_STARS } from '#core/rules/content-limits.ts'
import { type Listed, listed } from '#core/rules/listing.ts'

/** A quote of an organisation about a screening event (HOME-05). */
export type Testimonial = Listed & {
  content: string
  role: string
  /** One to five. */
  stars: number
  image: Figure
}

const TESTIMONIALS = defineQuery(`*[_type == "testimonial"]{
  _id, content, name, order, role, stars, "image": image${FIGURE_PROJECTION}
}`)

/** Every published testimonial: first those that the home page names, in its order. */
export const listTestimonials = (): Promise<Testimonial[]> =>
  part('testimonials', async () => {
    const documents = contentsOf(await fetchContent(TESTIMONIALS), 'testimonials')
    const { testimonialIds } = await getHomePage()
    return listed(readEach('testimonial', documents, testimonialOf), testimonialIds)
  })

type TestimonialDocument = Content<Readable<TESTIMONIALS_RESULT>[number]>

function testimonialOf(document: TestimonialDocument): Testimonial {
  return {
    id: document.text('_id'),
    order: document.optionalNumber('order'),
    content: document.text('content'),
    name: document.text('name'),
    role: document.text('role'),
    stars: starsOf(document),
    image: figureOf(document.part('image'), 1),
  }
}

function starsOf(document: TestimonialDocument): number {
  const stars = document.number('stars')
  if (!Number.isInteger(stars) || stars < 1 || stars > MAX_STARS)
    throw document.error('stars', 'unknown-value')
  return stars
}
