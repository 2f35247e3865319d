import { createClient, isAuthApiError, type SupabaseClient } from '@supabase/supabase-js'

/** An account at the identity provider. */
export type Identity = { readonly userId: string; readonly email: string }

/** The provider's answer: an identity, a refusal with the provider's text, or no usable answer. */
export type IdentityOutcome =
  | { readonly ok: true; readonly value: Identity }
  | { readonly ok: false; readonly refusal: string; readonly code: string }
  | { readonly ok: false; readonly unavailable: true }

/**
 * Supabase Auth, called by the server only (supabase.com/docs/reference/javascript/auth-signup).
 * The provider's tokens are discarded: our own session identifies the account.
 */
export type IdentityGateway = {
  /** Creates an account that can sign in at once. A taken address is refused with code 'user_already_exists'. */
  signUp(
    email: string,
    password: string,
    metadata: Record<string, string>,
  ): Promise<IdentityOutcome>
  signIn(email: string, password: string): Promise<IdentityOutcome>
  /** Deletes an account; an unknown one counts as deleted. Answers false when the provider did not do it. */
  deleteAccount(userId: string): Promise<boolean>
  isReachable(): Promise<boolean>
}

const TIME_OUT_MS = 10_000

const withTimeOut: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(TIME_OUT_MS) })

/** A new client per call: no session state is shared between users. */
const freshClient = (url: string, key: string): SupabaseClient =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: withTimeOut },
  })

type ProviderAnswer = {
  data: { user: { id: string; email?: string | undefined } | null }
  error: unknown
}

function outcome({ data, error }: ProviderAnswer, email: string): IdentityOutcome {
  if (data.user !== null && !error) {
    return { ok: true, value: { userId: data.user.id, email: data.user.email ?? email } }
  }
  const answered =
    isAuthApiError(error) || (error as { name?: string })?.name === 'AuthWeakPasswordError'
  const status = (error as { status?: number })?.status ?? 0
  if (!answered || status >= 500) return { ok: false, unavailable: true }
  const { message, code } = error as { message: string; code?: string }
  return { ok: false, refusal: message, code: code ?? 'unknown' }
}

/** The gateway to the provider at `url`. */
export function identityGateway(options: {
  url: string
  publishableKey: string
  secretKey: string
}): IdentityGateway {
  const client = () => freshClient(options.url, options.publishableKey)
  return {
    async signUp(email, password, metadata) {
      const answer = await client().auth.signUp({ email, password, options: { data: metadata } })
      return outcome(answer, email)
    },
    async signIn(email, password) {
      return outcome(await client().auth.signInWithPassword({ email, password }), email)
    },
    async deleteAccount(userId) {
      const { error } = await freshClient(options.url, options.secretKey).auth.admin.deleteUser(
        userId,
      )
      return error === null || (isAuthApiError(error) && error.code === 'user_not_found')
    },
    async isReachable() {
      try {
        const answer = await withTimeOut(`${options.url}/auth/v1/health`, {
          headers: { apikey: options.publishableKey },
        })
        return answer.status < 500
      } catch {
        return false
      }
    },
  }
}
