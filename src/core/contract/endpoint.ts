import type * as z from 'zod/mini'
import { UNEXPECTED_ERROR } from '#core/texts/failures.ts'

/** Who may call: anyone; an account, even one without a profile yet; a patient (an account with a profile). Staff have pages, and no endpoints. */
export type Access = 'public' | 'account' | 'patient'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A refusal: HTTP status, message for the user, and the seconds after which a retry can help (sent as Retry-After). */
export type Refusal = {
  readonly status: number
  readonly text: string
  readonly retryAfter?: number
}

/** Refusals that any endpoint may return. */
export const COMMON_REFUSALS = {
  invalid: { status: 400, text: 'Please check the highlighted fields.' },
  unauthorized: { status: 401, text: 'Unauthorized' },
  forbidden: { status: 403, text: 'You may only see and change your own details.' },
  'foreign-origin': { status: 403, text: 'This request did not come from our own pages.' },
  'not-found': { status: 404, text: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, text: 'This address does not take that method.' },
  'too-large': { status: 413, text: 'This request is too large.' },
  'unsupported-media-type': { status: 415, text: 'Send JSON or form data.' },
  'too-many-requests': {
    status: 429,
    text: 'Too many attempts. Please wait a few minutes and try again.',
  },
  failure: { status: 500, text: UNEXPECTED_ERROR },
  /** More requests than the service can serve at the same time; the request changed nothing. */
  busy: {
    status: 503,
    text: 'We are very busy at the moment. Please try again in a few seconds.',
    retryAfter: 2,
  },
  unavailable: {
    status: 503,
    text: 'This service is not available at the moment. Please try again shortly.',
  },
} as const satisfies Record<string, Refusal>

export type CommonReason = keyof typeof COMMON_REFUSALS

/**
 * One HTTP endpoint, declared once: the browser calls it, the server implements it, OpenAPI describes it.
 * `path` is below the API's base and names its path parameters as `:name`; `input` holds path, query and body values together.
 */
export type Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Reason extends string = string,
  A extends Access = Access,
> = {
  readonly name: string
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly access: A
  readonly input: Input
  /** Input names sent in the query although the method has a body. */
  readonly query?: readonly string[]
  readonly output: Output
  /** The endpoint's own refusals. */
  readonly reasons: Readonly<Record<Reason, Refusal>>
  /** The status of a success; 200 when not given. */
  readonly status?: 200 | 201 | 202
  /** The status while the result is not known: the caller repeats the request. */
  readonly unfinishedStatus?: 202
  /** The response is the same for every caller: the session is not read. */
  readonly sameForAll?: true
  /** A success is a file of this media type; `output` is then `fileOutput`. */
  readonly file?: string
  /** The endpoint also accepts a form post without script; /form-result then shows this form's result (SITE-10). */
  readonly formResult?: string
  /**
   * The endpoint also accepts a form post without script, from this page; `:name` is an input of the path. The words of
   * `#core/rules/form-return.ts` give that page the result.
   */
  readonly formPage?: `/${string}`
}

/** Some refusals of a journey's table. */
export const pick = <Table extends object, Reason extends keyof Table>(
  refusals: Table,
  ...reasons: readonly Reason[]
): Pick<Table, Reason> =>
  Object.fromEntries(reasons.map((reason) => [reason, refusals[reason]])) as Pick<Table, Reason>

/** Declares an endpoint; a missing `access` is a compile error. */
export const defineEndpoint = <
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const A extends Access,
  Reason extends string = never,
>(
  endpoint: Endpoint<Input, Output, Reason, A>,
): Endpoint<Input, Output, Reason, A> => endpoint

/** The input of an endpoint after parsing. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** The value of a successful response. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** The endpoint's own refusals. */
export type ReasonOf<E extends Endpoint> = Extract<keyof E['reasons'], string>

/** The names of the path parameters of `path`, in order: '/events/:event_id' has ['event_id']. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/:([a-z_A-Z]+)/g)].map((match) => match[1] ?? '')
}

/** Where an input value is sent. */
export function placeOf(endpoint: Endpoint, name: string): 'path' | 'query' | 'body' {
  if (pathNames(endpoint.path).includes(name)) return 'path'
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return 'query'
  return endpoint.query?.includes(name) ? 'query' : 'body'
}
