import { setTimeout as pause } from 'node:timers/promises'
import type { SanityClient } from '@sanity/client'

const PREFIX = 'bench-news-'
const AT_ONCE = 100

type Entry = { _id: string; slug: { current: string }; publishedOn: string }

/** Maximum time of a publication, and the quiet time after which it counts as complete. */
const PUBLISHED_WITHIN_MS = 300_000
const QUIET_MS = 2_000

/**
 * Fills the lake to exactly `count` news entries, copies of an existing one with different dates. Then waits until the
 * running site has published them, because its own build would disturb the measurement.
 */
export async function setEntries(client: SanityClient, count: number): Promise<void> {
  const since = new Date().toISOString()
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
  await published(client, since)
}

/** Resolves when all changes since then are on the site's pages. */
async function published(client: SanityClient, since: string): Promise<void> {
  const end = Date.now() + PUBLISHED_WITHIN_MS
  for (let quiet = 0; quiet < 2; await pause(QUIET_MS)) {
    const status = await client.getDocument<{ state: string; at: string }>('site.publishing')
    quiet = status?.state === 'live' && status['at'] > since ? quiet + 1 : 0
    if (Date.now() > end) throw new Error('The site did not publish the entries.')
  }
}

/** Deletes the copies. */
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
