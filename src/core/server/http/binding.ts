import type { Access, Endpoint, InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import type { Account, Patient, RequestContext } from '#core/server/caller.ts'
import type { Session } from '#core/server/database/sessions.ts'
import type { Outcome } from '#core/server/outcome.ts'

/** The caller's type, by the endpoint's access rule. */
type CallerFor<A extends Access> = A extends 'public'
  ? Account | undefined
  : A extends 'account'
    ? Account
    : Patient

/** What a function of an endpoint may read and change of the HTTP exchange: the session, cookies and the status. */
export type Call<A extends Access = Access> = {
  readonly session: A extends 'public' ? Session | undefined : Session
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

/** The function of an endpoint: the types follow from its declaration. */
export type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  caller: CallerFor<E['access']>,
  context: RequestContext,
  call: Call<E['access']>,
) => Promise<Outcome<OutputOf<E>, ReasonOf<E>>>

/** A function of a service that answers an endpoint, as the API calls it. */
export type Binding = ((
  input: unknown,
  caller: Account | undefined,
  context: RequestContext,
  call: Call,
) => Promise<Outcome<unknown, string>>) & { readonly endpoint: Endpoint }

/** Binds a function of a service to its endpoint. Input, output, reasons and caller are checked by the compiler. */
export const bind = <E extends Endpoint, H extends Handler<E>>(
  endpoint: E,
  handler: H & Handler<E>,
): H & { readonly endpoint: E } => Object.assign(handler.bind(undefined) as H, { endpoint })

const isBinding = (value: unknown): value is Binding =>
  typeof value === 'function' && 'endpoint' in value

/** The functions of the services that answer an endpoint. */
export const bindingsOf = (services: Readonly<Record<string, object>>): Binding[] =>
  Object.values(services)
    .flatMap((service): unknown[] => Object.values(service))
    .filter(isBinding)

/** Passed beside the request by Node's adapter and by tests. */
export type Peer = {
  readonly network: string
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
