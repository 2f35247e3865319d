import { type DocumentType, isDocumentType } from '#content/rules/document-types.ts'

/** What can be wrong with a document of the CMS, or with one of its fields. */
export const CONTENT_PROBLEMS = [
  'missing',
  'empty-list',
  /** A list has more or fewer entries than it may have. */
  'bad-count',
  'too-long',
  'not-published',
  'unknown-value',
  'unknown-part',
  'bad-address',
  'long-address',
  'address-taken',
  'bad-date',
  'unsafe-file',
  /** The content lake describes a picture or file, but has no longer all its bytes. */
  'file-lost',
  /** It could be read, but a build with this revision fails, and one without it succeeds. */
  'not-buildable',
  /** A link to a page that is missing, hidden or not published. */
  'leads-nowhere',
  /** A typed link to an address that its page has left. */
  'moved-address',
  /** A reference to a value of the site settings that is not filled in. */
  'empty-setting',
  /** The page has the form already: a form can be on a page once. */
  'repeated-form',
  'repeated-value',
  'several-tables',
  /** A health text without an approval of what it says now, or approved by the person who wrote that (CMS-22). */
  'not-approved',
  'own-approval',
] as const

export type ContentProblem = (typeof CONTENT_PROBLEMS)[number]

/**
 * Why a document cannot be shown. It holds ids and names of the content model only, never text of the content, so it
 * may be logged, stored and shown as it is.
 */
export type ContentFault = {
  /** The document's `_id`. Where no document is published at an address that the site needs: that path. */
  readonly document: string
  /** The field below the document, as in `sections[1].heading`; undefined when the whole document is at fault. */
  readonly field: string | undefined
  readonly problem: ContentProblem
}

/** What visitors see instead of a document with a fault. */
export const SHOWN_INSTEAD = ['former', 'nothing'] as const
export type ShownInstead = (typeof SHOWN_INSTEAD)[number]

/** What visitors see of a document with a fault. As it was published: the fault is a warning. */
export const SHOWN = [...SHOWN_INSTEAD, 'published'] as const
export type Shown = (typeof SHOWN)[number]

/** A fault that did not stop a publication: the rest of the site was updated. */
export type PublishedFault = ContentFault & {
  /** Id and type open the document in the Studio. */
  readonly type: DocumentType
  /** The page that shows the document; undefined for documents without one, such as texts of results. */
  readonly page: string | undefined
  /** The last version without a fault, nothing when there never was one, or for a warning the published version. */
  readonly shown: Shown
}

/** Whether visitors see the document as it was published: only a link in it is at fault. */
export const isWarning = ({ shown }: Pick<PublishedFault, 'shown'>): boolean =>
  shown === 'published'

/** Sanity's ids have letters, digits, `.`, `_` and `-`; paths of the site have slashes beside these. */
const DOCUMENT = /^[\w./-]{1,200}$/
const PATH = /^\/[\w./-]{0,200}$/
const FIELD = /^(?:\w+|\[\d+\])(?:\.\w+|\[\d+\]){0,40}$/

/** Reads a fault from JSON of another process or of the CMS; undefined when `value` is none. */
export function parseContentFault(value: unknown): ContentFault | undefined {
  const { document, field, problem } = (value ?? {}) as Readonly<Record<string, unknown>>
  const known = CONTENT_PROBLEMS.find((name) => name === problem)
  if (known === undefined || typeof document !== 'string' || !DOCUMENT.test(document)) return
  if (field === undefined || field === null) return { document, field: undefined, problem: known }
  if (typeof field !== 'string' || !FIELD.test(field)) return
  return { document, field, problem: known }
}

/** As `parseContentFault`, for a fault that did not stop a publication. */
export function parsePublishedFault(value: unknown): PublishedFault | undefined {
  const fault = parseContentFault(value)
  const { type, page, shown } = (value ?? {}) as Readonly<Record<string, unknown>>
  const known = SHOWN.find((name) => name === shown)
  if (!fault || known === undefined || typeof type !== 'string' || !isDocumentType(type)) return
  const isPath = typeof page === 'string' && PATH.test(page)
  return { ...fault, type, page: isPath ? page : undefined, shown: known }
}

/** The name of the document's own field: `sections` of `sections[1].heading`. */
export const topLevelField = ({ field }: ContentFault): string | undefined =>
  field === undefined ? undefined : /^\w+/.exec(field)?.[0]
