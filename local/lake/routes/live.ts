import { type LakeContext, newRoutes, queryOf, requireDataset } from '../http.ts'
import { LISTENER_BUFFER_BYTES } from '../limits.ts'
import { subscribe } from '../live/subscription.ts'

/** Streams document changes as server-sent events. */
export const liveRoutes = newRoutes().get('/data/listen/:dataset', listen)

async function listen(c: LakeContext): Promise<Response> {
  requireDataset(c)
  const { lake, caller } = c.var
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let stop = () => {}
  const events = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: LISTENER_BUFFER_BYTES }),
  )
  // Discards what is buffered, unlike the end of the stream.
  const end = () => {
    stop()
    c.env.outgoing.destroy()
  }
  const write = (text: string) => {
    if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(encoder.encode(text))
    else end()
  }
  // A bad query is refused here, before the response begins.
  stop = await subscribe(lake, caller, queryOf(c), { write, end })
  return new Response(events, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
  })
}
