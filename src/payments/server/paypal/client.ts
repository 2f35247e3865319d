import { setTimeout as pause } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { MOST_PAYMENT_CALL_MS } from '#core/server/config/limits.ts'
import { noAnswer, refusalOf, unknownAnswer } from '#payments/server/paypal/failures.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { tokenSource } from '#payments/server/paypal/token.ts'

export type ClientEnv = {
  readonly base: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
}

type Request = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** A text is sent as it is. */
  readonly body?: object | string
  /** PayPal-Request-Id: for the same key the provider acts once and returns the same response. */
  readonly key?: string
}

type Call<Schema extends z.ZodMiniType> = Request & { readonly answer: Schema }

export type Client = {
  /** @throws PaymentProviderError */
  call<Schema extends z.ZodMiniType>(call: Call<Schema>): Promise<z.output<Schema>>
  /** Whether the provider responds and accepts our credentials now. */
  isReachable(): Promise<boolean>
}

const MOST_ATTEMPTS = 3
const WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000

/** The provider's Retry-After, otherwise exponential back-off with jitter. */
function waitMs(attempt: number, { retryAfterSeconds: wished }: PaymentProviderError): number {
  const own = WAIT_MS * 2 ** attempt * (0.5 + Math.random())
  return Math.min(wished === undefined ? own : wished * 1_000, LONGEST_WAIT_MS)
}

const isWorthRepeating = (status: number) => status === 0 || status === 429 || status >= 500

/** The value of `work`. Rejects when `end` comes first; `work` goes on, because other calls share it. */
async function before<Value>(end: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stop = () => reject(noAnswer())
  if (end.aborted) stop()
  end.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, late])
  } finally {
    end.removeEventListener('abort', stop)
  }
}

/** Sends a request with the token; once more with a new one when the provider ended the token early. */
function authorised({ base, timeoutMs, ...env }: ClientEnv) {
  const tokens = tokenSource({ base, timeoutMs, ...env })
  const send = async ({ method, path, body, key }: Request, token: string, end: AbortSignal) =>
    fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(key !== undefined && { 'paypal-request-id': key }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), end]),
    }).catch(() => {
      throw noAnswer()
    })
  return async (request: Request, end: AbortSignal): Promise<Response> => {
    const token = await before(end, tokens.current())
    const response = await send(request, token, end)
    if (response.status !== 401) return response
    await response.body?.cancel()
    tokens.discard(token)
    return send(request, await before(end, tokens.current()), end)
  }
}

async function readAnswer<Schema extends z.ZodMiniType>(response: Response, answer: Schema) {
  if (!response.ok) throw await refusalOf(response)
  // The connection may break or time out while the response is read.
  const body = await response.text().catch(() => {
    throw noAnswer()
  })
  const parsed = answer.safeParse(jsonOf(body))
  if (!parsed.success) throw unknownAnswer(response)
  return parsed.data
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Repeats `act` after a temporary failure: `attempts` calls at most, and none after `totalMs`, which also aborts the call under way. */
async function repeated<Value>(
  act: (end: AbortSignal) => Promise<Value>,
  attempts: number,
  totalMs: number,
): Promise<Value> {
  const end = AbortSignal.timeout(totalMs)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act(end)
    } catch (error) {
      if (!(error instanceof PaymentProviderError && isWorthRepeating(error.status))) throw error
      const wait = waitMs(attempt, error)
      if (attempt >= attempts || end.aborted) throw error
      await pause(wait, undefined, { signal: end }).catch(() => {
        throw error
      })
    }
  }
}

/**
 * Calls PayPal's REST interface. Repeats only a call without a response, with a 5xx or with a 429, and a POST only with its key. Errors contain no
 * token, secret or body.
 */
export function paypalClient(env: ClientEnv): Client {
  const send = authorised(env)
  return {
    call: ({ answer, ...request }) =>
      repeated(
        async (end) => readAnswer(await send(request, end), answer),
        request.method === 'GET' || request.key !== undefined ? MOST_ATTEMPTS : 1,
        Math.min(MOST_PAYMENT_CALL_MS, 2 * env.timeoutMs),
      ),
    async isReachable() {
      // No such order: a 404 shows that the service works and accepts our credentials.
      const path = '/v2/checkout/orders/0'
      const end = AbortSignal.timeout(env.timeoutMs)
      const response = await send({ method: 'GET', path }, end).catch(() => undefined)
      await response?.body?.cancel()
      return response?.status === 404 || response?.ok === true
    },
  }
}
