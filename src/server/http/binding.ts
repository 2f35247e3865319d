import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Account, Patient, RequestContext } from '#server/caller.ts'
import type { Outcome } from '#server/outcome.ts'
import type { Session } from '#server/repositories/sessions.ts'

/** Who a handler can count on, by the endpoint's access rule. */
export type CallerFor<A extends Access> = A extends 'public'
  ? Account | undefined
  : A extends 'account'
    ? Account
    : Patient

/** What a handler gets beside its input. */
export type Call<A extends Access> = {
  readonly caller: CallerFor<A>
  readonly session: A extends 'public' ? Session | undefined : Session
  readonly context: RequestContext
  /** The new session that the answer's cookies shall carry, or null to clear them. */
  setSession(session: { secret: string; session: Session } | null): void
  /** Another status for a success (only /health uses it: 503 without the database). */
  setStatus(status: 200 | 503): void
}

export type Handler<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Reason extends string,
  A extends Access,
> = (input: z.output<Input>, call: Call<A>) => Promise<Outcome<z.output<Output>, Reason>>

/** An endpoint with what answers it. */
export type Binding = {
  readonly endpoint: Endpoint
  readonly handler: (input: unknown, call: Call<Access>) => Promise<Outcome<unknown, string>>
}

/** Binds a handler to its endpoint; input, output, reasons and caller must fit or it does not compile. */
export const bind = <
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Reason extends string,
  A extends Access,
>(
  endpoint: Endpoint<Input, Output, Reason, A>,
  handler: Handler<Input, Output, Reason, A>,
): Binding => ({ endpoint, handler: handler as unknown as Binding['handler'] })
