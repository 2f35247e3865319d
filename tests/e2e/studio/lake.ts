import { lakeClient } from '#tests/e2e/support/lake.ts'

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
