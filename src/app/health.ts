import type { OutputOf } from '#core/contract/endpoint.ts'
import { getHealth } from '#core/contract/service.ts'
import type { PublishingFailure } from '#core/rules/publishing-status.ts'
import { LATE_PAYMENT_SECONDS } from '#core/server/config/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done } from '#core/server/outcome.ts'
import type { DatabaseTransport } from '#shared/node/database-address.ts'

export type Health = OutputOf<typeof getHealth>

export type HealthDeps = {
  readonly databaseTransport: DatabaseTransport
  /** Each may throw or return false when its service cannot be reached. */
  isDatabaseReachable(): Promise<boolean>
  isContentReachable(): Promise<boolean>
  /** The identity provider's wrong settings; none when all is well. */
  findIdentityFaults(): Promise<readonly string[]>
  isMailReachable(): Promise<boolean>
  /** Since when publications fail, and why; undefined while they succeed. */
  findFailingPublications(): Failing | undefined
  /** Undefined when no payment provider is configured. */
  readonly isProviderReachable: (() => Promise<boolean>) | undefined
  /** How long the oldest payment under capture, the oldest pending one, the oldest for which a place is kept, and the oldest refund have waited, in seconds; null when none does. */
  findWaiting(): Promise<Waiting>
}

export type Failing = { readonly since: string; readonly kind: PublishingFailure }

export type Waiting = Readonly<Record<keyof typeof LATE_PAYMENT_SECONDS, number | null>>

const TIME_OUT_MS = 2_000
/** How long a report about outside services is reused. */
const REUSE_MS = 10_000

/** The check's value, or undefined when it fails or takes longer than TIME_OUT_MS. */
export async function inTime<Value>(check: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, TIME_OUT_MS, undefined)
  })
  const value = await Promise.race([check.catch(() => undefined), timedOut])
  clearTimeout(timer)
  return value
}

const stateOf = async (check: Promise<boolean>) => ((await inTime(check)) ? 'ok' : 'down')

async function identityState(check: Promise<readonly string[]>): Promise<Health['identity']> {
  const faults = await inTime(check)
  if (faults === undefined) return 'down'
  return faults.length === 0 ? 'ok' : 'misconfigured'
}

const isLate = ({ unsettled, pending, kept, refund }: Waiting) =>
  (unsettled ?? 0) > LATE_PAYMENT_SECONDS.unsettled ||
  (pending ?? 0) > LATE_PAYMENT_SECONDS.pending ||
  (kept ?? 0) > LATE_PAYMENT_SECONDS.kept ||
  (refund ?? 0) > LATE_PAYMENT_SECONDS.refund

/** Unsettled payments and refunds are reported even when no provider is configured. */
async function paymentsState(deps: HealthDeps) {
  const { isProviderReachable } = deps
  const [provider, waiting] = await Promise.all([
    isProviderReachable === undefined ? ('off' as const) : stateOf(isProviderReachable()),
    inTime(deps.findWaiting()),
  ])
  const { unsettled = null, pending = null, kept = null, refund = null } = waiting ?? {}
  const isWaiting = isLate({ unsettled, pending, kept, refund })
  return {
    payments: isWaiting && provider !== 'down' ? ('late' as const) : provider,
    oldest_unsettled_seconds: unsettled,
    oldest_refund_seconds: refund,
  }
}

function publishingState(failing: Failing | undefined) {
  return {
    publishing: failing === undefined ? ('ok' as const) : ('failing' as const),
    publishing_failing_since: failing?.since ?? null,
    publishing_failure: failing?.kind ?? null,
  }
}

/** Runs at most one check at a time; calls until REUSE_MS after its end get the same report. */
export function shared<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let latest: Promise<Value> | undefined
  const clearLatest = () => {
    latest = undefined
  }
  return () => {
    latest ??= run().finally(() => setTimeout(clearLatest, REUSE_MS).unref())
    return latest
  }
}

/**
 * Checks the database and the outside services together; only a missing database makes the service 'down'. The endpoint
 * is public, so checks of outside services are shared between requests.
 */
export function healthService(deps: HealthDeps) {
  const checkOutside = shared(() =>
    Promise.all([
      stateOf(deps.isContentReachable()),
      identityState(deps.findIdentityFaults()),
      stateOf(deps.isMailReachable()),
      paymentsState(deps),
    ]),
  )
  async function check(): Promise<Health> {
    const [database, [content, identity, mail, paying]] = await Promise.all([
      stateOf(deps.isDatabaseReachable()),
      checkOutside(),
    ])
    const published = publishingState(deps.findFailingPublications())
    const others =
      [content, identity, mail, published.publishing].every((one) => one === 'ok') &&
      ['ok', 'off'].includes(paying.payments)
    const status = database === 'down' ? 'down' : others ? 'ok' : 'degraded'
    const { databaseTransport: database_transport } = deps
    return {
      status,
      database,
      database_transport,
      content,
      identity,
      mail,
      ...published,
      ...paying,
    }
  }

  return {
    check,
    getHealth: bind(getHealth, async (_, __, ___, { setStatus }) => {
      const health = await check()
      if (health.status === 'down') setStatus(503)
      return done(health)
    }),
  }
}
