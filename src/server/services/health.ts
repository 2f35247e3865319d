import type { OutputOf } from '#contract/endpoint.ts'
import type { getHealth } from '#contract/service.ts'
import type { Database } from '#server/database.ts'

type Health = OutputOf<typeof getHealth>

export type HealthDeps = {
  readonly database: Database
  isContentReachable(): Promise<boolean>
  isIdentityReachable(): Promise<boolean>
  isMailReachable(): Promise<boolean>
}

const TIME_OUT_MS = 2_000

async function part(check: Promise<boolean>): Promise<'ok' | 'down'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, TIME_OUT_MS, false)
  })
  const reached = await Promise.race([check.catch(() => false), late])
  clearTimeout(timer)
  return reached ? 'ok' : 'down'
}

/** Asks everything the service needs at once; only a missing database makes it 'down'. */
export function healthService(deps: HealthDeps) {
  return {
    async check(): Promise<Health> {
      const [database, content, identity, mail] = await Promise.all([
        part(deps.database.query('select 1').then(() => true)),
        part(deps.isContentReachable()),
        part(deps.isIdentityReachable()),
        part(deps.isMailReachable()),
      ])
      const others = [content, identity, mail].every((one) => one === 'ok')
      const status = database === 'down' ? 'down' : others ? 'ok' : 'degraded'
      return { status, database, content, identity, mail }
    },
  }
}
