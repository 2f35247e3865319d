import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityGateway } from '#server/gateways/identity.ts'
import {
  providerError,
  type ScriptedProvider,
  SETTINGS,
  scriptedProvider,
} from '#tests/fixtures/identity-provider.ts'

const KEYS = { publishableKey: 'publishable', secretKey: 'secret' }
const NETWORK = '203.0.113.9'

let provider: ScriptedProvider
let gateway: ReturnType<typeof identityGateway>

beforeAll(async () => {
  provider = await scriptedProvider()
  gateway = identityGateway({ url: provider.url, ...KEYS, timeoutMs: 5_000 })
})
afterAll(() => provider.close())

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
