import type { OutputOf } from '#contract/endpoint.ts'
import type { getHealth } from '#contract/service.ts'

type Health = OutputOf<typeof getHealth>

export type HealthDeps = {
  /** Each may throw or answer false when its service cannot be reached. */
  isDatabaseReachable(): Promise<boolean>
  isContentReachable(): Promise<boolean>
  isIdentityReachable(): Promise<boolean>
  isMailReachable(): Promise<boolean>
}

const TIME_OUT_MS = 2_000
const REST_MS = 1_000

async function part(check: Promise<boolean>): Promise<'ok' | 'down'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, TIME_OUT_MS, false)
  })
  const reached = await Promise.race([check.catch(() => false), late])
  clearTimeout(timer)
  return reached ? 'ok' : 'down'
}

/** Runs at most once at a time and then rests for a second; who asks meanwhile gets the same answer. */
function shared<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let latest: Promise<Value> | undefined
  const forget = () => {
    latest = undefined
  }
  return () => {
    latest ??= run().finally(() => setTimeout(forget, REST_MS).unref())
    return latest
  }
}

/**
 * Asks everything the service needs at once; only a missing database makes it 'down'. Anybody may call it: other
 * people's services are not asked more often for that.
 */
export function healthService(deps: HealthDeps) {
  const askOthers = shared(() =>
    Promise.all([
      part(deps.isContentReachable()),
      part(deps.isIdentityReachable()),
      part(deps.isMailReachable()),
    ]),
  )
  return {
    async check(): Promise<Health> {
      const [database, [content, identity, mail]] = await Promise.all([
        part(deps.isDatabaseReachable()),
        askOthers(),
      ])
      const others = [content, identity, mail].every((one) => one === 'ok')
      const status = database === 'down' ? 'down' : others ? 'ok' : 'degraded'
      return { status, database, content, identity, mail }
    },
  }
}
