import type { CommonReason } from '#core/contract/endpoint.ts'

/** What a refusal may say beside its reason. */
export type RefusalDetails = {
  /** Replaces the reason's text. */
  readonly text?: string
  /** A message per field of the request. */
  readonly fields?: Readonly<Record<string, string>>
  /** What the payment provider said (PAY-04), and its number of the fault. */
  readonly details?: readonly { readonly issue: string; readonly description: string }[]
  readonly debugId?: string | undefined
  /** After this time the request may succeed; sent as the header Retry-After. */
  readonly retryAfterSeconds?: number
}

/** The result of a service call: a value, or one of its endpoint's reasons. */
export type Outcome<Value, Reason extends string = never> =
  | { readonly ok: true; readonly value: Value }
  | ({ readonly ok: false; readonly reason: Reason | CommonReason } & RefusalDetails)

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const refused = <Reason extends string>(
  reason: Reason,
  details: RefusalDetails = {},
): { ok: false; reason: Reason } & RefusalDetails => ({ ok: false, reason, ...details })

/** Faults by field name; the request returns 400 and changes nothing. */
export const wrongFields = (fields: Record<string, string>) => refused('invalid', { fields })
