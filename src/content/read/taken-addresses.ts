import { defineQuery } from 'groq'
import { fetchContent } from '#content/read/reading.ts'
import { documentPath } from '#content/rules/document-types.ts'

const OWN_ADDRESSES = defineQuery(`*[_type in ["page", "policy"]]{
  _id, _type, path, "slug": slug.current
}`)

/** The paths that documents of a type claim: pages and policies share their addresses. */
export async function takenPaths(
  type: 'page' | 'policy',
): Promise<ReadonlySet<string | undefined>> {
  const claims = (await fetchContent(OWN_ADDRESSES)).filter(({ _type }) => _type === type)
  const pathOf = ({ path, slug }: (typeof claims)[number]) =>
    documentPath(type, { path, slug: { current: slug } })
  return new Set(claims.map(pathOf))
}
