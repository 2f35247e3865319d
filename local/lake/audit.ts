import { titleOf } from '../../shared/document-title.ts'
import { isRecord } from '../../src/domain/record.ts'
import { isOnSite } from './document.ts'
import type { LogEntry } from './log.ts'

/** Who changed the published content, when, and how. */
export type AuditEntry = {
  at: string
  /** The id of the account or token. */
  by: string
  did: 'published' | 'unpublished' | 'deleted'
  documentId: string
  documentType: string
  title: string
}

type Shown = { documentType: string; title: string }

/** What was published, unpublished and deleted, oldest first. When a draft stays, the document was unpublished, not deleted. */
export function auditOf(entries: readonly LogEntry[]): AuditEntry[] {
  const known = new Map<string, Shown>()
  return entries.flatMap((entry) =>
    entry.changes.flatMap((change) => auditEntry(entry, change, known) ?? []),
  )
}

/** Undefined for a change that visitors do not see, such as that of a draft. */
function auditEntry(
  { timestamp, author, mutations }: LogEntry,
  { id, after }: LogEntry['changes'][number],
  known: Map<string, Shown>,
): AuditEntry | undefined {
  if (after) known.set(id, { documentType: after._type, title: titleOf(after, id) })
  const shown = known.get(id)
  if (!(shown && isOnSite({ _id: id, _type: shown.documentType }))) return
  const gone = mutations.some((one) => createsDraft(one, id)) ? 'unpublished' : 'deleted'
  return { at: timestamp, by: author, did: after ? 'published' : gone, documentId: id, ...shown }
}

/** Whether a mutation keeps the content of an unpublished document as a draft. */
function createsDraft(mutation: unknown, id: string): boolean {
  if (!isRecord(mutation)) return false
  return Object.values(mutation).some((body) => isRecord(body) && body['_id'] === `drafts.${id}`)
}
