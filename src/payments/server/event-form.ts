import * as z from 'zod/mini'
import { captureIdIn } from '#payments/server/paypal/answers.ts'
import { DISPUTE_ID } from '#payments/server/paypal/disputes.ts'
import { PROVIDER_ID } from '#payments/server/paypal/gateway.ts'

const maybe = z.nullish(z.string())

/** What we read of an event: which payment to look at. No amount, status or outcome is read. */
const eventSchema = z.object({
  id: z.string().check(z.regex(/^[!-~]{1,100}$/)),
  event_type: z.string().check(z.regex(/^[A-Z0-9._-]{1,100}$/)),
  resource: z.nullish(
    z.object({
      id: maybe,
      custom_id: maybe,
      links: z.nullish(z.array(z.object({ href: maybe }))),
      supplementary_data: z.nullish(
        z.object({ related_ids: z.nullish(z.object({ order_id: maybe, capture_id: maybe })) }),
      ),
      dispute_id: maybe,
      disputed_transactions: z.nullish(z.array(z.object({ seller_transaction_id: maybe }))),
    }),
  ),
})
export type ProviderEvent = z.output<typeof eventSchema>

const fitting = (text: string | null | undefined, form: RegExp): string[] =>
  text && form.test(text) ? [text] : []

/** Undefined when the form is unknown. */
export function parseEvent(raw: Uint8Array): ProviderEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(new TextDecoder().decode(raw))).data
  } catch {
    return undefined
  }
}

/** The order that an event is about, when it names one. */
export function orderIdOf({ event_type: type, resource }: ProviderEvent): string | undefined {
  const id = type.startsWith('CHECKOUT.ORDER.')
    ? resource?.id
    : resource?.supplementary_data?.related_ids?.order_id
  return fitting(id, PROVIDER_ID)[0]
}

/** The refund, reversal or capture that an event is about. */
export const resourceIdOf = ({ resource }: ProviderEvent): string | undefined =>
  fitting(resource?.id, PROVIDER_ID)[0]

/** Every id of an event that may be a capture's: of a reversal the provider names the capture, or another thing with a link to it. */
export const captureIdsOf = ({ resource }: ProviderEvent): string[] => [
  ...(resource?.links ?? []).flatMap(({ href }) => captureIdIn(href ?? '') ?? []),
  ...fitting(resource?.supplementary_data?.related_ids?.capture_id, PROVIDER_ID),
  ...(resource?.disputed_transactions ?? []).flatMap((one) =>
    fitting(one.seller_transaction_id, PROVIDER_ID),
  ),
  ...fitting(resource?.id, PROVIDER_ID),
]

export const disputeIdOf = ({ resource }: ProviderEvent): string | undefined =>
  fitting(resource?.dispute_id, DISPUTE_ID)[0]
