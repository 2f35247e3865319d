import type { CommonReason } from '#contract/endpoint.ts'

/** The result of a service call: a value, or one of its endpoint's reasons, optionally with a text and faults by field. */
export type Outcome<Value, Reason extends string = never> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly reason: Reason | CommonReason
      readonly text?: string
      readonly fields?: Readonly<Record<string, string>>
    }

export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const refused = <Reason extends string>(
  reason: Reason,
  more: { text?: string; fields?: Record<string, string> } = {},
): { ok: false; reason: Reason; text?: string; fields?: Record<string, string> } => ({
  ok: false,
  reason,
  ...more,
})

/** Faults by field name; the request answers 400 and changes nothing. */
export const wrongFields = (fields: Record<string, string>) => refused('invalid', { fields })
