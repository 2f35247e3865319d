import { addDays, londonDate } from '#core/rules/time.ts'
import { causeOf } from '#core/server/cause.ts'
import {
  endDispute,
  listDisputes,
  type NotedDispute,
  noteDispute,
} from '#payments/server/database/disputes.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import {
  claimHolds,
  endUnconfirmed,
  type RefundHold,
} from '#payments/server/database/refund-holds.ts'
import type { ConclusionDeps } from '#payments/server/deps.ts'
import type { ProviderDispute, ProviderEntry } from '#payments/server/paypal/gateway.ts'

type HoldDeps = Pick<ConclusionDeps, 'database' | 'clock' | 'logger' | 'gateway'>
type Captured = { readonly paymentId: string; readonly captureId: string | null }

/** The provider repeats an event for three days, so the money may have moved that long before the hold. */
const DAYS_BEFORE = 3

/** Entries that moved money, or will: denied ones did not. A later reversal is a separate entry. */
const MOVED = new Set(['S', 'P', 'V'])
export const didMove = ({ status }: Pick<ProviderEntry, 'status'>) => MOVED.has(status)

/** Records a reversal of the provider's list and ends the holds that it confirms. One of this amount may have another id: events named the capture only. */
export async function noteReversal(
  { database }: Pick<HoldDeps, 'database'>,
  paymentId: string,
  { id, amountPence }: Pick<ProviderEntry, 'id' | 'amountPence'>,
): Promise<NotedDispute> {
  const before = await listDisputes(database, [paymentId])
  const reversals = before.filter(({ kind }) => kind === 'reversal')
  const known =
    reversals.find(({ disputeId }) => disputeId === id) ??
    reversals.find((one) => one.amountPence === amountPence)
  const disputeId = known?.disputeId ?? id
  return noteDispute(database, { disputeId, kind: 'reversal', paymentId, amountPence })
}

/** Reads from the provider what an event named. Only the provider's records change what a patient gets back. */
export function holdChecksOf(deps: HoldDeps) {
  const { database, clock, gateway, logger } = deps

  function log(paymentId: string, kind: RefundHold['kind'], noted: NotedDispute): void {
    const fields = { payment: paymentId, kind }
    if (noted === 'noted') logger.error(fields, 'a payer wants their money back')
    // The provider's order listed it as a refund: a mail about a refund may have been sent.
    if (noted === 'was-refund')
      logger.error(fields, 'a payer wants their money back: recorded as a refund before')
  }

  async function readDisputes(paymentId: string, captureId: string): Promise<ProviderDispute[]> {
    const disputes = await gateway.listDisputes(captureId)
    for (const { id: disputeId, amountPence, isResolved, outcome } of disputes) {
      const dispute = { disputeId, kind: 'dispute', paymentId, amountPence } as const
      log(paymentId, 'dispute', await noteDispute(database, dispute))
      if (isResolved) await endDispute(database, disputeId, { outcome })
    }
    return disputes
  }

  async function readReversals(hold: RefundHold, captureId: string): Promise<void> {
    const last = londonDate(clock.now())
    for (
      let day = addDays(londonDate(hold.heldAt), -DAYS_BEFORE);
      day <= last;
      day = addDays(day, 1)
    ) {
      for (const entry of await gateway.listEntries(day)) {
        if (entry.kind !== 'reversal' || entry.captureId !== captureId || !didMove(entry)) continue
        log(hold.paymentId, 'reversal', await noteReversal(deps, hold.paymentId, entry))
      }
    }
  }

  /** Returns the disputes that the provider has. @throws PaymentProviderError: the hold stays. */
  async function check(hold: RefundHold, { captureId }: Captured): Promise<ProviderDispute[]> {
    const { paymentId, toldId, kind } = hold
    if (captureId === null) return []
    const disputes = kind === 'dispute' ? await readDisputes(paymentId, captureId) : []
    if (kind === 'reversal') await readReversals(hold, captureId)
    if (await endUnconfirmed(database, hold)) {
      logger.error({ payment: paymentId, kind, told: toldId }, 'the provider confirmed no event')
    }
    return disputes
  }

  return {
    check,

    /** Looks again at the holds that are open. */
    async checkDue(): Promise<void> {
      for (const hold of await claimHolds(database)) {
        const payment = await findPayment(database, hold.paymentId)
        if (payment === undefined) continue
        await check(hold, payment).catch((error: unknown) => {
          const fields = { payment: hold.paymentId, error: causeOf(error) }
          logger.warn(fields, 'a hold of refunds is not checked yet')
        })
      }
    },
  }
}
export type HoldChecks = ReturnType<typeof holdChecksOf>
