import type { ContentProblem } from '#content/rules/content-fault.ts'
import type { DocumentType } from '#content/rules/document-types.ts'
import { cleanContent } from '#core/rules/editor-text.ts'

/** The types whose documents are health texts, each of them. */
const HEALTH_TYPES: readonly string[] = ['infoArticle', 'testChoicePage'] satisfies DocumentType[]

type HealthFields = { readonly _type: string; readonly isHealthText?: unknown }

/** Whether a second person must approve what visitors read of a document (CMS-22): one of these types, or a page that is marked. */
export const isHealthText = ({ _type, isHealthText: isMarked }: HealthFields) =>
  HEALTH_TYPES.includes(_type) || (_type === 'page' && isMarked === true)

/** Whether a document of the type can be a health text. */
export const canBeHealthText = (type: string) => HEALTH_TYPES.includes(type) || type === 'page'

/** The same in a query. */
export const HEALTH_TEXTS = `(_type in ${JSON.stringify(HEALTH_TYPES)} || (_type == "page" && isHealthText == true))`

/** The document that approves a version of another document. */
export type Approval = {
  readonly _id: string
  readonly hash?: string
  /** Whether the approved version was a health text: an approved version may take the mark off. */
  readonly isHealthText?: boolean
}

/** The revision of each health text that was looked at, and why it must not be shown, by id. */
export type CheckedApprovals = ReadonlyMap<
  string,
  { readonly rev: string; readonly problem: ContentProblem | undefined }
>

/** Why a build must not show what it has read of a document. It may have been published after the approvals were read. */
export function approvalProblem(
  checked: CheckedApprovals,
  { _id, _type, _rev, isHealthText: isMarked }: HealthFields & { _id: string; _rev?: unknown },
): ContentProblem | undefined {
  const found = checked.get(_id)
  if (found === undefined)
    return isHealthText({ _type, isHealthText: isMarked }) ? 'not-approved' : undefined
  return found.problem ?? (found.rev === _rev ? undefined : 'not-approved')
}

const PREFIX = 'approval-'

export const approvalId = (id: string): string => PREFIX + id.replace(/^drafts\./, '')

/** Where and when a text is shown is not what it says: a change of these needs no approval. */
const NOT_CONTENT = ['slug', 'path', 'order', 'publishAt', 'unpublishAt']
/** Sanity adds these to references of a draft, and removes them when it is published. */
const OF_DRAFTS = ['_weak', '_strengthenOnPublish']

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
    .filter(([name, field]) => !OF_DRAFTS.includes(name) && field !== undefined && field !== null)
    .map(([name, field]) => [name, canonical(field)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a document says, as one text: equal for a draft and what is published from it. */
export function canonicalContent(document: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(document).filter(
    ([name]) => !name.startsWith('_') && !NOT_CONTENT.includes(name),
  )
  return JSON.stringify(canonical(cleanContent(Object.fromEntries(fields))))
}

/** The SHA-256 of what a document says, in hexadecimal: in the browser of the person who approves, and in a build. */
export async function contentHash(document: Readonly<Record<string, unknown>>): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalContent(document))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
