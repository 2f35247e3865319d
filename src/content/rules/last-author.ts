import { approvalId, contentHash } from '#content/rules/health-text.ts'

type AnyDocument = Readonly<Record<string, unknown>>

/** A transaction of the content store: who changed which documents. */
type Change = {
  readonly id: string
  readonly timestamp: string
  readonly author: string
  readonly documentIDs: readonly string[]
}

/** What the content store still knows of earlier changes. */
export type ContentHistory = {
  /** The changes of these documents, newest first. */
  readonly changes: (ids: readonly string[], most: number) => Promise<readonly Change[]>
  /** A document after a change; undefined when the change deleted it. */
  readonly after: (id: string, change: string) => Promise<AnyDocument | undefined>
}

/** A text is written in a few hundred changes at most; older ones are not needed to find who wrote it last. */
const MAX_CHANGES = 300

/**
 * Who wrote what a text says now: the author of the change after which its draft or the published text first said it, before any
 * later change that only published it. Undefined when the history does not go back to that change.
 */
export async function lastAuthor(
  history: ContentHistory,
  id: string,
  hash: string,
): Promise<string | undefined> {
  const changes = await history.changes([id, `drafts.${id}`], MAX_CHANGES)
  const after = (change: Change) =>
    Promise.all(change.documentIDs.map((one) => history.after(one, change.id)))
  let author: string | undefined
  for (const change of changes) {
    const hashes = (await after(change)).map((one) => one && contentHash(one))
    if ((await Promise.all(hashes)).includes(hash)) author = change.author
    else if (author !== undefined) return author
  }
  const first = changes.at(-1)
  // The oldest known change is the one that made the document, or the history has lost older ones.
  const [made] = first ? await after(first) : []
  return made?.['_createdAt'] === first?.timestamp ? author : undefined
}

/** Who approved a text. */
export async function approverOf(history: ContentHistory, id: string): Promise<string | undefined> {
  const [newest] = await history.changes([approvalId(id)], 1)
  return newest?.author
}
