import { type PublishedFault, parsePublishedFault } from '#content/rules/content-fault.ts'
import { type DocumentType, documentPath } from '#content/rules/document-types.ts'
import type { ReleasedDocument } from '#content/rules/release-record.ts'

/** One document as a build has read it. */
export type ContentRead = {
  readonly type: DocumentType
  /** The document's `_id`, or its address for a page or policy that the program needs there. */
  readonly key: string
  /** The query's result for it, which is read again when a later version has a fault. Undefined when no version was good. */
  readonly good: unknown
  /** Why the published version is not shown, or the warnings about the one that is. */
  readonly faults: readonly PublishedFault[]
}

/** The last good version of each document, as its query returned it, by type and key. */
export type GoodContent = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** What a build has read: the versions that it shows, the faults of those that it does not show, and warnings. */
export type ContentRecord = {
  readonly good: GoodContent
  readonly faults: readonly PublishedFault[]
}

/** The record of everything that a build has read. Pure. */
export function recordOfReads(reads: Iterable<ContentRead>): ContentRecord {
  const good: Record<string, Record<string, unknown>> = {}
  const faults: PublishedFault[] = []
  for (const read of reads) {
    faults.push(...read.faults)
    if (read.good === undefined) continue
    good[read.type] ??= {}
    Object.assign(good[read.type] ?? {}, { [read.key]: read.good })
  }
  return { good, faults }
}

/** The path of a document as its query returned it: queries return slugs as text. */
export function pathOfRead(type: string, raw: unknown): string | undefined {
  const { slug, path } = (raw ?? {}) as { slug?: unknown; path?: unknown }
  return documentPath(type, { slug: { current: slug }, path })
}

/** The documents of the last good content with an id, and their addresses. Pure. */
export function addressesOf(good: GoodContent): ReleasedDocument[] {
  return Object.entries(good).flatMap(([type, documents]) =>
    Object.values(documents ?? {}).flatMap((raw): ReleasedDocument[] => {
      const id = (raw as { _id?: unknown } | null)?._id
      const path = pathOfRead(type, raw)
      return typeof id === 'string' && path !== undefined ? [{ id, path }] : []
    }),
  )
}

/** Reads faults from another process's JSON; ignores invalid entries. */
export const parsePublishedFaults = (value: unknown): PublishedFault[] =>
  Array.isArray(value) ? value.flatMap((one) => parsePublishedFault(one) ?? []) : []
