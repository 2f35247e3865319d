import { beforeAll, describe, expect, it } from 'vitest'
import { identityGateway, type SessionJournal } from '#account/server/gateways/identity.ts'
import { providerError, SETTINGS, scriptedProvider } from '#tests/fixtures/identity-provider.ts'
import { perFile } from '#tests/fixtures/per-file.ts'

const KEYS = { publishableKey: 'publishable', secretKey: 'secret' }
const NETWORK = '203.0.113.9'

const provider = perFile(scriptedProvider)
let gateway: ReturnType<typeof identityGateway>

beforeAll(async () => {
  gateway = identityGateway({ url: provider.url, ...KEYS, timeoutMs: 5_000 }, journal)
})

const open = new Set<string>()
const journal: SessionJournal = {
  begin: (email) => {
    open.add(email)
    return Promise.resolve(email)
  },
  end: (email) => {
    open.delete(email)
    return Promise.resolve()
  },
}

const SESSION = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: '5f2c57ad-0f1c-4a4c-9f7c-8a4a5f1d0001', email: 'a@b.example', aud: 'authenticated' },
}

const answers = async () => [
  await gateway.signIn('a@b.example', 'a password', NETWORK),
  await gateway.signUp('a@b.example', 'a password', {}, NETWORK),
]

describe('a provider that refuses the request, not the password', () => {
  it.each([
    [401, { message: 'Invalid API key', hint: 'Double check your API key.' }],
    [401, providerError(401, 'no_authorization', 'No API key found in request').body],
    [403, { message: 'Forbidden' }],
    [403, providerError(403, 'bad_jwt', 'invalid JWT: signature is invalid').body],
  ])('AUTH-14 status %i with %j is unavailable', async (status, body) => {
    provider.answer = () => ({ status, body })
    const problem = { ok: false, problem: 'unavailable' }
    expect(await answers()).toEqual([problem, problem])
  })

  it.each([
    [400, 'invalid_credentials'],
    [403, 'user_banned'],
    [403, 'signup_disabled'],
    [422, 'weak_password'],
  ])('AUTH-14 status %i with the code %s is the account’s refusal', async (status, code) => {
    provider.answer = () => providerError(status, code, 'Refused')
    const refusal = { ok: false, refusal: 'Refused', code }
    expect(await answers()).toEqual([refusal, refusal])
  })
})

describe('the session that the provider opens', () => {
  const signIn = () => gateway.signIn('a@b.example', 'a password', NETWORK)
  /** Accepts the password, and returns `status` for the end of the session. */
  const answering = (status: number) => {
    open.clear()
    provider.asked.length = 0
    provider.answer = ({ path }) => {
      if (!path.startsWith('/auth/v1/logout')) return { status: 200, body: SESSION }
      expect([...open]).toEqual(['a@b.example'])
      return { status, body: {} }
    }
  }

  it.each([204, 401, 403, 404])(
    'AUTH-10 is ended before the answer (status %i)',
    async (status) => {
      answering(status)
      expect(await signIn()).toMatchObject({ ok: true })
      const [, end] = provider.asked
      expect(end?.path).toBe('/auth/v1/logout?scope=local')
      expect(end?.headers['authorization']).toBe('Bearer a.b.c')
      expect([...open]).toEqual([])
    },
  )

  it.each([429, 500])('AUTH-10 stays in the journal when its end fails (%i)', async (status) => {
    answering(status)
    expect(await signIn()).toMatchObject({ ok: true })
    expect([...open]).toEqual(['a@b.example'])
  })

  it('AUTH-10 stays in the journal when the provider does not answer, and not after a refusal', async () => {
    open.clear()
    provider.answer = () => ({ status: 502, body: {} })
    await signIn()
    expect([...open]).toEqual(['a@b.example'])
    open.clear()
    provider.answer = () => providerError(400, 'invalid_credentials', 'Refused')
    await signIn()
    expect([...open]).toEqual([])
  })
})

describe('faults of the settings', () => {
  it.each([
    [[], ['it refuses SUPABASE_PUBLISHABLE_KEY', 'it refuses SUPABASE_SECRET_KEY']],
    [['publishable'], ['it refuses SUPABASE_SECRET_KEY']],
    [['secret'], ['it refuses SUPABASE_PUBLISHABLE_KEY']],
    [['publishable', 'secret'], []],
  ])('AUTH-15 a provider that takes the keys %j has the faults %j', async (taken, faults) => {
    provider.answer = ({ headers }) =>
      taken.includes(String(headers['apikey']))
        ? { status: 200, body: SETTINGS }
        : { status: 401, body: { message: 'Invalid API key' } }
    expect(await gateway.findFaults()).toEqual(faults)
  })

  it('AUTH-15 a provider that fails for one of the keys counts as down', async () => {
    provider.answer = ({ headers }) =>
      headers['apikey'] === 'secret' ? { status: 502, body: {} } : { status: 200, body: SETTINGS }
    await expect(gateway.findFaults()).rejects.toThrow('The identity provider answered 502.')
  })
})
