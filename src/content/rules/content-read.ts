import { type PublishedFault, parsePublishedFault } from '#content/rules/content-fault.ts'
import { type DocumentType, documentPath } from '#content/rules/document-types.ts'
import type { LeftAddress } from '#content/rules/redirects.ts'
import type { ReleasedDocument } from '#content/rules/release-record.ts'

/** The `node:diagnostics_channel` on which a build's content readers publish each `ContentRead`. */
export const CONTENT_READ_CHANNEL = 'halyard:content-read'

/**
 * The channel on which they request the last good version of a document. Channels are synchronous: the subscriber sets
 * `good` in the message. A channel, because the bundled pages and the program that records the build share no module.
 */
export const CONTENT_WANTED_CHANNEL = 'halyard:content-wanted'
export type ContentWanted = { readonly type: DocumentType; readonly key: string; good: unknown }

/** The channel on which they request a picture or file before they use it. The subscriber sets `isLost`, as above. */
export const ASSET_WANTED_CHANNEL = 'halyard:asset-wanted'
export type AssetWanted = {
  readonly url: string
  /** Whether the last good version of a document uses it: then a kept copy is enough. */
  readonly ofFormer: boolean
  isLost: boolean
}

/** The channel on which they ask before each document whether this build must not use its published version. The subscriber sets `isHeld`. */
export const HELD_CHANNEL = 'halyard:held-back'
export type HeldWanted = { readonly id: string; isHeld: boolean }

/** The channel on which they request what the build knows of links before its first page. The subscriber sets `known`, as above. */
export const LINKS_WANTED_CHANNEL = 'halyard:links-wanted'
export type LinksWanted = { known: PreparedLinks | undefined }

/** Beside the documents and the redirects, what decides where the links of a build lead. */
export type PreparedLinks = {
  /** Documents at fault are shown in an earlier version, or not at all. */
  readonly faults: readonly PublishedFault[]
  /** The addresses of the last good content: documents may have moved since. */
  readonly before: readonly ReleasedDocument[]
  /** Former addresses that are not redirects in the content lake yet. */
  readonly left: readonly LeftAddress[]
}

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
      return { good, faults: [...reads.values()].flatMap(({ faults }) => faults) }
    },
  }
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
