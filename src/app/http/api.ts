import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { createHold } from '#booking/contract/holds.ts'
import type { CommonReason } from '#core/contract/endpoint.ts'
import { getHealth } from '#core/contract/service.ts'
import type { RequestContext } from '#core/server/caller.ts'
import type { Binding, Peer, SignedRoute } from '#core/server/http/binding.ts'
import { readAccessCookie, readDeviceCookie, readResetCookie } from '#core/server/http/cookies.ts'
import { Exchange, type ExchangeOptions } from '#core/server/http/exchange.ts'
import { logFailure, reasonOf } from '#core/server/http/failure.ts'
import { resultPage, wantsPage } from '#core/server/http/form-post.ts'
import type { Gate } from '#core/server/http/gate.ts'
import { type Body, readBody } from '#core/server/http/input.ts'
import { refusalAnswer } from '#core/server/http/refusal.ts'
import type { Logger } from '#core/server/logger.ts'
import { refused } from '#core/server/outcome.ts'
import { getEvent, listEvents, listSlots } from '#events/contract/events.ts'

export type ApiOptions = ExchangeOptions & {
  readonly bindings: readonly Binding[]
  readonly signed?: readonly SignedRoute[]
  readonly logger: Logger
  readonly openApi: () => object
  /** Without it every request is let in. */
  readonly gate?: Gate
}

type Env = { Bindings: Peer }

const contextOf = (c: Context<Env>, siteUrl: string): RequestContext => ({
  requestId: randomUUID(),
  network: c.env?.network ?? 'unknown',
  userAgent: c.req.header('user-agent') ?? '',
  deviceCookie: readDeviceCookie(c.req.header('cookie'), siteUrl),
  resetCookie: readResetCookie(c.req.header('cookie'), siteUrl),
  accessCookie: readAccessCookie(c.req.header('cookie'), siteUrl),
})

async function run(
  options: ApiOptions,
  binding: Binding,
  c: Context<Env>,
  body: Body,
): Promise<Response> {
  const context = contextOf(c, options.siteUrl)
  const exchange = new Exchange(options, binding, { request: c.req.raw, body }, context)
  const started = performance.now()
  const pathValues = c.req.param() as Record<string, string>
  let response: Response
  let reason = 'ok'
  try {
    const outcome = await exchange.outcome(pathValues)
    if (!outcome.ok) reason = outcome.reason
    response = exchange.answer(outcome)
  } catch (error) {
    reason = reasonOf(error)
    logFailure(options.logger, error, binding.endpoint.name, context.requestId)
    response = refusalAnswer(undefined, refused(reason as CommonReason), context.requestId)
  }
  // A form on another site gets the JSON refusal, not a page.
  if (reason !== 'foreign-origin' && wantsPage(binding.endpoint, c.req.raw)) {
    response = resultPage(binding.endpoint, reason, pathValues, response)
  }
  const ms = Math.round(performance.now() - started)
  return finished(options, response, context.requestId, {
    endpoint: binding.endpoint.name,
    reason,
    ms,
  })
}

/** These have priority: consent and confirmation, because the place is already held. */
const isUrgent = ({ endpoint }: Binding) =>
  endpoint.method !== 'GET' && endpoint.access === 'patient'

/**
 * Let in always: answers from memory, which cost no more than a refusal and are not asked for again; holds, which wait for their
 * turn at the event (`event-turns.ts`); and health, because a busy server must not look like a dead one.
 */
const NEED_NO_ROOM = new Set<Binding['endpoint']>([
  listEvents,
  getEvent,
  listSlots,
  createHold,
  getHealth,
])

const busy = (options: ApiOptions, { endpoint }: Binding) =>
  routerRefusal(options, 'busy', endpoint.name)

/** Runs a request when there is room, once its body has arrived: one that arrives slowly must not take up room that others need. */
async function admitted(options: ApiOptions, binding: Binding, c: Context<Env>): Promise<Response> {
  c.env?.named?.(binding.endpoint.name)
  const body = await readBody(c.req.raw)
  if (options.gate === undefined || NEED_NO_ROOM.has(binding.endpoint)) {
    return run(options, binding, c, body)
  }
  const leave = options.gate.enter(isUrgent(binding))
  if (leave === undefined) return busy(options, binding)
  try {
    return await run(options, binding, c, body)
  } finally {
    leave()
  }
}

/** Sets the headers of every API response and writes its log line: never the query, never a body. */
function finished(
  { logger }: ApiOptions,
  response: Response,
  requestId: string,
  facts: { endpoint: string; reason: string; ms?: number },
): Response {
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-robots-tag', 'noindex')
  response.headers.set('x-request-id', requestId)
  logger.info({ request_id: requestId, status: response.status, ...facts }, 'request')
  return response
}

/** A refusal before any work is done; mostly before an endpoint is known. */
function routerRefusal(options: ApiOptions, reason: CommonReason, endpoint = 'none'): Response {
  const requestId = randomUUID()
  const response = refusalAnswer(undefined, refused(reason), requestId)
  return finished(options, response, requestId, { endpoint, reason })
}

async function runSigned(
  options: ApiOptions,
  { name, handle, status = 202 }: SignedRoute,
  c: Context<Env>,
): Promise<Response> {
  c.env?.named?.(name)
  const requestId = randomUUID()
  const peer = { network: c.env?.network ?? 'unknown' }
  const outcome = await handle(c.req.raw, peer).catch((error: unknown) => {
    logFailure(options.logger, error, name, requestId)
    return refused('failure')
  })
  const response = outcome.ok
    ? Response.json(outcome.value, { status })
    : refusalAnswer(undefined, outcome, requestId)
  const reason = outcome.ok ? 'ok' : outcome.reason
  return finished(options, response, requestId, { endpoint: name, reason })
}

/** The methods of each path, for Allow. */
function methodsByPath({ bindings, signed = [] }: ApiOptions): Map<string, Set<string>> {
  const methods = new Map([['/openapi.json', new Set(['GET', 'HEAD'])]])
  for (const { path, pageFor } of signed) {
    methods.set(path, new Set(['POST', ...(pageFor === undefined ? [] : ['GET', 'HEAD'])]))
  }
  for (const { endpoint } of bindings) {
    const known = methods.get(endpoint.path) ?? new Set<string>()
    known.add(endpoint.method)
    if (endpoint.method === 'GET') known.add('HEAD')
    methods.set(endpoint.path, known)
  }
  return methods
}

function notAllowed(options: ApiOptions, allowed: Iterable<string>): Response {
  const response = routerRefusal(options, 'method-not-allowed')
  response.headers.set('allow', [...allowed].join(', '))
  return response
}

/** The whole API as one Hono app, with paths below /api. The server and the development server mount it. */
export function createApi(options: ApiOptions): Hono<Env> {
  const app = new Hono<Env>()
  app.use('/openapi.json', compress())
  app.get('/openapi.json', (c) => c.json(options.openApi()))
  // Public answers only: they contain nothing secret, so their length tells nothing. No tags: each has the server's time.
  for (const { endpoint } of options.bindings) {
    if (endpoint.sameForAll) app.use(endpoint.path, compress())
  }
  for (const binding of options.bindings) {
    app.on(binding.endpoint.method, binding.endpoint.path, (c) => admitted(options, binding, c))
  }
  for (const route of options.signed ?? []) {
    app.post(route.path, (c) => runSigned(options, route, c))
    const { pageFor } = route
    if (pageFor) {
      app.get(route.path, (c) => {
        c.header('cache-control', 'no-store')
        return c.redirect(pageFor(c.req.raw), 303)
      })
    }
  }
  const methods = methodsByPath(options)
  for (const [path, allowed] of methods) app.all(path, () => notAllowed(options, allowed))
  const anywhere = new Set([...methods.values()].flatMap((allowed) => [...allowed]))
  app.notFound((c) =>
    anywhere.has(c.req.method) ? routerRefusal(options, 'not-found') : notAllowed(options, []),
  )
  app.onError((error) => {
    const response = routerRefusal(options, 'failure')
    logFailure(options.logger, error, 'router', response.headers.get('x-request-id') ?? '')
    return response
  })
  return app
}
