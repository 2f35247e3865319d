import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SanityClient } from '@sanity/client'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'

/** The ordinary client on the lake under test, with all rights: for what no page shows, and for tidying up. */
export function lakeClient(): SanityClient {
  const { lakeToken } = JSON.parse(readFileSync(join(dataDir(), 'keys.json'), 'utf8')) as {
    lakeToken: string
  }
  return createClient({
    projectId: 'halyard0',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: addresses().lake,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    token: lakeToken,
  })
}

/** Takes away whatever carries this headline, drafts included, and the pictures that nothing else uses. */
export async function removeNews(title: string): Promise<void> {
  const client = lakeClient()
  const found = await client.fetch<{ _id: string; picture: string | null }[]>(
    '*[_type == "newsArticle" && title match $title]{_id, "picture": image.asset._ref}',
    { title: `${title}*` },
  )
  const change = client.transaction()
  for (const { _id } of found) change.delete(_id)
  await change.commit()
  const pictures = new Set(found.flatMap(({ picture }) => picture ?? []))
  for (const picture of pictures) {
    const uses = await client.fetch<number>('count(*[references($picture)])', { picture })
    if (uses === 0) await client.delete(picture)
  }
}
