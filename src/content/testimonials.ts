import { defineQuery } from 'groq'
import { fetchContent } from '#content/client.ts'
import type { TESTIMONIALS_RESULT } from '#content/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/document.ts'
import { readEach } from '#content/drafts.ts'
import { FIGURE_PROJECTION, type Figure, figureOf } from '#content/figure.ts'

/** A quote of an organisation about a screening event (HOME-05). */
export type Testimonial = {
  content: string
  name: string
  role: string
  /** One to five. */
  stars: number
  image: Figure
}

const TESTIMONIALS = defineQuery(`*[_type == "homePage" && _id == "homePage"][0].testimonials[]->{
  _id, content, name, role, stars, "image": image${FIGURE_PROJECTION}
}`)

/**
 * The testimonials of the home page in the editor's order; none when the home page names none.
 * @throws ContentError naming the document and the field that is missing.
 */
export async function listTestimonials(): Promise<Testimonial[]> {
  return readEach(
    contentsOf((await fetchContent(TESTIMONIALS)) ?? [], {
      document: 'homePage',
      field: 'testimonials',
    }),
    testimonialOf,
  )
}

function testimonialOf(document: Content<Readable<TESTIMONIALS_RESULT>[number]>): Testimonial {
  return {
    content: document.text('content'),
    name: document.text('name'),
    role: document.text('role'),
    stars: document.number('stars'),
    image: figureOf(document.part('image'), 1),
  }
}
