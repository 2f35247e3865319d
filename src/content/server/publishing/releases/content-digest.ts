import { createHash } from 'node:crypto'
import type { PublishedDocument } from '#content/rules/release-record.ts'

/** Identifies a set of published documents and revisions, in any order. */
export function contentDigest(
  documents: readonly Pick<PublishedDocument, '_id' | '_rev'>[],
): string {
  const lines = documents.map(({ _id, _rev }) => `${_id} ${_rev}`).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
