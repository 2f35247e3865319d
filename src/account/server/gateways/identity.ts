import { isIP } from 'node:net'
import { createClient, isAuthApiError, type SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'

/** An account at the identity provider. */
export type Identity = { readonly userId: string; readonly email: string }

/**
 * Says nothing about this account: `unavailable` when the provider is down, limits our requests or refuses our key, `confirmation-on` when
 * its "Confirm email" is on, so that an account opens no session.
 */
export type ProviderProblem = 'unavailable' | 'confirmation-on'

/** The provider's response: an identity, a refusal with the provider's text, or a problem. */
export type IdentityOutcome =
  | { readonly ok: true; readonly value: Identity }
  | { readonly ok: false; readonly refusal: string; readonly code: string }
  | { readonly ok: false; readonly problem: ProviderProblem }

/** The provider's response to a change of an account: made, refused with the provider's text, or unknown. */
export type AccountOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: string; readonly code: string }
  /** The provider may still have made the change. */
  | { readonly ok: false; readonly problem: 'unavailable' }

/** An account as an operator of the provider sees it; `lastChange` is the id of the last password change of ours. */
export type ProviderAccount = { readonly email: string; readonly lastChange: string | undefined }

/**
 * Supabase Auth, called by the server only (supabase.com/docs/reference/javascript/auth-signup). Our own session identifies the
 * account: the session that the provider opens with each response is ended before the call returns (`SessionJournal`).
 * `network` is the visitor's (`RequestContext`): the provider limits requests by it instead of by this server's address.
 */
export type IdentityGateway = AccountGateway & {
  /** Creates an account that can sign in immediately. A taken address is refused with code 'user_already_exists'. */
  signUp(
    email: string,
    password: string,
    metadata: Record<string, string>,
    network: string,
  ): Promise<IdentityOutcome>
  signIn(email: string, password: string, network: string): Promise<IdentityOutcome>
  /** Compares a code; a right one is used up. A wrong, used or expired one is refused. */
  verifyCode(email: string, code: string, network: string): Promise<IdentityOutcome>
}

/** The calls that open no session at the provider. */
export type AccountGateway = {
  /**
   * Has a six-digit code mailed; an unknown address gets none, and the response is the same. A `network` without an address is not forwarded.
   * @throws when the provider is down or limits the request: a repetition can help.
   */
  sendCode(email: string, redirectTo: string, network: string): Promise<void>
  /** Sets the password and stores `changeId` in one request. May be repeated. */
  setPassword(userId: string, password: string, changeId: string): Promise<AccountOutcome>
  /** Sets the address, as confirmed. May be repeated; one that another account has is refused. */
  setEmail(userId: string, email: string): Promise<AccountOutcome>
  /**
   * The account, or undefined when it is gone.
   * @throws when the provider does not respond.
   */
  findAccount(userId: string): Promise<ProviderAccount | undefined>
  /**
   * The id of the account with an address; undefined when there is none. An unused mailed code becomes invalid.
   * @throws when the provider does not respond.
   */
  findUserId(email: string): Promise<string | undefined>
  /** Deletes an account; an unknown one counts as deleted. Returns false when the provider did not do it. */
  deleteAccount(userId: string): Promise<boolean>
  /**
   * The provider's settings that prevent patients from signing up or in, in words for operators.
   * @throws when the provider cannot be reached.
   */
  findFaults(): Promise<readonly string[]>
  /**
   * Ends every session of the account at the provider; an unknown account has none. An unused mailed code becomes invalid.
   * @throws when the provider did not do it.
   */
  endSessions(email: string): Promise<void>
}

/**
 * Records a session that the provider may open before the call, so that it is ended when this process cannot
 * (src/account/server/provider-sessions.ts).
 */
export type SessionJournal = {
  /** Stores that a session of this account may be open soon; returns the entry's id. */
  begin(email: string): Promise<string>
  /** The session was ended, or none was opened. */
  end(id: string): Promise<void>
}

/** A call without a response within `timeoutMs` is 'unavailable'. */
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
  data: {
    user: { id: string; email?: string | undefined } | null
    session: { access_token: string } | null
  }
  error: unknown
}

/** Codes with which the provider may return 403 about the account; any other 403 refuses our request or its key. */
const FORBIDDEN_ACCOUNT: readonly unknown[] = [
  'user_banned',
  'otp_expired',
  'signup_disabled',
  'email_provider_disabled',
]

/** A refusal of our own request, for example of SUPABASE_SECRET_KEY: it is not about the password. */
const refusesKey = (status: number, code: unknown): boolean =>
  status === 401 || (status === 403 && !FORBIDDEN_ACCOUNT.includes(code))

function outcome({ data, error }: ProviderAnswer, email: string): IdentityOutcome {
  if (data.user !== null && !error) {
    // Without a session the account waits for a confirmation mail that our patients never hear of.
    if (data.session === null) return { ok: false, problem: 'confirmation-on' }
    return { ok: true, value: { userId: data.user.id, email: data.user.email ?? email } }
  }
  const refusal = refusalOf(error)
  if ('refusal' in refusal && refusal.code === 'email_not_confirmed') {
    return { ok: false, problem: 'confirmation-on' }
  }
  return refusal
}

/** The refusal that an error means; 'unavailable' when it is not about the account, as the provider's own limit and a refused key. */
function refusalOf(error: unknown): Extract<AccountOutcome, { ok: false }> {
  const answered =
    isAuthApiError(error) || (error as { name?: string })?.name === 'AuthWeakPasswordError'
  const status = (error as { status?: number })?.status ?? 0
  const { message, code } = error as { message: string; code?: string }
  const isNotAboutAccount = !answered || status >= 500 || status === 429 || refusesKey(status, code)
  if (isNotAboutAccount) return { ok: false, problem: 'unavailable' }
  return { ok: false, refusal: message, code: code ?? 'unknown' }
}

/** Where the id of the last password change is stored at the provider: in the same request as the password. */
const LAST_CHANGE = 'halyard_password_change'

type UserAttributes = Parameters<SupabaseClient['auth']['admin']['updateUserById']>[1]

async function updateAccount(
  env: IdentityEnv,
  userId: string,
  attributes: UserAttributes,
): Promise<AccountOutcome> {
  const { error } = await freshClient(env, {}).auth.admin.updateUserById(userId, attributes)
  return error === null ? { ok: true } : refusalOf(error)
}

async function findAccount(env: IdentityEnv, userId: string): Promise<ProviderAccount | undefined> {
  const { data, error } = await freshClient(env, {}).auth.admin.getUserById(userId)
  if (data.user === null) {
    if (isAuthApiError(error) && error.code === 'user_not_found') return undefined
    throw new Error('The identity provider did not answer.', { cause: error })
  }
  const mark: unknown = data.user.app_metadata?.[LAST_CHANGE]
  return { email: data.user.email ?? '', lastChange: typeof mark === 'string' ? mark : undefined }
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

/** The statuses by which the provider says that the session no longer exists. */
const SESSION_IS_GONE: readonly unknown[] = [401, 403, 404]

/** Ends the session of a token, or all of its account; returns false when the provider did not do it. */
async function endWith(
  env: IdentityEnv,
  accessToken: string,
  scope: 'local' | 'global',
): Promise<boolean> {
  const { error } = await freshClient(env, {}).auth.admin.signOut(accessToken, scope)
  return error === null || SESSION_IS_GONE.includes(error.status)
}

/** The provider's recovery link of an address, which is not mailed; undefined when no account has it. */
async function recoveryLink({ auth }: SupabaseClient, email: string) {
  const link = await auth.admin.generateLink({ type: 'recovery', email })
  return isAuthApiError(link.error) && link.error.code === 'user_not_found' ? undefined : link
}

/** No call of an administrator finds an account by its address: its recovery link names it. */
async function findUserId(env: IdentityEnv, email: string): Promise<string | undefined> {
  const link = await recoveryLink(freshClient(env, {}), email)
  if (link?.error) throw new Error('The identity provider did not answer.', { cause: link.error })
  return link?.data.user?.id
}

/** No call of an administrator ends sessions: a recovery link opens one that may end all. */
async function endSessions(env: IdentityEnv, email: string): Promise<void> {
  const client = freshClient(env, {})
  const { auth } = client
  const link = await recoveryLink(client, email)
  if (link === undefined) return
  const token = link.data.properties?.hashed_token
  const opened =
    token === undefined ? undefined : await auth.verifyOtp({ token_hash: token, type: 'recovery' })
  const session = opened?.data.session
  if (!session || !(await endWith(env, session.access_token, 'global'))) {
    throw new Error('The identity provider did not end the sessions.', {
      cause: link.error ?? opened?.error,
    })
  }
}

/** Asks the provider and ends the session that it opens. What stays in the journal is ended by a job. */
async function withoutSession(
  env: IdentityEnv,
  journal: SessionJournal,
  email: string,
  ask: () => Promise<ProviderAnswer>,
): Promise<IdentityOutcome> {
  const entry = await journal.begin(email)
  const answer = await ask()
  const result = outcome(answer, email)
  const session = answer.data.session
  // The provider may have opened a session although its response did not arrive.
  const isSettled =
    session === null ? 'refusal' in result : await endWith(env, session.access_token, 'local')
  if (isSettled) await journal.end(entry)
  return result
}

/** The calls to the provider at `url` that open no session. */
export const accountGateway = (env: IdentityEnv): AccountGateway => ({
  async sendCode(email, redirectTo, network) {
    const { auth } = freshClient(env, forwarded(network))
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo })
    if (error === null || 'refusal' in refusalOf(error)) return
    throw new Error('The identity provider sent no code.', { cause: error })
  },
  setPassword: (userId, password, changeId) =>
    updateAccount(env, userId, { password, app_metadata: { [LAST_CHANGE]: changeId } }),
  setEmail: (userId, email) => updateAccount(env, userId, { email, email_confirm: true }),
  findAccount: (userId) => findAccount(env, userId),
  findUserId: (email) => findUserId(env, email),
  async deleteAccount(userId) {
    const { error } = await freshClient(env, {}).auth.admin.deleteUser(userId)
    return error === null || (isAuthApiError(error) && error.code === 'user_not_found')
  },
  findFaults: () => findFaults(env),
  endSessions: (email) => endSessions(env, email),
})

/** The gateway to the provider at `url`. */
export function identityGateway(env: IdentityEnv, journal: SessionJournal): IdentityGateway {
  const asked = (
    email: string,
    network: string,
    ask: (auth: SupabaseClient['auth']) => Promise<ProviderAnswer>,
  ) => withoutSession(env, journal, email, () => ask(freshClient(env, forwarded(network)).auth))
  return {
    ...accountGateway(env),
    signUp: (email, password, metadata, network) =>
      asked(email, network, (auth) =>
        auth.signUp({ email, password, options: { data: metadata } }),
      ),
    signIn: (email, password, network) =>
      asked(email, network, (auth) => auth.signInWithPassword({ email, password })),
    verifyCode: (email, code, network) =>
      asked(email, network, (auth) => auth.verifyOtp({ email, token: code, type: 'recovery' })),
  }
}
