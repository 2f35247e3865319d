import type { SanityClient } from '@sanity/client'
import type { ContentProblem } from '#content/rules/content-fault.ts'
import type { GoodContent } from '#content/rules/content-read.ts'
import { isSingleton } from '#content/rules/document-types.ts'
import {
  type Approval,
  approvalId,
  type CheckedApprovals,
  contentHash,
  HEALTH_TEXTS,
  isHealthText,
} from '#content/rules/health-text.ts'
import { approverOf, lastAuthor } from '#content/rules/last-author.ts'
import { hasNoHistory, historyOf } from '#shared/content-history.ts'

type Text = { readonly _id: string; readonly _type: string; readonly _rev: string }
type Found = { readonly texts?: readonly Text[]; readonly approvals?: readonly Approval[] } | null

/** The health texts as they are stored, and their approvals. */
const QUERY = `{
  "texts": *[${HEALTH_TEXTS} || (_type == "page" && defined(*[_id == "approval-" + ^._id][0]._id))],
  "approvals": *[_type == "approval"]{_id, hash, isHealthText}
}`

/**
 * The health texts as they are published, with the revision that was looked at, and why a build must not show it (CMS-22). `client`
 * reads what is published; with a token, also who wrote it.
 */
export async function checkApprovals(
  client: SanityClient,
  kept: GoodContent,
): Promise<CheckedApprovals> {
  const { texts = [], approvals = [] } = (await client.fetch<Found>(QUERY)) ?? {}
  const approvalOf = new Map(approvals.map((approval) => [approval._id, approval]))
  const shown = shownRevisions(kept)
  const problemOf = async (text: Text): Promise<ContentProblem | undefined> => {
    const hash = await contentHash(text)
    if (approvalOf.get(approvalId(text._id))?.hash !== hash) return 'not-approved'
    // An import writes both: before the first build, and of a document that a new version of the program needs.
    const isImport = shown.size === 0 || (isSingleton(text._type) && !shown.has(text._id))
    // What was shown once stays: the history of a hosted dataset ends after some days.
    if (isImport || shown.get(text._id) === text._rev) return
    return (await isOwnApproval(client, text._id, hash)) ? 'own-approval' : undefined
  }
  const asked = texts.filter(
    (text) => isHealthText(text) || approvalOf.get(approvalId(text._id))?.isHealthText === true,
  )
  const checked = await Promise.all(
    asked.map(async (text) => {
      const one = { rev: text._rev, problem: await problemOf(text) }
      return [text._id, one] as const
    }),
  )
  return new Map(checked)
}

/** The revisions of the last good versions, by id. A build without any is the first. */
const shownRevisions = (kept: GoodContent) =>
  new Map(
    Object.values(kept).flatMap((documents) =>
      Object.values(documents ?? {}).map((raw) => {
        const { _id, _rev } = (raw ?? {}) as Partial<Text>
        return [_id, _rev] as const
      }),
    ),
  )

/** Whether the person who approved a text wrote it last. False where the history does not say who: no token, or too long ago. */
async function isOwnApproval(client: SanityClient, id: string, hash: string): Promise<boolean> {
  const history = historyOf(client)
  try {
    const [author, approver] = await Promise.all([
      lastAuthor(history, id, hash),
      approverOf(history, id),
    ])
    return author !== undefined && author === approver
  } catch (error) {
    if (hasNoHistory(error)) return false
    throw error
  }
}
