/** A stored document as the Content Lake keeps it; `_rev` is the id of the transaction that wrote it. */
export type LakeDocument = {
  _id: string
  _type: string
  _rev?: string
  _createdAt?: string
  _updatedAt?: string
  [field: string]: unknown
}

/** Whether a value is a plain JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Where an id lives: the id of the published document and the layer (`published`, `drafts` or a release). */
export function splitId(id: string): { publishedId: string; layer: string } {
  if (id.startsWith('drafts.')) return { publishedId: id.slice('drafts.'.length), layer: 'drafts' }
  const version = /^versions\.([^.]+)\.(.+)$/.exec(id)
  if (version?.[1] && version[2]) return { publishedId: version[2], layer: version[1] }
  return { publishedId: id, layer: 'published' }
}

/** Ids with a dot (drafts, versions, system documents) are for signed-in callers only. */
export function isPublicId(id: string): boolean {
  return !id.includes('.')
}

const ASSET_TYPES = ['sanity.imageAsset', 'sanity.fileAsset']

/** Whether visitors may see a document: a published one. An upload alone shows nowhere before a document uses it. */
export function isOnSite({ _id, _type }: LakeDocument): boolean {
  return isPublicId(_id) && !ASSET_TYPES.includes(_type)
}

const ID_PATTERN = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/

export function isValidId(id: unknown): id is string {
  return typeof id === 'string' && ID_PATTERN.test(id) && !id.includes('..') && !id.endsWith('.')
}
