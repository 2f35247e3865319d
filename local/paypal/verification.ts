import * as z from 'zod/mini'
import { invalid } from './refusal.ts'
import { isSigned, type Signer } from './signing.ts'

const asked = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  cert_url: z.string(),
  auth_algo: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
})

const EVENT = '"webhook_event":'

/** The bytes of the event in the request: its last field. */
function eventIn(raw: string): string {
  const start = raw.indexOf(EVENT)
  return raw.slice(start + EVENT.length, raw.lastIndexOf('}'))
}

/** POST /v1/notifications/verify-webhook-signature: over the event as the request has it, space by space. */
export function verification(signer: Signer, raw: string) {
  const parsed = asked.safeParse(jsonOf(raw))
  if (!parsed.success) throw invalid('INVALID_PARAMETER_SYNTAX', z.prettifyError(parsed.error))
  const isGenuine = isSigned(signer, parsed.data, eventIn(raw))
  return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' }
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
