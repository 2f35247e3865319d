import * as z from 'zod/mini'

/**
 * What the patient was shown and agrees to get back, in pence, when an appointment ends by their wish (PAY-08). With another amount than would
 * be returned, nothing ends.
 */
export const AGREED_REFUND = {
  refund_pence: z.optional(z.int().check(z.gte(0), z.lte(100_000_000))),
}

/** The field of a request for what was shown; nothing was for an appointment that cost nothing. */
export const agreedRefund = (shown: { readonly amount_pence: number } | null) =>
  shown === null ? {} : { refund_pence: shown.amount_pence }
