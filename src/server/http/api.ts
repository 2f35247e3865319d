import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import {
  type Access,
  COMMON_REFUSALS,
  type CommonReason,
  type Endpoint,
  type Refusal,
} from '#contract/endpoint.ts'
import type { Account, Patient, RequestContext } from '#server/caller.ts'
import type { Clock } from '#server/clock.ts'
import type { Binding, Call } from '#server/http/binding.ts'
import { clearedCookies, readSessionCookie, sessionCookies } from '#server/http/cookies.ts'
import { isUnavailable, logFailure } from '#server/http/failure.ts'
import { resultPage, wantsPage } from '#server/http/form-post.ts'
import { readInput } from '#server/http/input.ts'
import type { Logger } from '#server/logger.ts'
import { type Outcome, refused } from '#server/outcome.ts'
import type { Session } from '#server/repositories/sessions.ts'

/** What node's adapter and tests hand in beside the request. */
export type Peer = { readonly network: string }

export type ApiOptions = {
  readonly bindings: readonly Binding[]
  readonly siteUrl: string
  readonly clock: Clock
  readonly logger: Logger
  findSession(secret: string, use: boolean): Promise<Session | undefined>
  readonly openApi: () => object
}

type Env = { Bindings: Peer }

function refusalOf(endpoint: Endpoint | undefined, reason: string): Refusal {
  return (
    endpoint?.reasons[reason] ?? COMMON_REFUSALS[reason as CommonReason] ?? COMMON_REFUSALS.failure
  )
}

/** The one shape of every refusal (API-06). */
function refusalAnswer(
  endpoint: Endpoint | undefined,
  outcome: Extract<Outcome<never, string>, { ok: false }>,
  requestId: string,
): Response {
  const { status, text } = refusalOf(endpoint, outcome.reason)
  return Response.json(
    {
      error: outcome.text ?? text,
      status,
      reason: outcome.reason,
      ...(outcome.fields === undefined ? {} : { fields: outcome.fields }),
      request_id: requestId,
    },
    { status },
  )
}

type Admission = { caller: Account | undefined; session: Session | undefined; secret?: string }

function admit(
  access: Access,
  session: Session | undefined,
): Outcome<Account | Patient | undefined> {
  if (access === 'public') return { ok: true, value: session }
  if (session === undefined) return refused('unauthorized')
  if (access === 'patient' && session.profileId === null) {
    return refused('forbidden', { text: 'Please finish creating your account first.' })
  }
  if (access === 'staff') return refused('forbidden')
  return { ok: true, value: session }
}

/** A change must come from our own pages: the browser's Origin header is the proof. */
const fromOwnPages = (request: Request, siteUrl: string) =>
  request.method === 'GET' || request.method === 'HEAD' || request.headers.get('origin') === siteUrl

/** One request to one endpoint: origin, session, access, input, handler, answer. */
class Exchange {
  readonly options: ApiOptions
  readonly binding: Binding
  readonly request: Request
  readonly context: RequestContext
  readonly cookies: string[] = []
  status: number

  constructor(options: ApiOptions, binding: Binding, request: Request, context: RequestContext) {
    this.options = options
    this.binding = binding
    this.request = request
    this.context = context
    this.status = binding.endpoint.status ?? 200
  }

  /** Reading one's session or signing out is no use of it; every other call is. */
  private async admission(): Promise<Admission> {
    const { siteUrl } = this.options
    const secret = readSessionCookie(this.request.headers.get('cookie') ?? undefined, siteUrl)
    if (secret === undefined) return { caller: undefined, session: undefined }
    const uses = this.binding.endpoint.access !== 'public'
    const session = await this.options.findSession(secret, uses)
    if (session === undefined) this.cookies.push(...clearedCookies(siteUrl))
    else if (uses) this.keepCookies(session, secret)
    return { caller: session, session, secret }
  }

  private keepCookies(session: Session, secret: string) {
    const { siteUrl, clock } = this.options
    this.cookies.splice(
      0,
      this.cookies.length,
      ...sessionCookies(session, secret, siteUrl, clock.now()),
    )
  }

  private callOf({ caller, session }: Admission): Call<Access> {
    return {
      caller: caller as Call<Access>['caller'],
      session: session as Session,
      context: this.context,
      setSession: (opened) => {
        this.cookies.splice(0)
        if (opened === null) this.cookies.push(...clearedCookies(this.options.siteUrl))
        else this.keepCookies(opened.session, opened.secret)
      },
      setStatus: (status) => {
        this.status = status
      },
    }
  }

  async outcome(pathValues: Record<string, string>): Promise<Outcome<unknown, string>> {
    const { endpoint, handler } = this.binding
    if (!fromOwnPages(this.request, this.options.siteUrl)) return refused('foreign-origin')
    const admission = await this.admission()
    const admitted = admit(endpoint.access, admission.session)
    if (!admitted.ok) return admitted
    const input = await readInput(endpoint, this.request, pathValues)
    if (!input.ok) return input
    return handler(input.value, this.callOf(admission))
  }

  answer(outcome: Outcome<unknown, string>): Response {
    const { endpoint } = this.binding
    const response = outcome.ok
      ? Response.json(endpoint.output.parse(outcome.value), { status: this.status })
      : refusalAnswer(endpoint, outcome, this.context.requestId)
    for (const cookie of this.cookies) response.headers.append('set-cookie', cookie)
    return response
  }
}

const contextOf = (c: Context<Env>): RequestContext => ({
  requestId: randomUUID(),
  network: c.env?.network ?? 'unknown',
  userAgent: c.req.header('user-agent') ?? '',
})

async function run(options: ApiOptions, binding: Binding, c: Context<Env>): Promise<Response> {
  const context = contextOf(c)
  const exchange = new Exchange(options, binding, c.req.raw, context)
  const started = performance.now()
  let response: Response
  let reason = 'ok'
  try {
    const outcome = await exchange.outcome(c.req.param() as Record<string, string>)
    if (!outcome.ok) reason = outcome.reason
    response = exchange.answer(outcome)
  } catch (error) {
    reason = isUnavailable(error) ? 'unavailable' : 'failure'
    logFailure(options.logger, error, binding.endpoint.name, context.requestId)
    response = refusalAnswer(undefined, refused(reason as CommonReason), context.requestId)
  }
  // Another site's form gets no page of ours, only the plain refusal.
  if (reason !== 'foreign-origin' && wantsPage(binding.endpoint, c.req.raw)) {
    response = resultPage(binding.endpoint, reason)
  }
  const ms = Math.round(performance.now() - started)
  return finished(options, response, context.requestId, {
    endpoint: binding.endpoint.name,
    reason,
    ms,
  })
}

/** What every answer of the API carries, and its line in the log: never its address's query, never a body. */
function finished(
  { logger }: ApiOptions,
  response: Response,
  requestId: string,
  facts: { endpoint: string; reason: string; ms?: number },
): Response {
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-request-id', requestId)
  logger.info({ request_id: requestId, status: response.status, ...facts }, 'request')
  return response
}

/** A refusal of the router itself, where no endpoint is known. */
function routerRefusal(options: ApiOptions, reason: CommonReason): Response {
  const requestId = randomUUID()
  const response = refusalAnswer(undefined, refused(reason), requestId)
  return finished(options, response, requestId, { endpoint: 'none', reason })
}

/** The whole API as one Hono app; mounted at /api by `server.ts` and by the development server alike. */
export function createApi(options: ApiOptions): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/openapi.json', (c) => c.json(options.openApi()))
  for (const binding of options.bindings) {
    app.on(binding.endpoint.method, binding.endpoint.path, (c) => run(options, binding, c))
  }
  const methods = new Map<string, Set<string>>([['/openapi.json', new Set(['GET', 'HEAD'])]])
  for (const { endpoint } of options.bindings) {
    const known = methods.get(endpoint.path) ?? new Set<string>()
    known.add(endpoint.method)
    if (endpoint.method === 'GET') known.add('HEAD')
    methods.set(endpoint.path, known)
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      const response = routerRefusal(options, 'method-not-allowed')
      response.headers.set('allow', [...allowed].join(', '))
      return response
    })
  }
  app.notFound(() => routerRefusal(options, 'not-found'))
  app.onError((error) => {
    const response = routerRefusal(options, 'failure')
    logFailure(options.logger, error, 'router', response.headers.get('x-request-id') ?? '')
    return response
  })
  return app
}
