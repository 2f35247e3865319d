import { expect, it, vi } from 'vitest'
import { accountsService } from '#account/server/accounts.ts'
import type { IdentityGateway, IdentityOutcome } from '#account/server/gateways/identity.ts'
import { REFUSED_SIGN_IN_STEP_MS } from '#core/server/config/limits.ts'
import { createLogger } from '#core/server/logger.ts'
import { knownDevices } from '#core/server/security/known-device.ts'
import { createSealer } from '#core/server/security/seal.ts'

const sealer = createSealer({
  data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
  lookup: Buffer.alloc(32, 'l'),
})
const CONTEXT = { requestId: 'r', network: '192.0.2.1', userAgent: '', deviceCookie: undefined }
const REFUSED: IdentityOutcome = {
  ok: false,
  refusal: 'Invalid login credentials',
  code: 'invalid_credentials',
}
const KNOWN = 'known@example.test'
const UNKNOWN = 'unknown@example.test'

/** Milliseconds that the provider takes: it hashes the password only of an address that it knows. */
type Costs = Record<string, number>

/** The time and the calls of one wrong password, on a clock that moves only by the provider's work and by waiting. */
async function refusedSignIn(email: string, costs: Costs) {
  let now = 0
  const signIn = vi.fn((asked: string) => {
    now += costs[asked] ?? 0
    return Promise.resolve(REFUSED)
  })
  const limiter = {
    claim: vi.fn(),
    count: vi.fn(() => Promise.resolve(undefined)),
    giveBack: vi.fn(() => Promise.resolve()),
  }
  const identity: Partial<IdentityGateway> = { signIn }
  const accounts = accountsService({
    // A refused sign-in reads no database; a call of it would fail here.
    database: {} as Parameters<typeof accountsService>[0]['database'],
    clock: { now: () => new Date(0) },
    sealer,
    identity: identity as IdentityGateway,
    limiter,
    logger: createLogger('silent'),
    devices: knownDevices(sealer),
    charity: () => Promise.resolve({ bookingPhone: '' }),
    finishChanges: (account) => Promise.resolve(account),
    timer: {
      now: () => now,
      wait: (ms) => {
        now += ms
        return Promise.resolve()
      },
    },
  })
  const call = {} as Parameters<typeof accounts.signIn>[3]
  const answer = await accounts.signIn({ email, password: 'wrong' }, undefined, CONTEXT, call)
  expect(answer).toMatchObject({ ok: false, reason: 'sign-in-refused' })
  const calls = [signIn, limiter.count, limiter.giveBack].map((one) => one.mock.calls.length)
  return { ms: now, calls }
}

it('AUTH-01 a refused sign-in takes the same time and the same calls for a known and an unknown address', async () => {
  const costs = { [KNOWN]: 103, [UNKNOWN]: 9 }
  const known = await refusedSignIn(KNOWN, costs)
  expect(known).toEqual(await refusedSignIn(UNKNOWN, costs))
  expect(known).toEqual({ ms: REFUSED_SIGN_IN_STEP_MS, calls: [1, 1, 0] })
})

it('AUTH-01 the time says nothing while the provider answers within a step', async () => {
  const times = new Set<number>()
  for (let ms = 0; ms <= REFUSED_SIGN_IN_STEP_MS; ms += 20) {
    times.add((await refusedSignIn(KNOWN, { [KNOWN]: ms })).ms)
  }
  expect([...times]).toEqual([REFUSED_SIGN_IN_STEP_MS])
})

it('AUTH-01 a provider slower than a step is answered at the next one', async () => {
  const { ms } = await refusedSignIn(KNOWN, { [KNOWN]: REFUSED_SIGN_IN_STEP_MS + 1 })
  expect(ms).toBe(2 * REFUSED_SIGN_IN_STEP_MS)
})
