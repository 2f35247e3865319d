import * as z from 'zod/mini'
import { noAnswer, refusalOf, unknownAnswer } from '#payments/server/paypal/failures.ts'

type TokenEnv = {
  readonly base: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
}

/** A token is renewed before it ends, so that it does not end on the way. */
const MARGIN_MS = 60_000

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })

async function askForToken({ base, clientId, clientSecret, timeoutMs }: TokenEnv) {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const response = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw noAnswer()
  })
  if (!response.ok) throw await refusalOf(response)
  const parsed = tokenSchema.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw unknownAnswer(response)
  const { access_token: value, expires_in: seconds } = parsed.data
  return { value, until: performance.now() + seconds * 1_000 - MARGIN_MS }
}

/** Keeps the provider's access token in memory. Requests that need a new one at the same time share one call. */
export function tokenSource(env: TokenEnv) {
  let token: { readonly value: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined
  const ask = async () => {
    token = await askForToken(env)
    return token.value
  }
  return {
    /** @throws PaymentProviderError */
    current(): Promise<string> {
      if (token && performance.now() < token.until) return Promise.resolve(token.value)
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    /** The provider refused this token. A newer one is kept. */
    discard(value: string): void {
      if (token?.value === value) token = undefined
    },
  }
}
