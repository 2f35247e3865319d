import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { askPasswordReset, verifyResetCode } from '#account/contract/account-changes.ts'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { providerError, SETTINGS, scriptedProvider } from '#tests/fixtures/identity-provider.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'

const USER = {
  id: '5f2c57ad-0f1c-4a4c-9f7c-8a4a5f1d0001',
  aud: 'authenticated',
  created_at: '2026-01-01T00:00:00Z',
  app_metadata: {},
  user_metadata: {},
}
const session = (email: unknown) => ({
  status: 200,
  body: {
    access_token: 'a.b.c',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    user: { ...USER, email },
  },
})

let service: TestService
const provider = perFile(scriptedProvider)
const lines: string[] = []

beforeAll(async () => {
  const logger = pino({ base: null }, { write: (line) => lines.push(line) })
  service = await testService({ source: { SUPABASE_URL: provider.url }, logger })
})
afterEach(() => {
  provider.asked.length = 0
  lines.length = 0
})
afterAll(async () => {
  await service.close()
})

describe('the provider’s own limit', () => {
  it('AUTH-14 is unavailable, never a wrong password, and does not count against the address', async () => {
    const email = newAddress()
    const visitor = service.visitor()
    provider.answer = () =>
      providerError(429, 'over_request_rate_limit', 'Request rate limit reached')
    for (let attempt = 0; attempt < LIMITS.signInPerEmailAndNetwork.most + 5; attempt += 1) {
      const answer = await visitor.call(signIn, { email, password: PASSWORD })
      expect([answer.status, answer.body['reason']]).toEqual([503, 'unavailable'])
    }
    for (let attempt = 0; attempt < LIMITS.signUpPerEmailAndNetwork.most + 5; attempt += 1) {
      const answer = await visitor.call(signUp, { email, password: PASSWORD })
      expect([answer.status, answer.body['reason']]).toEqual([503, 'unavailable'])
    }
    provider.answer = ({ body }) => session(body['email'])
    expect((await visitor.call(signIn, { email, password: PASSWORD })).status).toBe(200)
    expect((await visitor.call(signUp, { email, password: PASSWORD })).status).toBe(201)
  })
})

describe('a secret key that the provider refuses', () => {
  it('AUTH-14 is unavailable without the provider’s text, and does not count against the address', async () => {
    const email = newAddress()
    const visitor = service.visitor()
    provider.answer = () => ({ status: 401, body: { message: 'Invalid API key' } })
    for (let attempt = 0; attempt < LIMITS.signInPerEmailAndNetwork.most + 5; attempt += 1) {
      const answer = await visitor.call(signIn, { email, password: PASSWORD })
      expect([answer.status, answer.body['reason']]).toEqual([503, 'unavailable'])
      expect(JSON.stringify(answer.body)).not.toContain('API key')
    }
    provider.answer = ({ body }) => session(body['email'])
    expect((await visitor.call(signIn, { email, password: PASSWORD })).status).toBe(200)
  })
})

describe('the code of a password reset', () => {
  /** Far longer than jobs take, so that a busy machine fails no test. */
  const ASKED_MS = 20_000
  const isAsked = (path: string) => path.startsWith('/auth/v1/recover')

  /** A browser that asked for a code, while the provider answers each request for one with `reply`. */
  async function askedWith(reply: ReturnType<typeof providerError>) {
    const email = newAddress()
    const visitor = service.visitor()
    provider.answer = ({ path }) => (isAsked(path) ? reply : { status: 200, body: SETTINGS })
    const answer = await visitor.call(askPasswordReset, { email })
    return { visitor, email, answer }
  }
  /** The job may run when `reply` is another one already. */
  const SAID = expect.stringMatching(
    /^Error .* < AuthApiError (unexpected_failure 500|over_email_send_rate_limit 429)$/,
  )
  const requests = () => provider.asked.filter(({ path }) => isAsked(path))

  it('AUTH-06 is asked for after the answer, so that neither the answer nor its time depends on the provider’s', async () => {
    const failed = await askedWith(providerError(500, 'unexpected_failure', 'x'))
    const limited = await askedWith(providerError(429, 'over_email_send_rate_limit', 'x'))
    expect([limited.answer.status, limited.answer.text]).toEqual([
      failed.answer.status,
      failed.answer.text,
    ])
    expect(failed.answer.status).toBe(200)
    await vi.waitFor(() => expect(requests()).toHaveLength(2), ASKED_MS)
    expect(requests().map(({ body }) => body['email'])).toEqual([failed.email, limited.email])
    expect(requests()[0]?.path).toContain(encodeURIComponent('/reset-password'))
    await vi.waitFor(async () => {
      const { rows } = await service.db.database.query(
        `select attempts, done_at, last_error from app.jobs where kind = 'password-code' and last_error is not null`,
      )
      // The job tries again in a minute.
      expect(rows).toEqual([
        { attempts: 1, done_at: null, last_error: SAID },
        { attempts: 1, done_at: null, last_error: SAID },
      ])
    }, ASKED_MS)
    expect(lines.join()).not.toContain('@')
  })

  it('AUTH-06 is not asked for when the provider is down; asking then does not count', async () => {
    const broken = await service.another({ SUPABASE_URL: 'http://127.0.0.1:9' })
    const email = newAddress()
    for (let n = 0; n < LIMITS.resetPerEmailAndNetwork.most + 2; n += 1) {
      const answer = await broken.visitor().call(askPasswordReset, { email })
      expect([answer.status, answer.body['reason']]).toEqual([503, 'unavailable'])
    }
    await broken.close()
  })

  it('AUTH-06 that is refused has the provider’s text; no answer is no try', async () => {
    const { visitor, email } = await askedWith({ status: 200, body: {} })
    const enter = () => visitor.call(verifyResetCode, { email, code: '123456' })
    provider.answer = () => providerError(429, 'over_request_rate_limit', 'x')
    const silent = await Promise.all(Array.from({ length: 7 }, enter))
    expect(silent.map(({ body }) => body['reason'])).toContain('unavailable')
    provider.answer = () => providerError(403, 'otp_expired', 'Token has expired or is invalid')
    const answer = await enter()
    expect([answer.status, answer.body['reason'], answer.body['error']]).toEqual([
      400,
      'code-refused',
      'Token has expired or is invalid',
    ])
    provider.answer = ({ body }) => session(body['email'])
    expect((await enter()).status).toBe(200)
    const verify = provider.asked.find(({ path }) => path.startsWith('/auth/v1/verify'))
    expect(verify?.body).toMatchObject({ type: 'recovery', token: '123456' })
  })
})

describe('the visitor’s address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::'],
    ['unknown', undefined],
  ])(
    'AUTH-14 %s is forwarded to the provider as %s, with the secret key',
    async (network, sent) => {
      provider.answer = () => providerError(400, 'invalid_credentials', 'Invalid login credentials')
      await service.visitor(network).call(signIn, { email: newAddress(), password: PASSWORD })
      await service.visitor(network).call(signUp, { email: newAddress(), password: PASSWORD })
      expect(provider.asked).toHaveLength(2)
      for (const { headers } of provider.asked) {
        expect(headers['sb-forwarded-for']).toBe(sent)
        expect(headers['x-forwarded-for']).toBe(sent)
        expect(headers['apikey']).toBe(service.env.supabase.secretKey)
      }
    },
  )
})

describe('the address of a visitor who asks for a code', () => {
  const isAsked = (path: string) => path.startsWith('/auth/v1/recover')
  const jobs = async () =>
    (
      await service.db.database.query<{ payload: object; done: boolean; error: string | null }>(
        `select payload, done_at is not null as done, last_error as error from app.jobs
          where kind = 'password-code' order by job_id desc limit 4`,
      )
    ).rows

  /** As GoTrue counts: so many requests of one forwarded address, or of the server's when none is forwarded. */
  function limitedProvider(most: number, header = 'sb-forwarded-for') {
    const seen = new Map<string, number>()
    provider.answer = ({ path, headers }) => {
      if (!isAsked(path)) return { status: 200, body: SETTINGS }
      const address = String(headers[header] ?? 'server')
      const count = (seen.get(address) ?? 0) + 1
      seen.set(address, count)
      return count > most
        ? providerError(429, 'over_request_rate_limit', 'x')
        : { status: 200, body: {} }
    }
    return seen
  }
  const NETWORKS = ['203.0.113.21', '203.0.113.22', '2001:db8:9:9::/64', 'unknown']
  const askFromAll = async () => {
    for (const network of NETWORKS) {
      await service.visitor(network).call(askPasswordReset, { email: newAddress() })
    }
  }

  it('AUTH-14 is forwarded with the secret key, and stays in the job, encrypted, only until it has run', async () => {
    const seen = limitedProvider(1)
    await askFromAll()
    await vi.waitFor(
      async () => expect((await jobs()).every(({ done }) => done)).toBe(true),
      20_000,
    )
    expect([...seen].sort()).toEqual([
      ['2001:db8:9:9::', 1],
      ['203.0.113.21', 1],
      ['203.0.113.22', 1],
      ['server', 1],
    ])
    const requests = provider.asked.filter(({ path }) => isAsked(path))
    for (const { headers } of requests) {
      expect(headers['apikey']).toBe(service.env.supabase.secretKey)
    }
    for (const { payload } of await jobs()) expect(Object.keys(payload)).toEqual(['id'])
  })

  it('AUTH-14 control: a provider that reads no such header limits all patients as one', async () => {
    limitedProvider(1, 'another-header')
    await askFromAll()
    await vi.waitFor(
      async () => expect((await jobs()).filter(({ error }) => error !== null)).toHaveLength(3),
      20_000,
    )
    // While the job waits for its next attempt, its address is there, but cannot be read.
    for (const { payload } of (await jobs()).filter(({ done }) => !done)) {
      expect(Object.keys(payload).sort()).toEqual(['id', 'network'])
      expect(JSON.stringify(payload)).not.toMatch(/203\.0|2001/)
    }
  })
})

describe('a provider that asks for a confirmation by mail', () => {
  const CLOSED =
    'Accounts cannot be created or opened at the moment. Please call our booking helpline.'

  it('AUTH-04 refuses a sign-up without a session in words, and tells the operator', async () => {
    provider.answer = ({ body }) => ({ status: 200, body: { ...USER, email: body['email'] } })
    const visitor = service.visitor()
    const email = newAddress()
    const answer = await visitor.call(signUp, { email, password: PASSWORD })
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ reason: 'unavailable', error: CLOSED })
    expect(visitor.cookies.size).toBe(0)
    expect(lines.filter((line) => line.includes('Confirm email'))).toHaveLength(1)
    expect(lines.join()).not.toContain(email)
  })

  it('AUTH-04 refuses the sign-in of such an account in words; it is no wrong password', async () => {
    provider.answer = () => providerError(400, 'email_not_confirmed', 'Email not confirmed')
    const answer = await service.visitor().call(signIn, { email: newAddress(), password: PASSWORD })
    expect(answer.status).toBe(503)
    expect(answer.body['error']).toBe(CLOSED)
  })
})

describe('health', () => {
  it.each([
    ['ok', { status: 200, body: SETTINGS }],
    ['misconfigured', { status: 200, body: { ...SETTINGS, mailer_autoconfirm: false } }],
    ['misconfigured', { status: 200, body: { ...SETTINGS, disable_signup: true } }],
    ['misconfigured', { status: 200, body: { ...SETTINGS, external: { email: false } } }],
    ['misconfigured', { status: 401, body: { message: 'Invalid API key' } }],
    ['misconfigured', { status: 404, body: {} }],
    ['down', { status: 502, body: {} }],
  ])('AUTH-15 says that the identity provider is %s after %j', async (state, reply) => {
    provider.answer = () => reply
    // A process of its own: an answer about outside services is reused for a while.
    const fresh = await service.another({ SUPABASE_URL: provider.url })
    const { body } = await fresh.visitor().send('GET', '/health')
    expect(body['identity']).toBe(state)
    const { publishableKey, secretKey } = service.env.supabase
    const asked = provider.asked.map(({ path, headers }) => [path, headers['apikey']])
    expect(asked.toSorted()).toEqual(
      [publishableKey, secretKey].toSorted().map((key) => ['/auth/v1/settings', key]),
    )
  })

  it('AUTH-15 names each wrong setting for the operator', async () => {
    provider.answer = () => ({
      status: 200,
      body: { external: { email: false }, disable_signup: true, mailer_autoconfirm: false },
    })
    const fresh = await service.another({ SUPABASE_URL: provider.url })
    expect(await fresh.wiring.findIdentityFaults()).toEqual([
      '"Confirm email" is on: switch it off, or nobody can sign up',
      'sign-ups are switched off',
      'the e-mail provider is switched off',
    ])
  })
})

describe('when the identity provider is down', () => {
  it('AUTH-14 sign-in answers 503 with a reason, and lists of events still work', async () => {
    const broken = await service.another({ SUPABASE_URL: 'http://127.0.0.1:9' })
    const visitor = broken.visitor()
    const answer = await visitor.call(signIn, { email: newAddress(), password: PASSWORD })
    expect(answer.status).toBe(503)
    expect(answer.body['reason']).toBe('unavailable')
    expect((await visitor.send('GET', '/events')).status).toBe(200)
    const health = await visitor.send('GET', '/health')
    expect(health.status).toBe(200)
    expect(health.body).toMatchObject({ status: 'degraded', identity: 'down', database: 'ok' })
    await broken.close()
  })
})
