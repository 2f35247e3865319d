import type { SanityClient } from '@sanity/client'

const PREFIX = 'bench-'
const AT_ONCE = 100
/** The types whose number grows over the years; the numbers of the others are fixed. */
const GROWING = [
  'newsArticle',
  'patientStory',
  'teamMember',
  'testimonial',
  'partner',
  'supportOrganisation',
  'researchItem',
]

type Model = { _id: string; _type: string; slug?: { current: string } }

/** Fills the lake to `count` documents with copies of the sample's documents of the growing types. */
export async function fillTo(client: SanityClient, count: number): Promise<void> {
  const present = await client.fetch<number>('count(*)')
  const models = await client.fetch<Model[]>('*[_type in $types]', { types: GROWING })
  if (models.length === 0) throw new Error('The lake has no sample.')
  const copies = Array.from({ length: count - present }, (_, index) => {
    const model = models[index % models.length] as Model
    const { slug, ...rest } = model
    return {
      ...rest,
      _id: `${PREFIX}${index}`,
      ...(slug && { slug: { ...slug, current: `${PREFIX}${index}` } }),
    }
  })
  for (let start = 0; start < copies.length; start += AT_ONCE) {
    const transaction = client.transaction()
    for (const copy of copies.slice(start, start + AT_ONCE)) transaction.createOrReplace(copy)
    await transaction.commit()
  }
}
