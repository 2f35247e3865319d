import * as z from 'zod/mini'
import { parsePounds } from '#core/rules/money.ts'
import type { TestPaypal } from '#tests/fixtures/paypal.ts'
import type { ProviderMoney } from '#tests/integration/invariants/money-faults.ts'

const money = z.object({ value: z.string() })

const stateSchema = z.object({
  captures: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: money,
      custom_id: z.optional(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: money,
      custom_id: z.optional(z.string()),
      capture_id: z.string(),
    }),
  ),
  events: z.array(z.object({ id: z.string(), type: z.string(), isDelivered: z.boolean() })),
})

const penceOf = ({ value }: { readonly value: string }) => parsePounds(value) ?? Number.NaN

/** The stand-in's whole state, as far as the attacks read it. */
export const readProvider = async ({ control }: Pick<TestPaypal, 'control'>) =>
  stateSchema.parse(await control('/control/state'))

/** What the stand-in has taken and returned. */
export async function providerMoney(paypal: Pick<TestPaypal, 'control'>): Promise<ProviderMoney> {
  const { captures, refunds } = await readProvider(paypal)
  return {
    captures: captures.map(({ id, status, amount, custom_id }) => ({
      id,
      status,
      amount_pence: penceOf(amount),
      payment_id: custom_id,
    })),
    refunds: refunds.map(({ id, status, amount, custom_id, capture_id }) => ({
      id,
      status,
      capture_id,
      amount_pence: penceOf(amount),
      refund_id: custom_id,
    })),
  }
}
