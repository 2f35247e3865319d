import {
  COMMON_REFUSALS,
  type CommonReason,
  type Endpoint,
  type Refusal,
} from '#contract/endpoint.ts'
import type { Outcome } from '#server/outcome.ts'

function refusalOf(endpoint: Endpoint | undefined, reason: string): Refusal {
  return (
    endpoint?.reasons[reason] ?? COMMON_REFUSALS[reason as CommonReason] ?? COMMON_REFUSALS.failure
  )
}

/** The one shape of every refusal (API-06). */
export function refusalAnswer(
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
