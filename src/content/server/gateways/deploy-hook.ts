import { setTimeout } from 'node:timers/promises'

/** Asks a hosting service to build and deploy the site. */
export type DeployHook = {
  /** Whether the service accepted the request, after at most three tries; `stop` ends it early. Never throws. */
  ask(stop: AbortSignal): Promise<{ readonly ok: boolean; readonly reason: string }>
}

const HOOK_TIME_OUT_MS = 10_000
const PAUSES_MS = [1_000, 5_000]

/**
 * A deploy hook as hosting services offer it: POST to a URL that is itself the secret, so it is never logged.
 * `pausesMs` are the waits between the tries.
 */
export function deployHookGateway(
  url: string,
  pausesMs: readonly number[] = PAUSES_MS,
): DeployHook {
  const once = async (stop: AbortSignal) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([stop, AbortSignal.timeout(HOOK_TIME_OUT_MS)]),
      })
      await answer.body?.cancel()
      return { ok: answer.ok, reason: `status ${answer.status}` }
    } catch (error) {
      return { ok: false, reason: (error as Error).name }
    }
  }
  return {
    async ask(stop) {
      let outcome = await once(stop)
      for (const pause of pausesMs) {
        if (outcome.ok || stop.aborted) return outcome
        await setTimeout(pause, undefined, { signal: stop }).catch(() => undefined)
        if (!stop.aborted) outcome = await once(stop)
      }
      return outcome
    },
  }
}
