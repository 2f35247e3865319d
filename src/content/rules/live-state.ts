import type { ContentFault, PublishedFault } from '#content/rules/content-fault.ts'
import type { NotShownReason, ReleasedDocument } from '#content/rules/release-record.ts'
import type { PublishingState } from '#core/rules/publishing-status.ts'

/** What the website has reported about itself and about one document. */
export type LiveReport = {
  readonly state: PublishingState
  /** When the state began. */
  readonly at: Date
  /** The time of the website's last report. */
  readonly seenAt: Date
  /** For editors: why a build failed. */
  readonly message: string | undefined
  readonly fault: ContentFault | undefined
  /** Documents that the live release shows in an earlier version, or not at all, with their titles. */
  readonly faults: readonly { readonly fault: PublishedFault; readonly title: string | undefined }[]
  /** How long a build takes, in milliseconds; undefined when none was measured. */
  readonly expectedMs: number | undefined
  /** The document in the running release; undefined when the release lacks it. */
  readonly document: ReleasedDocument | undefined
}

/** The published revision of a document. */
export type PublishedRevision = { readonly rev: string; readonly publishedAt: Date }

/** What an editor reads about a published document. */
export type LiveState =
  | { readonly state: 'live'; readonly path: string }
  | { readonly state: 'building'; readonly seconds: number }
  | {
      readonly state: 'absent'
      readonly because: NotShownReason | 'failed' | 'unnoticed' | 'silent' | 'earlier-release'
      /** Where visitors see an earlier version of the document; undefined when they see none. */
      readonly earlierAt?: string | undefined
      /** The website's own message, if any. */
      readonly message?: string | undefined
      /** The document that made the build fail. */
      readonly fault?: ContentFault | undefined
      /** What is wrong with this document. */
      readonly ownFault?: PublishedFault | undefined
      /** The time of the last report. */
      readonly seenAt?: Date
      /** When a scheduled document appears, or when an expired one disappeared. */
      readonly at?: Date
    }

/** About the duration of a build of the sample content. */
const USUAL_BUILD_MS = 12_000
/** Longer than a webhook and the wait for further ones take. */
const NOTICED_WITHIN_MS = 30_000
/** How often the website compares itself with the published content, and reports. */
export const CATCH_UP_MS = 10 * 60_000
/** Two reports are missing. */
export const SILENT_AFTER_MS = 2.5 * CATCH_UP_MS

/** A build that exceeds its estimate takes about a quarter longer. */
function secondsLeft(expectedMs: number | undefined, sinceMs: number): number {
  const leftMs = Math.max((expectedMs ?? USUAL_BUILD_MS) - Math.max(0, sinceMs), sinceMs / 4)
  return Math.max(1, Math.ceil(leftMs / 1_000))
}

/**
 * Whether visitors see a published revision: 'live' only when the running release was built from exactly this revision and
 * shows it at its address, and the website's last report is recent (CMS-09). Undefined when the website has never
 * reported, or the document has no page. Pure.
 */
export function liveStateOf(
  published: PublishedRevision,
  report: LiveReport | undefined,
  now: Date,
): LiveState | undefined {
  if (report === undefined) return
  const { document, seenAt } = report
  const isSilent = now.getTime() - seenAt.getTime() > SILENT_AFTER_MS
  if (isSilent) return { state: 'absent', because: 'silent', seenAt }
  if (document?.rev !== published.rev) return stateOfNext(published, report, now)
  const { because, path, fault: ownFault, at } = document
  if (because !== undefined) {
    const earlierAt = shownAt(document)
    return { state: 'absent', because, ...(at && { at: new Date(at) }), earlierAt, ownFault }
  }
  return path === undefined ? undefined : { state: 'live', path }
}

/** Where the running release shows some version of a document. */
function shownAt({ because, path, fault }: ReleasedDocument): string | undefined {
  if (because === undefined) return path
  return because === 'faulty' && fault?.shown === 'former' ? path : undefined
}

/** The state of a revision that the running release was not built from. */
function stateOfNext(
  { publishedAt }: PublishedRevision,
  { state, at, message, fault, expectedMs, document }: LiveReport,
  now: Date,
): LiveState {
  const sinceMs = now.getTime() - publishedAt.getTime()
  if (state === 'building') {
    return { state, seconds: secondsLeft(expectedMs, now.getTime() - at.getTime()) }
  }
  const isNew = publishedAt > at || state === 'live'
  if (isNew && sinceMs < NOTICED_WITHIN_MS) {
    return { state: 'building', seconds: secondsLeft(expectedMs, sinceMs) }
  }
  const earlierAt = document && shownAt(document)
  if (state === 'failed') return { state: 'absent', because: 'failed', message, fault, earlierAt }
  // The website says 'live' with a message when an operator has chosen an earlier release.
  const because = message === undefined ? 'unnoticed' : 'earlier-release'
  return { state: 'absent', because, earlierAt }
}
