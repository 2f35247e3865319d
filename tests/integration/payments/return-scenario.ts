import type { DisputeOutcome } from '#payments/rules/payment.ts'
import { endDispute, noteDispute, noteReturn } from '#payments/server/database/disputes.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { cancelPaid, type Payer, refundsOf } from './payment-scenario.ts'

export const BY = { operator: 'Ada Quill', note: 'late start' }

/** What happens to the money of a payment at the provider and here, in the database of a test file. */
export function returnScenario(db: SqlDatabase) {
  return {
    byHand: (paymentId: string, amountPence: number, id = `HAND-${paymentId}`, isNamed = true) =>
      noteReturn(db, {
        ...{ paymentId, providerRefundId: id, amountPence },
        ...{ at: new Date(), isNamed },
      }),

    reversal: (paymentId: string, amountPence: number) =>
      noteDispute(db, {
        ...{ disputeId: `REVERSAL-${paymentId}`, kind: 'reversal' },
        ...{ paymentId, amountPence },
      }),

    end: (paymentId: string, outcome: DisputeOutcome = 'won') =>
      endDispute(db, `REVERSAL-${paymentId}`, { outcome, ...BY }),

    cancel: (who: Pick<Payer, 'holdId' | 'profileId'>, refundPence: number) =>
      cancelPaid(db, who, refundPence),

    /** The refunds of a payment that count: [amount, state], sorted. */
    counted: async (paymentId: string) =>
      (await refundsOf(db, paymentId))
        .filter(({ state }) => state !== 'failed')
        .map(({ amount_pence, state }) => [amount_pence, state])
        .sort(),

    firstRefund: async (paymentId: string) => (await refundsOf(db, paymentId))[0]?.refund_id ?? '',
  }
}
