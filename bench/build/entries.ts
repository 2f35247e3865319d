import type { SanityClient } from '@sanity/client'

const PREFIX = 'bench-news-'
const AT_ONCE = 100

type Entry = { _id: string; slug: { current: string }; publishedOn: string }

/** Makes the lake hold exactly `count` news entries: copies of one that has a text, each of its own day. */
export async function setEntries(client: SanityClient, count: number): Promise<void> {
  await removeEntries(client)
  const present = await client.fetch<number>('count(*[_type == "newsArticle"])')
  const [model] = await client.fetch<Entry[]>(
    '*[_type == "newsArticle" && defined(body) && defined(image)] | order(publishedOn desc)[0...1]',
  )
  if (model === undefined) throw new Error('The lake has no news entry to copy.')
  const copies = Array.from({ length: count - present }, (_, index) => ({
    ...model,
    _type: 'newsArticle',
    _id: PREFIX + index,
    slug: { ...model.slug, current: PREFIX + index },
    publishedOn: new Date(Date.UTC(2019, 0, 1 + index)).toISOString().slice(0, 10),
  }))
  for (let start = 0; start < copies.length; start += AT_ONCE) {
    const transaction = client.transaction()
    for (const copy of copies.slice(start, start + AT_ONCE)) transaction.createOrReplace(copy)
    await transaction.commit()
  }
}

/** Takes the copies out again. */
export async function removeEntries(client: SanityClient): Promise<void> {
  const ids = await client.fetch<string[]>(
    '*[_type == "newsArticle" && string::startsWith(_id, $prefix)]._id',
    { prefix: PREFIX },
  )
  if (ids.length === 0) return
  const transaction = client.transaction()
  for (const id of ids) transaction.delete(id)
  await transaction.commit()
}
