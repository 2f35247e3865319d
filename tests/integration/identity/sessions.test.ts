import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  endSession,
  extendSession,
  getSession,
  listSessions,
  resendVerification,
  signIn,
  signOut,
  verifyEmail,
} from '#contract/accounts.ts'
import { getProfile } from '#contract/profiles.ts'
import { LIMITS } from '#server/config/limits.ts'
import { newAddress, PASSWORD, signedUpMan } from '#tests/fixtures/people.ts'
import { SITE, type TestService, testService } from '#tests/fixtures/service.ts'

let service: TestService

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const age = (email: string, column: string, interval: string) =>
  service.db.database.query(
    `update app.sessions set ${column} = ${column} - $2::interval where email = $1`,
    [email, interval],
  )

describe('sessions', () => {
  it('AUTH-11 end after 30 minutes without use, and the next request clears both cookies', async () => {
    const { visitor, email } = await signedUpMan(service)
    await age(email, 'last_used_at', '29 minutes')
    expect((await visitor.call(getProfile, { email })).status).toBe(200)
    await age(email, 'last_used_at', '31 minutes')
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
    expect([...visitor.cookies.keys()]).toEqual([])
  })

  it('AUTH-11 use keeps a session alive, reading it does not', async () => {
    const { visitor, email } = await signedUpMan(service)
    await age(email, 'last_used_at', '20 minutes')
    await visitor.call(extendSession)
    await age(email, 'last_used_at', '20 minutes')
    const read = await visitor.call(getSession)
    expect(read.body['session']).not.toBeNull()
    await age(email, 'last_used_at', '11 minutes')
    expect((await visitor.call(getSession)).body['session']).toBeNull()
  })

  it('AUTH-11 end after 12 hours in all, used or not', async () => {
    const { visitor, email } = await signedUpMan(service)
    await age(email, 'absolute_end_at', '12 hours')
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
  })

  it('AUTH-11 the list names the own ones and another device can be ended', async () => {
    const { visitor, email } = await signedUpMan(service)
    const elsewhere = service.visitor()
    await elsewhere.call(signIn, { email, password: PASSWORD })
    const listed = await visitor.call(listSessions)
    const sessions = listed.body['sessions'] as { session_id: string; current: boolean }[]
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const other = sessions.find(({ current }) => !current)
    await visitor.call(endSession, { session_id: other?.session_id })
    expect((await elsewhere.call(getProfile, { email })).status).toBe(401)
    expect((await visitor.call(getProfile, { email })).status).toBe(200)
  })

  it('AUTH-11 signing in again in the same browser ends the session it replaces', async () => {
    const { visitor, email } = await signedUpMan(service)
    await visitor.call(signIn, { email, password: PASSWORD })
    const listed = await visitor.call(listSessions)
    expect(listed.body['sessions']).toHaveLength(1)
  })

  it('AUTH-11 nobody ends another man’s session', async () => {
    const { visitor: his, email } = await signedUpMan(service)
    const { visitor: mine } = await signedUpMan(service)
    const listed = await his.call(listSessions)
    const [session] = listed.body['sessions'] as { session_id: string }[]
    await mine.call(endSession, { session_id: session?.session_id })
    expect((await his.call(getProfile, { email })).status).toBe(200)
  })

  it('AUTH-07 sign-out ends it at once and works signed out too', async () => {
    const { visitor, email } = await signedUpMan(service)
    const secret = visitor.cookies.get('halyard_session') ?? ''
    expect((await visitor.call(signOut)).status).toBe(200)
    expect(visitor.cookies.size).toBe(0)
    visitor.cookies.set('halyard_session', secret)
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
    expect((await service.visitor().call(signOut)).status).toBe(200)
  })

  it('AUTH-07 only the hash of a session’s secret is stored', async () => {
    const { visitor } = await signedUpMan(service)
    const secret = visitor.cookies.get('halyard_session') ?? ''
    const { rows } = await service.db.database.query<{ text: string; secret_hash: Buffer }>(
      'select s::text as text, secret_hash from app.sessions s',
    )
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false)
    const hash = createHash('sha256').update(secret).digest('hex')
    expect(rows.some(({ secret_hash }) => secret_hash.toString('hex') === hash)).toBe(true)
  })
})

describe('where changes come from', () => {
  it.each(['https://elsewhere.example', 'null', undefined])('refuses Origin %s', async (origin) => {
    const { visitor, email } = await signedUpMan(service)
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const answer = await service.wiring.api.fetch(
      new Request(`${SITE}/auth/sign-out`, {
        method: 'POST',
        body: '{}',
        headers: {
          ...headers,
          ...(origin === undefined ? {} : { origin }),
          cookie: `halyard_session=${visitor.cookies.get('halyard_session')}`,
        },
      }),
      { network: '127.0.0.1' },
    )
    expect(answer.status).toBe(403)
    expect((await visitor.call(getProfile, { email })).status).toBe(200)
  })
})

describe('limits', () => {
  it('AUTH-01 wrong passwords of one address end in 429, exactly, across two processes', async () => {
    const { email } = await signedUpMan(service)
    const second = await service.another()
    const visitors = [service.visitor(), second.visitor()]
    const statuses: number[] = []
    for (let attempt = 0; attempt < LIMITS.signInPerEmail.most + 2; attempt += 1) {
      const visitor = visitors[attempt % 2] ?? service.visitor()
      const answer = await visitor.call(signIn, { email, password: 'wrong-password' })
      statuses.push(answer.status)
    }
    const refused = statuses.filter((status) => status === 400)
    expect(refused).toHaveLength(LIMITS.signInPerEmail.most)
    expect(statuses.slice(-2)).toEqual([429, 429])
    const right = await service.visitor().call(signIn, { email, password: PASSWORD })
    expect(right.status).toBe(429)
  })

  it('AUTH-01 a lodge behind one network is not locked out by one man’s mistakes', async () => {
    const { email } = await signedUpMan(service)
    const other = newAddress('typo')
    for (let attempt = 0; attempt < LIMITS.signInPerEmail.most + 2; attempt += 1) {
      await service.visitor().call(signIn, { email: other, password: 'wrong-password' })
    }
    expect((await service.visitor().call(signIn, { email, password: PASSWORD })).status).toBe(200)
  })
})

describe('identity down', () => {
  it('sign-in answers 503 with words, lists still answer', async () => {
    const broken = await service.another({ SUPABASE_URL: 'http://127.0.0.1:9' })
    const visitor = broken.visitor()
    const answer = await visitor.call(signIn, { email: newAddress(), password: PASSWORD })
    expect(answer.status).toBe(503)
    expect(answer.body['reason']).toBe('unavailable')
    expect((await visitor.request('/events')).status).toBe(200)
    const health = await visitor.request('/health')
    expect(health.status).toBe(200)
    expect(health.body).toMatchObject({ status: 'degraded', identity: 'down', database: 'ok' })
  })
})

async function verificationLinks(address: string, count: number): Promise<string[]> {
  await expect
    .poll(async () => (await service.mailsTo(address)).length, { timeout: 15_000, interval: 50 })
    .toBe(count)
  const mails = await service.mailsTo(address)
  return mails.map(({ text }) => /verify-email#([\w-]{43})/.exec(text)?.[1] ?? '')
}

describe('the mailed link', () => {
  it('AUTH-12 the button behind it verifies once; a resent link replaces none that was used', async () => {
    const { visitor, email } = await signedUpMan(service)
    const [token = ''] = await verificationLinks(email, 1)
    expect(token).toHaveLength(43)

    const reader = service.visitor()
    expect((await reader.call(verifyEmail, { token: 'x'.repeat(43) })).status).toBe(410)
    const before = await visitor.call(getProfile, { email })
    expect(before.body['userProfile']).toMatchObject({ is_verified: false })

    await visitor.call(resendVerification)
    const [newest = ''] = await verificationLinks(email, 2)
    expect(newest).not.toBe(token)
    expect((await reader.call(verifyEmail, { token: newest })).status).toBe(200)
    const after = await visitor.call(getProfile, { email })
    expect(after.body['userProfile']).toMatchObject({ is_verified: true })
    expect((await reader.call(verifyEmail, { token: newest })).status).toBe(410)
  })
})
