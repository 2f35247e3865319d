import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  CONTENT_READ_CHANNEL,
  CONTENT_WANTED_CHANNEL,
  type ContentRead,
  type ContentRecord,
  type ContentWanted,
  contentRecorder,
  type GoodContent,
} from '#domain/content-read.ts'

/**
 * Records what the content readers of this process read from now on, and provides the last good versions to them. Without
 * a recorder, a fault in the content is an error.
 */
export function recordReads(kept: GoodContent): { record(): ContentRecord; stop(): void } {
  const recorder = contentRecorder()
  const read = (message: unknown) => recorder.add(message as ContentRead)
  const want = (message: unknown) => {
    const asked = message as ContentWanted
    asked.good = kept[asked.type]?.[asked.key]
  }
  subscribe(CONTENT_READ_CHANNEL, read)
  subscribe(CONTENT_WANTED_CHANNEL, want)
  return {
    record: recorder.record,
    stop() {
      unsubscribe(CONTENT_READ_CHANNEL, read)
      unsubscribe(CONTENT_WANTED_CHANNEL, want)
    },
  }
}
