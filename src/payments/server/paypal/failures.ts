import * as z from 'zod/mini'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { cleanText } from '#payments/server/paypal/text.ts'

/** Statuses that are not about the payment: wrong credentials, missing rights, a timeout, too many requests. */
const ABOUT_US = new Set([401, 403, 408, 425, 429])

/** PayPal's issue codes for an unknown resource. A 404 without one comes from a proxy, or from something else on the way. */
const NO_SUCH_THING = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])

const MOST_CHARACTERS = 300

const maybe = z.nullish(z.string())

const refusalSchema = z.object({
  name: maybe,
  debug_id: maybe,
  details: z.nullish(z.array(z.object({ issue: maybe, description: maybe }))),
})

const shortened = (text: string | null | undefined) =>
  typeof text === 'string' ? cleanText(text, MOST_CHARACTERS) : undefined

const debugIdOf = (response: Response) => shortened(response.headers.get('paypal-debug-id'))

const secondsOf = (header: string | null) =>
  header !== null && /^\d{1,5}$/.test(header) ? Number(header) : undefined

/** The network failed, or the time limit passed. */
export const noAnswer = () => new PaymentProviderError({ status: 0, isUnclear: true })

/** A response of an unknown form decides nothing: the caller reads the order again. */
export const unknownAnswer = (response: Response) =>
  new PaymentProviderError({
    status: response.status,
    issue: 'UNKNOWN_ANSWER',
    debugId: debugIdOf(response),
    isUnclear: true,
  })

/** A refusal is the provider's only when it says what it refuses. */
const isUnclear = (status: number, issue: string | undefined) =>
  status >= 500 ||
  ABOUT_US.has(status) ||
  issue === undefined ||
  (status === 404 && !NO_SUCH_THING.has(issue))

/** Reads a response that is not 2xx. */
export async function refusalOf(response: Response): Promise<PaymentProviderError> {
  const { status } = response
  const parsed = refusalSchema.safeParse(await response.json().catch(() => undefined))
  const refusal = parsed.success ? parsed.data : undefined
  const detail = refusal?.details?.[0]
  const issue = shortened(detail?.issue ?? refusal?.name)
  return new PaymentProviderError({
    status,
    issue,
    description: shortened(detail?.description),
    debugId: shortened(refusal?.debug_id) ?? debugIdOf(response),
    isUnclear: isUnclear(status, issue),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  })
}
