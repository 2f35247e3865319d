import { type Access, placeOf } from '#core/contract/endpoint.ts'
import { type FileOutput, fileOutput } from '#core/contract/file.ts'
import { isRecord } from '#core/rules/record.ts'
import type { Account, Patient, RequestContext } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Session } from '#core/server/database/sessions.ts'
import type { Binding, Call } from '#core/server/http/binding.ts'
import {
  accessCookie,
  clearedCookies,
  deviceCookie,
  readSessionCookie,
  resetCookie,
  sessionCookies,
} from '#core/server/http/cookies.ts'
import { type Body, readInput } from '#core/server/http/input.ts'
import { refusalAnswer } from '#core/server/http/refusal.ts'
import { type Outcome, refused } from '#core/server/outcome.ts'

export type ExchangeOptions = {
  readonly siteUrl: string
  readonly clock: Clock
  findSession(secret: string, use: boolean): Promise<Session | undefined>
  /** Records which patient's data an account without a profile requested (API-08). */
  recordWithoutProfile(
    caller: Account,
    input: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Promise<void>
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
  return { ok: true, value: session }
}

/** A request that changes data must carry our own Origin (CSRF protection). */
const fromOwnPages = (request: Request, siteUrl: string) =>
  request.method === 'GET' || request.method === 'HEAD' || request.headers.get('origin') === siteUrl

/** A file to store, never to show in the page's place. */
const fileAnswer = (type: string, { filename, bytes }: FileOutput) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${filename}"`,
    },
  })

/** One request to one endpoint: checks origin, session, access and input, then calls the handler. */
export class Exchange {
  readonly options: ExchangeOptions
  readonly binding: Binding
  readonly request: Request
  readonly body: Body
  readonly context: RequestContext
  readonly cookies: string[] = []
  status: number

  constructor(
    options: ExchangeOptions,
    binding: Binding,
    { request, body }: { request: Request; body: Body },
    context: RequestContext,
  ) {
    this.options = options
    this.binding = binding
    this.request = request
    this.body = body
    this.context = context
    this.status = binding.endpoint.status ?? 200
  }

  /** Calls of public endpoints (reading the session, signing out) do not extend the session; all others do. */
  private async admission(): Promise<Admission> {
    const { siteUrl } = this.options
    if (this.binding.endpoint.sameForAll) return { caller: undefined, session: undefined }
    const secret = readSessionCookie(this.request.headers.get('cookie') ?? undefined, siteUrl)
    if (secret === undefined) return { caller: undefined, session: undefined }
    const uses = this.binding.endpoint.access !== 'public'
    const session = await this.options.findSession(secret, uses)
    if (session === undefined) this.cookies.push(...clearedCookies(siteUrl))
    else if (uses) this.keepCookies(session, secret)
    return { caller: session, session, secret }
  }

  /** Reads the session without using it, and leaves its cookies alone. */
  private async findCaller(): Promise<Account | undefined> {
    const secret = readSessionCookie(
      this.request.headers.get('cookie') ?? undefined,
      this.options.siteUrl,
    )
    return secret === undefined ? undefined : await this.options.findSession(secret, false)
  }

  private keepCookies(session: Session, secret: string) {
    const { siteUrl, clock } = this.options
    this.cookies.splice(
      0,
      this.cookies.length,
      ...sessionCookies(session, secret, siteUrl, clock.now()),
    )
  }

  private callOf(session: Session | undefined): Call {
    return {
      session: session as Session,
      setSession: (opened) => {
        const { siteUrl } = this.options
        this.cookies.splice(0)
        if (opened === null) return void this.cookies.push(...clearedCookies(siteUrl))
        this.keepCookies(opened.session, opened.secret)
        this.cookies.push(deviceCookie(opened.deviceCookie, siteUrl))
      },
      setReset: (token) => {
        this.cookies.push(resetCookie(token, this.options.siteUrl))
      },
      setAccess: (token) => {
        this.cookies.push(accessCookie(token, this.options.siteUrl))
      },
      findCaller: () => this.findCaller(),
      setStatus: (status) => {
        this.status = status
      },
    }
  }

  /** Its input is read for the record only: invalid input is refused in the same way. */
  private async record(caller: Account, pathValues: Record<string, string>): Promise<void> {
    const { endpoint } = this.binding
    const input = await readInput(endpoint, this.request, this.body, pathValues)
    if (!input.ok || !isRecord(input.value)) return
    const { email, ...named } = input.value
    // In a body it is the caller's new address.
    const asked = placeOf(endpoint, 'email') === 'query' ? { ...named, email } : named
    await this.options.recordWithoutProfile(caller, asked, this.context)
  }

  async outcome(pathValues: Record<string, string>): Promise<Outcome<unknown, string>> {
    const { endpoint } = this.binding
    if (!fromOwnPages(this.request, this.options.siteUrl)) return refused('foreign-origin')
    const admission = await this.admission()
    const admitted = admit(endpoint.access, admission.session)
    if (!admitted.ok) {
      if (admission.session?.profileId === null) await this.record(admission.session, pathValues)
      return admitted
    }
    const input = await readInput(endpoint, this.request, this.body, pathValues)
    if (!input.ok) return input
    const { caller, session } = admission
    return this.binding(input.value, caller, this.context, this.callOf(session))
  }

  private success(value: unknown): Response {
    const { file, output } = this.binding.endpoint
    return file === undefined
      ? Response.json(output.parse(value), { status: this.status })
      : fileAnswer(file, fileOutput.parse(value))
  }

  answer(outcome: Outcome<unknown, string>): Response {
    const { endpoint } = this.binding
    const response = outcome.ok
      ? this.success(outcome.value)
      : refusalAnswer(endpoint, outcome, this.context.requestId)
    for (const cookie of this.cookies) response.headers.append('set-cookie', cookie)
    return response
  }
}
