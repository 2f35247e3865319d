import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#core/contract/endpoint.ts'
import type { Account, Patient, RequestContext } from '#core/server/caller.ts'
import type { Session } from '#core/server/database/sessions.ts'
import type { Outcome } from '#core/server/outcome.ts'

/** The caller's type, by the endpoint's access rule. */
export type CallerFor<A extends Access> = A extends 'public'
  ? Account | undefined
  : A extends 'account'
    ? Account
    : Patient

/** What a handler gets besides its input: caller, session, and ways to set cookies and status. */
export type Call<A extends Access> = {
  readonly caller: CallerFor<A>
  readonly session: A extends 'public' ? Session | undefined : Session
  readonly context: RequestContext
  /** Sends the cookies of a new session and of its known device; null clears the session's cookie. */
  setSession(opened: { secret: string; session: Session; deviceCookie: string } | null): void
  /** Sends the cookie of a browser that requested a code of a password reset; null clears it. */
  setReset(token: string | null): void
  /** Sends the cookie of a browser that gave an access code; null clears it. */
  setAccess(token: string | null): void
  /** The account of the session, when the endpoint is `sameForAll` and the session was not read: of private events only. */
  findCaller(): Promise<Account | undefined>
  /** Changes the status of a success: /health to 503 without the database, a payment to 202 while its result is not known. */
  setStatus(status: 200 | 202 | 503): void
}

export type Handler<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Reason extends string,
  A extends Access,
> = (input: z.output<Input>, call: Call<A>) => Promise<Outcome<z.output<Output>, Reason>>

export type Binding = {
  readonly endpoint: Endpoint
  readonly handler: (input: unknown, call: Call<Access>) => Promise<Outcome<unknown, string>>
}

/** Binds a handler to its endpoint. Input, output, reasons and caller are checked by the compiler. */
export const bind = <
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Reason extends string,
  A extends Access,
>(
  endpoint: Endpoint<Input, Output, Reason, A>,
  handler: Handler<Input, Output, Reason, A>,
): Binding => ({ endpoint, handler: handler as unknown as Binding['handler'] })

/** Passed beside the request by Node's adapter and by tests. */
export type Peer = {
  readonly network: string
  /** Too many requests wait already: this one is refused as 'busy'. */
  readonly isTooMany?: boolean
  /** Notes the endpoint of the request, for the metrics. */
  named?(endpoint: string): void
}

/** A POST from another server, authenticated by a signature or a token instead of our Origin. Not part of the contract. */
export type SignedRoute = {
  readonly name: string
  readonly path: `/${string}`
  /** The status of a success; 202 when not given. */
  readonly status?: 200 | 202
  handle(request: Request, peer: Peer): Promise<Outcome<object>>
  /** The page to which a browser that opens the address is redirected; without it a GET is refused. */
  pageFor?(request: Request): string
}
