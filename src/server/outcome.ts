import type { CommonReason } from '#contract/endpoint.ts'

/** What a service answers: a value, or a reason of its endpoint with, where it helps, words and wrong fields of its own. */
export type Outcome<Value, Reason extends string = never> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly reason: Reason | CommonReason
      readonly text?: string
      readonly fields?: Readonly<Record<string, string>>
    }

/** A success. */
export const done = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

/** A refusal by `reason`. */
export const refused = <Reason extends string>(
  reason: Reason,
  more: { text?: string; fields?: Record<string, string> } = {},
): { ok: false; reason: Reason; text?: string; fields?: Record<string, string> } => ({
  ok: false,
  reason,
  ...more,
})

/** Wrong fields, by name: answers 400 and changes nothing. */
export const wrongFields = (fields: Record<string, string>) => refused('invalid', { fields })
