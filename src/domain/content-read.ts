import { type PublishedFault, parsePublishedFault } from '#domain/content-fault.ts'
import type { DocumentType } from '#domain/document-types.ts'

/** The `node:diagnostics_channel` on which a build's content readers publish each `ContentRead`. */
export const CONTENT_READ_CHANNEL = 'halyard:content-read'

/**
 * The channel on which they ask for the last good version of a document. Channels are synchronous: the subscriber sets
 * `good` in the message. Pages are bundled, so a build and the program that records it share no module.
 */
export const CONTENT_WANTED_CHANNEL = 'halyard:content-wanted'
export type ContentWanted = { readonly type: DocumentType; readonly key: string; good: unknown }

/** One document as a build has read it. */
export type ContentRead = {
  readonly type: DocumentType
  /** The document's `_id`, or its place for documents of which the program needs one at an address. */
  readonly key: string
  /** What the query returned for it: to be read again when a later version is at fault. Undefined when it never was good. */
  readonly good: unknown
  /** Set when the published version is at fault. */
  readonly fault: PublishedFault | undefined
}

/** The last good version of each document: what its query returned, by type and key. */
export type GoodContent = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

/** What a build has read: the versions that it shows, and the faults of those that it does not show. */
export type ContentRecord = {
  readonly good: GoodContent
  readonly faults: readonly PublishedFault[]
}

/** Collects what is read; the same document may be read several times. */
export function contentRecorder(): { add(read: ContentRead): void; record(): ContentRecord } {
  const reads = new Map<string, ContentRead>()
  return {
    add: (read) => void reads.set(`${read.type} ${read.key}`, read),
    record() {
      const good: Record<string, Record<string, unknown>> = {}
      for (const read of reads.values()) {
        if (read.good === undefined) continue
        good[read.type] ??= {}
        Object.assign(good[read.type] ?? {}, { [read.key]: read.good })
      }
      return { good, faults: [...reads.values()].flatMap(({ fault }) => fault ?? []) }
    },
  }
}

/** Reads faults from JSON of another process; entries that are none are left out. */
export const parsePublishedFaults = (value: unknown): PublishedFault[] =>
  Array.isArray(value) ? value.flatMap((one) => parsePublishedFault(one) ?? []) : []
