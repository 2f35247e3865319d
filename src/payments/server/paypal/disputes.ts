import * as z from 'zod/mini'
import type { DisputeOutcome } from '#payments/rules/payment.ts'
import { money } from '#payments/server/paypal/answers.ts'
import type { Client } from '#payments/server/paypal/client.ts'
import type { ProviderDispute } from '#payments/server/paypal/gateway.ts'

/** The provider's form of a dispute's id. */
export const DISPUTE_ID = /^[A-Za-z0-9-]{1,100}$/

const disputeId = z.string().check(z.regex(DISPUTE_ID))
const listSchema = z.object({ items: z.nullish(z.array(z.object({ dispute_id: disputeId }))) })
const disputeSchema = z.object({
  dispute_id: disputeId,
  status: z.string(),
  dispute_amount: money,
  dispute_outcome: z.nullish(z.object({ outcome_code: z.nullish(z.string()) })),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.nullish(z.string()) })),
})

const OUTCOMES: Readonly<Record<string, DisputeOutcome>> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
}

const PATH = '/v1/customer/disputes'

/** The disputes of a capture. The list has no outcome: each is read. */
export async function disputesOf(client: Client, captureId: string): Promise<ProviderDispute[]> {
  const path = `${PATH}?${new URLSearchParams({ disputed_transaction_id: captureId })}`
  const { items } = await client.call({ method: 'GET', path, answer: listSchema })
  const read = (items ?? []).map(({ dispute_id: id }) =>
    client.call({ method: 'GET', path: `${PATH}/${id}`, answer: disputeSchema }),
  )
  const ofCapture = (await Promise.all(read)).filter(({ disputed_transactions: disputed }) =>
    disputed.some((one) => one.seller_transaction_id === captureId),
  )
  return ofCapture.map((dispute) => ({
    id: dispute.dispute_id,
    amountPence: dispute.dispute_amount.value,
    isResolved: dispute.status === 'RESOLVED',
    outcome: OUTCOMES[dispute.dispute_outcome?.outcome_code ?? ''] ?? null,
  }))
}
