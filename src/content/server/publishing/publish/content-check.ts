import { CATCH_UP_MS } from '#content/rules/live-state.ts'
import type { PublishingStatusGateway } from '#content/server/gateways/publishing-status.ts'
import { CATCH_UP_RETRY_MS, type CaughtUp } from '#content/server/publishing/publish/catch-up.ts'
import type { Timers } from '#content/server/publishing/publish/publisher.ts'

export type ContentCheckOptions = {
  /** Requests a build when a webhook was missed. */
  readonly check: () => Promise<CaughtUp>
  readonly status: Pick<PublishingStatusGateway, 'seen'>
  /** Reports to editors that the release has everything that is published. */
  readonly tellLive: () => void
  readonly timers: Timers
  readonly clock: () => Date
}

/**
 * Compares the website with the published content now and every CATCH_UP_MS, and reports to editors that it runs. The
 * first report says 'live' only when the release has everything that is published. Returns a function that stops it.
 */
export function startContentCheck({
  check,
  status,
  tellLive,
  timers,
  clock,
}: ContentCheckOptions): () => void {
  let isFirst = true
  let cancel = () => {}
  let hasEnded = false
  const look = async () => {
    const found = await check()
    if (hasEnded) return
    if (found === 'current' && isFirst) tellLive()
    else if (found !== 'unknown') void status.seen(clock())
    isFirst = isFirst && found === 'unknown'
    cancel = timers.after(found === 'unknown' ? CATCH_UP_RETRY_MS : CATCH_UP_MS, () => void look())
  }
  void look()
  return () => {
    hasEnded = true
    cancel()
  }
}
