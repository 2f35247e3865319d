import type { Queries } from '#core/server/database/database.ts'

/** Money that moved, as we have it; the ids are the provider's. */
export type Movement = {
  readonly kind: 'capture' | 'refund'
  readonly id: string
  readonly paymentId: string
  readonly amountPence: number
}

type Which = { readonly ids: readonly string[] } | { readonly from: Date; readonly to: Date }

/** Captures and refunds with these ids of the provider, or of this time: of a refund that of its acceptance, by which the provider lists it. */
export async function listMovements({ kysely }: Queries, which: Which): Promise<Movement[]> {
  const isById = 'ids' in which
  if (isById && which.ids.length === 0) return []
  const captures = await kysely
    .selectFrom('payments')
    .select(['capture_id as id', 'payment_id as paymentId', 'captured_pence as amountPence'])
    .$if(isById, (query) => query.where('capture_id', 'in', isById ? which.ids : []))
    .$if(!isById, (query) =>
      query
        .where('captured_at', '>=', isById ? new Date(0) : which.from)
        .where('captured_at', '<', isById ? new Date(0) : which.to),
    )
    .$narrowType<{ id: string; amountPence: number }>()
    .execute()
  const refunds = await kysely
    .selectFrom('refunds')
    .select(['provider_refund_id as id', 'payment_id as paymentId', 'amount_pence as amountPence'])
    .where('provider_refund_id', 'is not', null)
    .$if(isById, (query) => query.where('provider_refund_id', 'in', isById ? which.ids : []))
    .$if(!isById, (query) =>
      query
        .where('accepted_at', '>=', isById ? new Date(0) : which.from)
        .where('accepted_at', '<', isById ? new Date(0) : which.to),
    )
    .$narrowType<{ id: string }>()
    .execute()
  return [
    ...captures.map((one) => ({ kind: 'capture' as const, ...one })),
    ...refunds.map((one) => ({ kind: 'refund' as const, ...one })),
  ]
}
