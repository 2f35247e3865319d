/** A stored document. `_rev` is the id of the transaction that wrote it. */
export type LakeDocument = {
  _id: string
  _type: string
  _rev?: string
  _createdAt?: string
  _updatedAt?: string
  [field: string]: unknown
}

/** Splits an id into the id of the published document and the layer: `published`, `drafts` or a release. */
export function splitId(id: string): { publishedId: string; layer: string } {
  if (id.startsWith('drafts.')) return { publishedId: id.slice('drafts.'.length), layer: 'drafts' }
  const version = /^versions\.([^.]+)\.(.+)$/.exec(id)
  if (version?.[1] && version[2]) return { publishedId: version[2], layer: version[1] }
  return { publishedId: id, layer: 'published' }
}

/** Whether anonymous callers may read it: ids with a dot are drafts, versions and system documents. */
export function isPublicId(id: string): boolean {
  return !id.includes('.')
}

const ASSET_TYPES = ['sanity.imageAsset', 'sanity.fileAsset']

/** Whether a change of the document can change the site. Uploads count only through the documents that use them. */
export function isOnSite({ _id, _type }: LakeDocument): boolean {
  return isPublicId(_id) && !ASSET_TYPES.includes(_type)
}

const ID_PATTERN = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/

export function isValidId(id: unknown): id is string {
  return typeof id === 'string' && ID_PATTERN.test(id) && !id.includes('..') && !id.endsWith('.')
}
