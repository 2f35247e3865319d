import * as z from 'zod/mini'
import { PaymentProviderError } from '#server/gateways/paypal/gateway.ts'

/** Statuses that say nothing about the payment: of our credentials and rights, of time, and of too many requests. */
const ABOUT_US = new Set([401, 403, 408, 425, 429])

const MOST_CHARACTERS = 300

const refusalSchema = z.object({
  name: z.optional(z.string()),
  debug_id: z.optional(z.string()),
  details: z.optional(
    z.array(z.object({ issue: z.optional(z.string()), description: z.optional(z.string()) })),
  ),
})

const shortened = (text: string | undefined) => text?.slice(0, MOST_CHARACTERS)

const debugIdOf = (response: Response) => response.headers.get('paypal-debug-id') ?? undefined

const secondsOf = (header: string | null) =>
  header !== null && /^\d{1,5}$/.test(header) ? Number(header) : undefined

/** The network failed, or the time was over. */
export const noAnswer = () => new PaymentProviderError({ status: 0, isUnclear: true })

/** An answer of an unknown form decides nothing: the caller reads the order again. */
export const unknownAnswer = (response: Response) =>
  new PaymentProviderError({
    status: response.status,
    issue: 'UNKNOWN_ANSWER',
    debugId: debugIdOf(response),
    isUnclear: true,
  })

/** Reads an answer that is not 2xx. */
export async function refusalOf(response: Response): Promise<PaymentProviderError> {
  const { status } = response
  const parsed = refusalSchema.safeParse(await response.json().catch(() => undefined))
  const refusal = parsed.success ? parsed.data : undefined
  const detail = refusal?.details?.[0]
  return new PaymentProviderError({
    status,
    issue: shortened(detail?.issue ?? refusal?.name),
    description: shortened(detail?.description),
    debugId: shortened(refusal?.debug_id) ?? debugIdOf(response),
    isUnclear: status >= 500 || ABOUT_US.has(status),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  })
}
