import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  ASSET_WANTED_CHANNEL,
  type AssetWanted,
  CONTENT_READ_CHANNEL,
  CONTENT_WANTED_CHANNEL,
  type ContentRead,
  type ContentRecord,
  type ContentWanted,
  contentRecorder,
  type GoodContent,
  HELD_CHANNEL,
  type HeldWanted,
  LINKS_WANTED_CHANNEL,
  type LinksWanted,
  type PreparedLinks,
} from '#content/rules/content-read.ts'

/** Whether a picture or file cannot be shown. */
export type IsLost = (asked: Pick<AssetWanted, 'url' | 'ofFormer'>) => boolean

/** What a build knows of its content before its first page. */
export type PreparedReads = {
  readonly isLost: IsLost
  readonly links: PreparedLinks | undefined
  /** The documents whose published version makes builds fail. */
  readonly held: ReadonlySet<string>
}

/**
 * Records what the content readers of this process read from now on, and provides the last good versions to them. Without
 * a recorder, a fault in the content is an error.
 */
export function recordReads(
  kept: GoodContent,
  { isLost, links, held }: PreparedReads = {
    isLost: () => false,
    links: undefined,
    held: new Set(),
  },
): { record(): ContentRecord; stop(): void } {
  const recorder = contentRecorder()
  const handlers: [string, (message: unknown) => void][] = [
    [CONTENT_READ_CHANNEL, (message) => recorder.add(message as ContentRead)],
    [
      CONTENT_WANTED_CHANNEL,
      (message) => {
        const asked = message as ContentWanted
        asked.good = kept[asked.type]?.[asked.key]
      },
    ],
    [
      ASSET_WANTED_CHANNEL,
      (message) => {
        const asked = message as AssetWanted
        asked.isLost = isLost(asked)
      },
    ],
    [
      HELD_CHANNEL,
      (message) => {
        const asked = message as HeldWanted
        asked.isHeld = held.has(asked.id)
      },
    ],
    [
      LINKS_WANTED_CHANNEL,
      (message) => {
        const asked = message as LinksWanted
        asked.known = links
      },
    ],
  ]
  for (const [name, handler] of handlers) subscribe(name, handler)
  return {
    record: recorder.record,
    stop() {
      for (const [name, handler] of handlers) unsubscribe(name, handler)
    },
  }
}
