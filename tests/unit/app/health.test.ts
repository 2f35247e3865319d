import { beforeEach, expect, it, vi } from 'vitest'
import { healthService, type Waiting } from '#app/health.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
const outside = (isMailReachable: () => Promise<boolean>) => ({
  databaseTransport: 'tls' as const,
  isDatabaseReachable: () => Promise.resolve(true),
  isContentReachable: () => Promise.resolve(true),
  findIdentityFaults: () => Promise.resolve([]),
  isMailReachable,
  findFailingPublications: () => undefined,
  isProviderReachable: undefined,
  findWaiting: () => Promise.resolve({ unsettled: null, pending: null, kept: null, refund: null }),
})

it('shares one check of the mail server between concurrent requests, and checks again after ten seconds', async () => {
  const isMailReachable = vi.fn(() => Promise.resolve(true))
  const health = healthService(outside(isMailReachable))
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => health.check()))
  expect(answers.every(({ status }) => status === 'ok')).toBe(true)
  expect(isMailReachable).toHaveBeenCalledTimes(1)
  isMailReachable.mockResolvedValue(false)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await health.check()).toMatchObject({ status: 'ok' })
  await vi.advanceTimersByTimeAsync(1)
  expect(await health.check()).toMatchObject({ status: 'degraded', mail: 'down' })
  expect(isMailReachable).toHaveBeenCalledTimes(2)
})

it('OPS-01 says how the database is reached', async () => {
  const health = healthService(outside(async () => true))
  expect(await health.check()).toMatchObject({ database: 'ok', database_transport: 'tls' })
})

it('reports a service that does not answer within two seconds as down', async () => {
  const health = healthService(outside(() => new Promise(() => undefined)))
  const answer = health.check()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await answer).toMatchObject({ status: 'degraded', mail: 'down', content: 'ok' })
})

it('PAY-11 a payment, a pending one, one for which a place is kept or a refund that waits too long degrades the service', async () => {
  const parts = { ...outside(() => Promise.resolve(true)), isProviderReachable: async () => true }
  const stateWith = async (waiting: Waiting) => {
    const { status, payments } = await healthService({
      ...parts,
      findWaiting: async () => waiting,
    }).check()
    return [status, payments]
  }
  const none = { unsettled: null, pending: null, kept: null, refund: null }
  const most = { unsettled: 900, pending: 3 * 86_400, kept: 6 * 3_600, refund: 86_400 }
  expect(await stateWith(most)).toEqual(['ok', 'ok'])
  for (const part of ['unsettled', 'pending', 'kept', 'refund'] as const) {
    expect(await stateWith({ ...none, [part]: most[part] + 1 })).toEqual(['degraded', 'late'])
  }
})

it('CMS-04 API-06 publications that fail degrade the service, with since when and why, and nothing of the content', async () => {
  const failing = { since: '2026-11-26T11:48:00.000Z', kind: 'disk' as const }
  let found: typeof failing | undefined = failing
  const deps = { ...outside(() => Promise.resolve(true)), findFailingPublications: () => found }
  const health = healthService(deps)
  expect(await health.check()).toMatchObject({
    status: 'degraded',
    publishing: 'failing',
    publishing_failing_since: failing.since,
    publishing_failure: 'disk',
  })
  found = undefined
  expect(await health.check()).toMatchObject({
    status: 'ok',
    publishing: 'ok',
    publishing_failing_since: null,
    publishing_failure: null,
  })
})
