import type * as z from 'zod/mini'
import { waitForTurn, waitMs } from '#core/contract/busy.ts'
import {
  COMMON_REFUSALS,
  type CommonReason,
  type Endpoint,
  placeOf,
  type ReasonOf,
} from '#core/contract/endpoint.ts'
import { noteServerTime } from '#core/contract/server-clock.ts'
import { API_BASE } from '#core/rules/api-base.ts'
import { NO_ANSWER, UNEXPECTED_ANSWER } from '#core/texts/failures.ts'

/** Reasons of any call. Not 'unauthorized': `call` ends an ended session itself. */
export type CallReason = Exclude<CommonReason, 'unauthorized'> | 'network'

/** A refusal. `text` is the server's message; `fields` has a message per invalid field. */
export type Failure<Reason extends string> = {
  readonly ok: false
  readonly reason: Reason | CallReason
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  /** What the payment provider said, and its number of the fault, when a payment could not be started (PAY-04). */
  readonly provider?: ProviderFault
}
export type ProviderFault = {
  readonly issue: string
  readonly description: string
  readonly debugId: string
}
export type Answer<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | Failure<Reason>

const scalar = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : String(value as string | number | boolean)

/** The address and body of a call. Undefined query values are dropped (API-06). */
export function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { path: string; body?: string } {
  let path: string = endpoint.path
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const place = placeOf(endpoint, name)
    if (place === 'body') body[name] = value
    else if (place === 'path') path = path.replace(`:${name}`, encodeURIComponent(scalar(value)))
    else if (value !== undefined) query.set(name, scalar(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PATCH'
  return { path: path + search, ...(hasBody ? { body: JSON.stringify(body) } : {}) }
}

/** A server that never responds must not leave a page loading for ever. */
const TIMEOUT_MS = 30_000

/** The reason of a refusal without one of ours, as a proxy may send it. */
const REASON_OF_STATUS: Readonly<Record<number, CommonReason>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  429: 'too-many-requests',
  503: 'unavailable',
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function failure<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: unknown,
): Failure<ReasonOf<E> | 'unauthorized'> {
  const { reason, error, fields } = record(body)
  const provider = providerFault(record(body))
  const known =
    typeof reason === 'string' && (reason in endpoint.reasons || reason in COMMON_REFUSALS)
  const fallback = REASON_OF_STATUS[status] ?? 'failure'
  return {
    ok: false,
    reason: known ? (reason as ReasonOf<E>) : fallback,
    text: typeof error === 'string' ? error : COMMON_REFUSALS[fallback].text,
    fields: record(fields) as Record<string, string>,
    ...(provider === undefined ? {} : { provider }),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function providerFault({ details, debug_id }: Record<string, unknown>): ProviderFault | undefined {
  const { issue, description } = record(Array.isArray(details) ? details[0] : undefined)
  const fault = {
    issue: textOf(issue),
    description: textOf(description),
    debugId: textOf(debug_id),
  }
  return Object.values(fault).some((text) => text !== '') ? fault : undefined
}

/** The body of a file, else the parsed JSON or undefined. Throws when the connection broke. */
async function bodyOf(response: Response, file: string | undefined): Promise<unknown> {
  if (file !== undefined && response.ok) return response.blob()
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a call; again, after a while, when the server was busy, because a busy server has changed nothing (API-06). */
async function send(
  path: string,
  init: RequestInit,
  file?: string,
): Promise<{ response: Response; answer: unknown }> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(API_BASE + path, {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = await bodyOf(response, file)
    const isBusy = response.status === 503 && record(answer)['reason'] === 'busy'
    const wait = isBusy && waitMs(response.headers.get('retry-after'), tries, Math.random())
    if (!wait || init.keepalive) return { response, answer }
    await waitForTurn(wait)
  }
}

const NO_CONNECTION = { ok: false, reason: 'network', text: NO_ANSWER, fields: {} } as const
const NOT_AS_DECLARED = {
  ok: false,
  reason: 'failure',
  text: UNEXPECTED_ANSWER,
  fields: {},
} as const

let endSession: (() => void) | undefined

/** Calls `listener` when an endpoint for accounts refuses with 'unauthorized'. The session store is the listener on every page with an account. */
export function whenSessionEnds(listener: () => void): void {
  endSession = listener
}

/**
 * Ends an ended session (AUTH-07). The promise then stays pending: the page is left, and no store shows the refusal as its own. A call
 * that may outlive its page ends nothing.
 */
function withoutEnded<Value, R extends string>(
  { access }: Endpoint,
  answer: Answer<Value, R | 'unauthorized'>,
  isKeptAlive = false,
): Answer<Value, R> | Promise<never> {
  if (answer.ok) return answer
  const { reason } = answer
  if (reason !== 'unauthorized') return { ...answer, reason }
  if (access === 'public' || isKeptAlive || !endSession) return { ...answer, reason: 'failure' }
  endSession()
  return new Promise<never>(() => {})
}

/** Calls an endpoint that returns a file. Reasons as for `call`. */
export async function callForFile<I extends z.ZodMiniType, R extends string>(
  endpoint: Endpoint<I, z.ZodMiniType, R>,
  input: z.input<I>,
): Promise<Answer<Blob, R>> {
  const { path } = requestOf(endpoint, record(input))
  const init: RequestInit = { method: endpoint.method, credentials: 'include' }
  const sent = await send(path, init, endpoint.file).catch(() => undefined)
  if (sent === undefined) return NO_CONNECTION
  if (!sent.response.ok) {
    return withoutEnded(endpoint, failure(endpoint, sent.response.status, sent.answer))
  }
  // A captive portal may respond with its own page.
  const isFile = sent.answer instanceof Blob && sent.answer.type === endpoint.file
  return isFile ? { ok: true, value: sent.answer as Blob } : NOT_AS_DECLARED
}

/** As `call`, for a page that goes on when the session has ended: the store handles the reason 'unauthorized'. */
export async function callEvenSignedOut<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  R extends string,
>(
  endpoint: Endpoint<I, O, R>,
  input: z.input<I>,
  options: { keepalive?: boolean } = {},
): Promise<Answer<z.output<O>, R | 'unauthorized'>> {
  const { path, body } = requestOf(endpoint, record(input))
  let response: Response
  let answer: unknown
  try {
    const sent = await send(path, {
      method: endpoint.method,
      credentials: 'include',
      keepalive: options.keepalive ?? false,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    response = sent.response
    answer = sent.answer
  } catch {
    return NO_CONNECTION
  }
  if (!response.ok) return failure(endpoint, response.status, answer)
  const parsed = endpoint.output.safeParse(answer)
  if (!parsed.success) return NOT_AS_DECLARED
  noteServerTime(record(parsed.data)['server_time'])
  return { ok: true, value: parsed.data }
}

/**
 * Calls `endpoint` with credentials and parses the response; never throws for an expected failure. Waits its turn while
 * the server is busy. Ends an ended session and goes to /login and back. Reasons: the endpoint's own, the common ones, and 'network'
 * when no response arrived.
 */
export async function call<I extends z.ZodMiniType, O extends z.ZodMiniType, R extends string>(
  endpoint: Endpoint<I, O, R>,
  input: z.input<I>,
  options: { keepalive?: boolean } = {},
): Promise<Answer<z.output<O>, R>> {
  return withoutEnded(
    endpoint,
    await callEvenSignedOut(endpoint, input, options),
    options.keepalive,
  )
}
