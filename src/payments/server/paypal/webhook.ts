import * as z from 'zod/mini'
import type { Client } from '#payments/server/paypal/client.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'

export type WebhookEnv = {
  /** The provider's id of our webhook: it is part of what is signed. */
  readonly webhookId: string
}

const LONGEST_HEADER = 1_000
/** The provider's names of its headers, which its own endpoint calls by these fields. */
const FIELDS = {
  transmission_id: 'paypal-transmission-id',
  transmission_time: 'paypal-transmission-time',
  transmission_sig: 'paypal-transmission-sig',
  cert_url: 'paypal-cert-url',
  auth_algo: 'paypal-auth-algo',
} as const

const answerSchema = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

const headerOf = (headers: Headers, field: keyof typeof FIELDS): string | undefined => {
  const value = headers.get(FIELDS[field]) ?? ''
  return value === '' || value.length > LONGEST_HEADER ? undefined : value
}

/** The id of this delivery and when the provider sent it first; undefined when a header is missing. Both are signed. */
export function transmissionOf(headers: Headers): { id: string; at: Date } | undefined {
  const id = headerOf(headers, 'transmission_id')
  const at = new Date(headerOf(headers, 'transmission_time') ?? '')
  return id === undefined || Number.isNaN(at.getTime()) ? undefined : { id, at }
}

/** One JSON value in UTF-8, as it was sent; undefined for anything else. */
function jsonTextOf(raw: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}

/**
 * The request to the provider's endpoint. The event is inserted as it was sent, because its bytes are signed. It must be one JSON value, so that it
 * cannot add fields to the request.
 */
function requestOf(headers: Headers, raw: Uint8Array, webhookId: string): string | undefined {
  const event = jsonTextOf(raw)
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
  const fields = names.map((name) => [name, headerOf(headers, name)] as const)
  if (event === undefined || fields.some(([, value]) => value === undefined)) return undefined
  const known = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: webhookId })
  return `${known.slice(0, -1)},"webhook_event":${event}}`
}

/** Has the provider verify the signature of a webhook. */
export function webhookVerifier({ webhookId }: WebhookEnv, { call }: Pick<Client, 'call'>) {
  return async (headers: Headers, raw: Uint8Array): Promise<boolean> => {
    const body = requestOf(headers, raw, webhookId)
    if (body === undefined) return false
    const path = '/v1/notifications/verify-webhook-signature'
    try {
      const answer = await call({ method: 'POST', path, body, answer: answerSchema })
      return answer.verification_status === 'SUCCESS'
    } catch (error) {
      // The provider refuses headers that do not have its form.
      if (error instanceof PaymentProviderError && !error.isUnclear) return false
      throw error
    }
  }
}
