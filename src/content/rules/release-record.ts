import type { PublishedFault } from '#content/rules/content-fault.ts'
import { type ContentTimes, nextChange, showingAt } from '#content/rules/content-times.ts'
import {
  documentPath,
  hasPreview,
  isPartOfPage,
  isSingleton,
} from '#content/rules/document-types.ts'
import { EXPLAINER, fixedPlace } from '#content/rules/fixed-documents.ts'

/** Why a release does not show a published document at the document's own address. */
export const NOT_SHOWN_REASONS = [
  /** A field is missing or wrong: the release shows the last good version, or nothing. */
  'faulty',
  /** Not shown yet: its start is in the future. */
  'scheduled',
  /** Its end has passed. */
  'ended',
  /** The document has no address. */
  'no-address',
  /** Another document or page has the same address. */
  'address-taken',
  /** The page that would show it does not list it. */
  'not-listed',
  /** A banner: as many newer ones as fit are shown (SITE-19). */
  'newer-banners',
  /** A redirect: from no address, from the address of a page, or to nothing. */
  'bad-address',
  'is-page',
  'leads-nowhere',
] as const
export type NotShownReason = (typeof NOT_SHOWN_REASONS)[number]

/** A published document in a release. */
export type ReleasedDocument = {
  readonly id: string
  /** The revision that was read; undefined when it changed during the build. */
  readonly rev?: string | undefined
  /** The page that shows it. */
  readonly path?: string | undefined
  /** Why the release does not show the document; undefined when it does. */
  readonly because?: NotShownReason | undefined
  /** Of a faulty document: the field, and what visitors see instead. */
  readonly fault?: PublishedFault | undefined
  /** When a scheduled document appears, or when an expired one disappeared; ISO 8601. */
  readonly at?: string | undefined
}

/** What a release was built from: every published document. */
export type ReleaseRecord = {
  readonly documents: readonly ReleasedDocument[]
  /** When the next document is due to appear or disappear, in ISO 8601; undefined when none is. */
  readonly nextChangeAt?: string | undefined
}

/** A published document as the content lake lists it. */
export type PublishedDocument = ContentTimes & {
  readonly _id: string
  readonly _rev: string
  readonly _type: string
  /** When it was published last, in ISO 8601. */
  readonly _updatedAt?: string
  readonly slug?: { readonly current?: string | null } | null
  readonly path?: string | null
  /** The name or title that its page shows. */
  readonly name?: string | null
}

/** The finished pages of a build. */
export type FinishedPages = {
  /** Whether the build has a page at a path, from a document's own address or from a source file of the program. */
  has(path: string): 'own' | 'program' | false
  /** Whether the page at a path shows a text. */
  shows(path: string, text: string): boolean
}

export type RecordInput = {
  /** The published documents before the first page was rendered, and after the last. */
  readonly before: readonly PublishedDocument[]
  readonly after: readonly PublishedDocument[]
  readonly pages: FinishedPages
  /** The instant whose documents the build shows. */
  readonly at: Date
  /** Why documents are not shown as they were published, by their ids. */
  readonly faulty: ReadonlyMap<string, PublishedFault>
  /** The ids of the documents that the program needs, by their places. */
  readonly places: ReadonlyMap<string, string>
  /** The ids of the banners that the build shows. */
  readonly banners: ReadonlySet<string>
  /** The address of the page about the screening. It contains the product's name; the path in the document does not change. */
  readonly explainerPath: string
}

/** Whether visitors see a document at `now`. The times of a document that the program needs have no effect. Pure. */
export function isShownAt(document: PublishedDocument, now: Date): boolean {
  return fixedPlace(document) !== undefined || showingAt(document, now).state === 'shown'
}

/** Whether the document is not shown yet, or has expired. */
function hiddenBy(document: PublishedDocument, now: Date) {
  const showing = showingAt(document, now)
  if (showing.state === 'shown' || fixedPlace(document) !== undefined) return
  const at = showing.state === 'scheduled' ? showing.from : showing.since
  return { because: showing.state, at: at.toISOString() }
}

/** How many documents claim the page at a path. */
function owners(documents: readonly PublishedDocument[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const document of documents) {
    const path = documentPath(document._type, document)
    const isShared = isPartOfPage(document._type) || isSingleton(document._type)
    if (path === undefined || isShared) continue
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return counts
}

const needsPage = ({ _type }: PublishedDocument) => _type === 'page' || _type === 'policy'

/** The page that shows a document: of one with a fault, its last good version. The address of the page about the screening has the product's name. */
function pathIn(document: PublishedDocument, { places, explainerPath, faulty }: RecordInput) {
  const fault = faulty.get(document._id)
  if (fault?.shown === 'former' && fault.page !== undefined) return fault.page
  return places.get(EXPLAINER) === document._id
    ? explainerPath
    : documentPath(document._type, document)
}

/** Why the page at `path` does not show a document that is a part of it. */
function whyUnlisted(
  { _id, _type, name }: PublishedDocument,
  path: string,
  { pages, banners }: RecordInput,
): NotShownReason | undefined {
  if (_type === 'banner') return banners.has(_id) ? undefined : 'newer-banners'
  return name && !pages.shows(path, name) ? 'not-listed' : undefined
}

/** Why a build does not show a document without a fault at `path`. */
function absenceOf(
  document: PublishedDocument,
  path: string | undefined,
  input: RecordInput,
  counts: ReadonlyMap<string, number>,
): NotShownReason | undefined {
  const { _id, _type } = document
  const { pages, places } = input
  // Patients read it in the portal; the release has no page for it.
  if (!hasPreview(_type)) return
  if (path === undefined) return 'no-address'
  if (isPartOfPage(_type)) return whyUnlisted(document, path, input)
  const page = pages.has(path)
  const place = fixedPlace(document)
  // The build shows only one of several documents for a place.
  if (place !== undefined && needsPage(document))
    return page && places.get(place) === _id ? undefined : 'address-taken'
  const isTaken = page === 'program' && place === undefined
  return (counts.get(path) ?? 0) > 1 || !page || isTaken ? 'address-taken' : undefined
}

/**
 * The record of a build. A document counts as read at a revision only when it had that revision before and after the
 * build. Pure.
 */
export function recordOf(input: RecordInput): ReleaseRecord {
  const { before, after, at, faulty } = input
  const revisions = new Map(before.map(({ _id, _rev }) => [_id, _rev]))
  // Of two documents with the same address, the one that is not shown has a fault.
  const shown = after.filter((document) => isShownAt(document, at) && !faulty.has(document._id))
  const counts = owners(shown)
  const next = nextChange(
    after.filter((document) => fixedPlace(document) === undefined),
    at,
  )
  return {
    ...(next && { nextChangeAt: next.toISOString() }),
    documents: after.map((document) => {
      const { _id: id, _rev } = document
      const path = pathIn(document, input)
      const fault = faulty.get(id)
      const because = fault ? 'faulty' : absenceOf(document, path, input, counts)
      const isSame = revisions.get(id) === _rev
      return {
        id,
        ...(isSame && { rev: _rev }),
        ...(path && { path }),
        ...(because && { because }),
        ...(fault && { fault }),
        ...hiddenBy(document, at),
      }
    }),
  }
}

/** Whether a release was built from exactly these documents and revisions. Pure. */
export function isBuiltFrom(
  { documents }: ReleaseRecord,
  published: readonly Pick<PublishedDocument, '_id' | '_rev'>[],
): boolean {
  const revisions = new Map(documents.map(({ id, rev }) => [id, rev]))
  return (
    revisions.size === published.length &&
    published.every(({ _id, _rev }) => revisions.get(_id) === _rev)
  )
}
