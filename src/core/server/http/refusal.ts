import {
  COMMON_REFUSALS,
  type CommonReason,
  type Endpoint,
  type Refusal,
} from '#core/contract/endpoint.ts'
import type { Outcome } from '#core/server/outcome.ts'

function refusalOf(endpoint: Endpoint | undefined, reason: string): Refusal {
  return (
    endpoint?.reasons[reason] ?? COMMON_REFUSALS[reason as CommonReason] ?? COMMON_REFUSALS.failure
  )
}

/** The JSON body of every refusal (API-06). */
export function refusalBody(
  endpoint: Endpoint | undefined,
  outcome: Extract<Outcome<never, string>, { ok: false }>,
  requestId: string,
) {
  const { status, text } = refusalOf(endpoint, outcome.reason)
  return {
    error: outcome.text ?? text,
    status,
    reason: outcome.reason,
    ...(outcome.fields === undefined ? {} : { fields: outcome.fields }),
    ...(outcome.details === undefined ? {} : { details: outcome.details }),
    ...(outcome.debugId === undefined ? {} : { debug_id: outcome.debugId }),
    request_id: requestId,
  }
}

/** A refusal as a fetch Response. */
export function refusalAnswer(
  endpoint: Endpoint | undefined,
  outcome: Extract<Outcome<never, string>, { ok: false }>,
  requestId: string,
): Response {
  const body = refusalBody(endpoint, outcome, requestId)
  const retryAfter = outcome.retryAfterSeconds ?? refusalOf(endpoint, outcome.reason).retryAfter
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json(body, { status: body.status, headers })
}
