import * as z from 'zod/mini'
import { isoDate } from '#core/contract/fields.ts'

// Kept apart from the rules of refunds, so that the list of events does not load them.

/** What a refund is decided by besides price and time: the charge of the settings, and the bank holidays that are known (PAY-08). */
export const refundRules = z.object({
  charge: z.object({ percent: z.number(), pence: z.int() }),
  holidays: z.array(isoDate),
})
export type RefundRulesOnWire = z.output<typeof refundRules>
