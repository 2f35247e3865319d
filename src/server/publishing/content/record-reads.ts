import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { PublishedFault } from '#domain/content-fault.ts'
import {
  ASSET_WANTED_CHANNEL,
  type AssetWanted,
  CONTENT_READ_CHANNEL,
  CONTENT_WANTED_CHANNEL,
  type ContentRead,
  type ContentRecord,
  type ContentWanted,
  contentRecorder,
  FAULTS_WANTED_CHANNEL,
  type FaultsWanted,
  type GoodContent,
} from '#domain/content-read.ts'

/** Whether a picture or file cannot be shown. */
export type IsLost = (asked: Pick<AssetWanted, 'url' | 'ofFormer'>) => boolean

/** What a build knows of its content before its first page. */
export type Foreknown = {
  readonly isLost: IsLost
  /** Links do not lead to documents that are left out. */
  readonly faults: readonly PublishedFault[]
}

/**
 * Records what the content readers of this process read from now on, and provides the last good versions to them. Without
 * a recorder, a fault in the content is an error.
 */
export function recordReads(
  kept: GoodContent,
  { isLost, faults }: Foreknown = { isLost: () => false, faults: [] },
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
      FAULTS_WANTED_CHANNEL,
      (message) => {
        const asked = message as FaultsWanted
        asked.faults = faults
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
