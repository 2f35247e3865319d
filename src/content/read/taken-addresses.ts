import { defineQuery } from 'groq'
import { fetchContent, readOnce } from '#content/read/client.ts'
import { documentPath } from '#content/rules/document-types.ts'

const OWN_ADDRESSES = defineQuery(`*[_type in ["page", "policy"]]{
  _id, _type, path, "slug": slug.current
}`)

/** Whether a document of another type than `type` has a path: pages and policies share their addresses. */
export const takenByOthers = readOnce(async () => {
  const documents = await fetchContent(OWN_ADDRESSES)
  const claims = documents.map(({ _type, path, slug }) => ({
    type: _type,
    path: documentPath(_type, { path, slug: { current: slug } }),
  }))
  return (type: 'page' | 'policy', path: string): boolean =>
    claims.some((claim) => claim.type !== type && claim.path === path)
})
