import { type LakeContext, newRoutes, queryOf, requireDataset } from '../http.ts'
import { subscribe } from '../live/subscription.ts'

/** Streams document changes as server-sent events. */
export const liveRoutes = newRoutes().get('/data/listen/:dataset', listen)

function listen(c: LakeContext): Response {
  requireDataset(c)
  const { lake, caller } = c.var
  const encoder = new TextEncoder()
  let stop = () => {}
  const events = new ReadableStream<Uint8Array>({
    // A bad query is refused here, before the response begins.
    start(controller) {
      stop = subscribe(lake, caller, queryOf(c), (text) => controller.enqueue(encoder.encode(text)))
    },
    cancel: () => stop(),
  })
  return new Response(events, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
  })
}
