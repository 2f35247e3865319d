import { setTimeout as timeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { signIn } from '#account/contract/accounts.ts'
import { confirmSubscription } from '#content/contract/subscriptions.ts'
import { getHealth } from '#core/contract/service.ts'
import { REQUESTS_PER_CONNECTION } from '#core/server/config/limits.ts'
import { createToken } from '#core/server/security/token.ts'
import { listSlots } from '#events/contract/events.ts'
import { type FreezingProxy, freezingProxy } from '#tests/fixtures/freezing-proxy.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'

/*
 * Services that accept connections and do not answer, as a stopped process or a full network does. The time limits are
 * short by configuration, but long enough for a new connection on a busy machine; the tests run in real time.
 */
const LIMIT_MS = 1_000
/** A wait for a connection, a statement with its half second of grace, and a slow machine. */
const ANSWERED_WITHIN_MS = 2 * LIMIT_MS + 500 + 1_500
const LONG_MS = 60_000
let asked = 900_000
/** Each time another event: answers about one are shared for a moment, also while the database does not answer. */
const unknown = () => {
  asked += 1
  return { event_id: asked }
}

let database: FreezingProxy
let identity: FreezingProxy
let service: TestService

beforeAll(async () => {
  database = await freezingProxy(inject('postgresUrl'))
  service = await testService({
    source: async ({ databaseUrl, authUrl }) => {
      identity = await freezingProxy(authUrl)
      return {
        DATABASE_URL: database.through(databaseUrl),
        DATABASE_TIMEOUT_MS: String(LIMIT_MS),
        SUPABASE_URL: identity.through(authUrl),
        SUPABASE_TIMEOUT_MS: String(LIMIT_MS),
      }
    },
  })
})
afterEach(() => {
  database.thaw()
  identity.thaw()
})
afterAll(async () => {
  await service.close()
  await database.close()
  await identity.close()
})

const timed = async <Value>(work: Promise<Value>) => {
  const started = performance.now()
  const value = await work
  return { value, ms: performance.now() - started }
}

describe('a database that does not answer', () => {
  it('API-06 every call answers 503 in time, more calls than connections too; it recovers without a restart', async () => {
    const visitor = service.visitor()
    expect((await visitor.call(listSlots, unknown())).status).toBe(404)
    database.freeze()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => timed(visitor.call(listSlots, unknown()))),
    )
    for (const { value, ms } of answers) {
      expect(value.status).toBe(503)
      expect(['busy', 'unavailable']).toContain(value.body['reason'])
      expect(value.body).toMatchObject({ status: 503, error: expect.stringContaining('try again') })
      expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
    }
    database.thaw()
    expect((await visitor.call(listSlots, unknown())).status).toBe(404)
  })

  it('API-06 calls beyond the room for waiting ones answer busy at once, with Retry-After', async () => {
    const visitor = service.visitor()
    const room = service.env.databasePoolMax * REQUESTS_PER_CONNECTION
    database.freeze()
    const confirm = () => visitor.call(confirmSubscription, { token: createToken() })
    let answered = 0
    const waiting = Array.from({ length: room }, async () => {
      await confirm()
      answered += 1
    })
    const value = await confirm()
    expect(answered).toBe(0)
    expect(value).toMatchObject({ status: 503, body: { reason: 'busy' } })
    expect(value.headers.get('retry-after')).toMatch(/^[12]$/)
    await Promise.all(waiting)
    database.thaw()
    expect((await confirm()).status).toBe(410)
  })

  it('API-06 health says that the database is down', async () => {
    database.freeze()
    const { value, ms } = await timed(service.visitor().call(getHealth, {}))
    expect(value).toMatchObject({ status: 503, body: { status: 'down', database: 'down' } })
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
  })

  it('without the time limit, the same call hangs', async () => {
    const slow = await service.another({ DATABASE_TIMEOUT_MS: String(LONG_MS) })
    database.freeze()
    const answer = slow.visitor().call(listSlots, unknown())
    const first = await Promise.race([
      answer.then(() => 'answered'),
      timeout(ANSWERED_WITHIN_MS).then(() => 'hangs'),
    ])
    expect(first).toBe('hangs')
    database.thaw()
    expect((await answer).status).toBe(404)
  })
})

describe('an identity provider that does not answer', () => {
  const input = { email: 'visitor@example.test', password: 'a-calm-harbour' }

  it('AUTH-01 sign-in answers unavailable in time', async () => {
    identity.freeze()
    const { value, ms } = await timed(service.visitor().call(signIn, input))
    expect(value).toMatchObject({ status: 503, body: { reason: 'unavailable' } })
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
  })
})
