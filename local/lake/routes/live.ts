import type { StreamReply } from '../http.ts'
import { subscribe } from '../live/subscription.ts'
import { type Call, type Route, requireDataset } from '../router.ts'

/** Changes as they happen, as server-sent events. */
export const liveRoutes: readonly Route[] = [
  { method: 'GET', path: '/data/listen/:dataset', handle: listen },
]

function listen(call: Call): StreamReply {
  requireDataset(call)
  const { lake, caller, query } = call
  const early: string[] = []
  let write: (text: string) => void = (text) => early.push(text)
  // A bad query must be refused before the stream begins.
  const stop = subscribe(lake, caller, query, (text) => write(text))
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    start(send) {
      write = send
      for (const text of early) send(text)
      return stop
    },
  }
}
