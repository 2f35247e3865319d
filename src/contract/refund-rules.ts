import * as z from 'zod/mini'
import { isoDate } from '#contract/fields.ts'

// A module of its own: the list of events loads it, but no rule.

/** What a refund is decided by besides price and time: the charge of the settings, and the bank holidays that are known (PAY-08). */
export const refundRules = z.object({
  charge: z.object({ percent: z.number(), pence: z.int() }),
  holidays: z.array(isoDate),
})
export type RefundRulesOnWire = z.output<typeof refundRules>
