import { isIP } from 'node:net'
import { createClient, isAuthApiError, type SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'

/** An account at the identity provider. */
export type Identity = { readonly userId: string; readonly email: string }

/**
 * No answer about this account: `unavailable` when the provider is down, limits our requests or refuses our key, `confirmation-on` when
 * its "Confirm email" is on, so that an account opens no session.
 */
export type ProviderProblem = 'unavailable' | 'confirmation-on'

/** The provider's answer: an identity, a refusal with the provider's text, or a problem. */
export type IdentityOutcome =
  | { readonly ok: true; readonly value: Identity }
  | { readonly ok: false; readonly refusal: string; readonly code: string }
  | { readonly ok: false; readonly problem: ProviderProblem }

/**
 * Supabase Auth, called by the server only (supabase.com/docs/reference/javascript/auth-signup).
 * The provider's tokens are discarded: our own session identifies the account.
 * `network` is the visitor's (`RequestContext`): the provider limits requests by it instead of by this server's address.
 */
export type IdentityGateway = {
  /** Creates an account that can sign in at once. A taken address is refused with code 'user_already_exists'. */
  signUp(
    email: string,
    password: string,
    metadata: Record<string, string>,
    network: string,
  ): Promise<IdentityOutcome>
  signIn(email: string, password: string, network: string): Promise<IdentityOutcome>
  /** Deletes an account; an unknown one counts as deleted. Answers false when the provider did not do it. */
  deleteAccount(userId: string): Promise<boolean>
  /**
   * The provider's settings that prevent patients from signing up or in, in words for operators.
   * @throws when the provider cannot be reached.
   */
  findFaults(): Promise<readonly string[]>
}

/** A call without an answer within `timeoutMs` is 'unavailable'. */
type IdentityEnv = {
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  readonly timeoutMs: number
}

const withTimeOut =
  ({ timeoutMs }: IdentityEnv): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })

/** The visitor's address as the provider can parse it: of an IPv6 network its first address. */
const addressOf = (network: string): string | undefined => {
  const address = network.replace(/\/64$/, '')
  return isIP(address) === 0 ? undefined : address
}

/**
 * Hosted Supabase reads `Sb-Forwarded-For` of requests with the secret key (supabase.com/docs/guides/auth/rate-limits,
 * "IP address forwarding"); GoTrue of one's own reads the header of its GOTRUE_RATE_LIMIT_HEADER.
 */
const forwarded = (network: string): Record<string, string> => {
  const address = addressOf(network)
  return address === undefined ? {} : { 'sb-forwarded-for': address, 'x-forwarded-for': address }
}

/** A new client per call: no session state is shared between users. */
const freshClient = (env: IdentityEnv, headers: Record<string, string>): SupabaseClient =>
  createClient(env.url, env.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: withTimeOut(env), headers },
  })

type ProviderAnswer = {
  data: { user: { id: string; email?: string | undefined } | null; session: object | null }
  error: unknown
}

/** Codes with which the provider may answer 403 about the account; any other 403 refuses our request or its key. */
const FORBIDDEN_ACCOUNT: readonly unknown[] = [
  'user_banned',
  'signup_disabled',
  'email_provider_disabled',
]

/** A refusal of our own request, for example of SUPABASE_SECRET_KEY: it says nothing about the password. */
const refusesKey = (status: number, code: unknown): boolean =>
  status === 401 || (status === 403 && !FORBIDDEN_ACCOUNT.includes(code))

function outcome({ data, error }: ProviderAnswer, email: string): IdentityOutcome {
  if (data.user !== null && !error) {
    // Without a session the account waits for a confirmation mail that our patients are never told about.
    if (data.session === null) return { ok: false, problem: 'confirmation-on' }
    return { ok: true, value: { userId: data.user.id, email: data.user.email ?? email } }
  }
  const answered =
    isAuthApiError(error) || (error as { name?: string })?.name === 'AuthWeakPasswordError'
  const status = (error as { status?: number })?.status ?? 0
  const { message, code } = error as { message: string; code?: string }
  if (!answered || status >= 500) return { ok: false, problem: 'unavailable' }
  if (code === 'email_not_confirmed') return { ok: false, problem: 'confirmation-on' }
  // The provider's own limit says nothing about the password.
  if (status === 429 || refusesKey(status, code)) return { ok: false, problem: 'unavailable' }
  return { ok: false, refusal: message, code: code ?? 'unknown' }
}

const settingsSchema = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ email: z.boolean() }),
})

type SettingsAnswer = { readonly status: number; readonly body: unknown }

async function readSettings(env: IdentityEnv, apikey: string): Promise<SettingsAnswer> {
  const answer = await withTimeOut(env)(`${env.url}/auth/v1/settings`, { headers: { apikey } })
  if (answer.status >= 500) throw new Error(`The identity provider answered ${answer.status}.`)
  return { status: answer.status, body: await answer.json().catch(() => undefined) }
}

function faultsOf({ body }: SettingsAnswer): readonly string[] {
  const settings = settingsSchema.safeParse(body)
  if (!settings.success) return ['there is no Supabase Auth at SUPABASE_URL']
  const { disable_signup, mailer_autoconfirm, external } = settings.data
  return [
    ...(mailer_autoconfirm ? [] : ['"Confirm email" is on: switch it off, or nobody can sign up']),
    ...(disable_signup ? ['sign-ups are switched off'] : []),
    ...(external.email ? [] : ['the e-mail provider is switched off']),
  ]
}

/** Asks with both keys: patients sign in with the secret one, and either can be wrong alone. */
async function findFaults(env: IdentityEnv): Promise<readonly string[]> {
  const [byPublishable, bySecret] = await Promise.all([
    readSettings(env, env.publishableKey),
    readSettings(env, env.secretKey),
  ])
  const isRefused = ({ status }: SettingsAnswer) => status === 401 || status === 403
  const refused = [
    ...(isRefused(byPublishable) ? ['it refuses SUPABASE_PUBLISHABLE_KEY'] : []),
    ...(isRefused(bySecret) ? ['it refuses SUPABASE_SECRET_KEY'] : []),
  ]
  return refused.length > 0 ? refused : faultsOf(bySecret)
}

/** The gateway to the provider at `url`. */
export function identityGateway(env: IdentityEnv): IdentityGateway {
  const client = (network: string) => freshClient(env, forwarded(network))
  return {
    async signUp(email, password, metadata, network) {
      const { auth } = client(network)
      return outcome(await auth.signUp({ email, password, options: { data: metadata } }), email)
    },
    async signIn(email, password, network) {
      return outcome(await client(network).auth.signInWithPassword({ email, password }), email)
    },
    async deleteAccount(userId) {
      const { error } = await freshClient(env, {}).auth.admin.deleteUser(userId)
      return error === null || (isAuthApiError(error) && error.code === 'user_not_found')
    },
    findFaults: () => findFaults(env),
  }
}
