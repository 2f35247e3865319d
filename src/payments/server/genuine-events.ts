import { createHash } from 'node:crypto'
import { OLDEST_TRANSMISSION_SECONDS } from '#core/server/config/limits.ts'
import { networkLimit } from '#core/server/network-limit.ts'
import { isFirstBody } from '#payments/server/database/payment-events.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { transmissionOf } from '#payments/server/paypal/webhook.ts'

export const hashOf = (raw: Uint8Array) => createHash('sha256').update(raw).digest()

/** Whether the provider sent an event, as far as its signature can say. */
export function genuineEventsOf({
  database,
  clock,
  gateway,
}: Pick<OpenPaymentDeps, 'database' | 'clock' | 'gateway'>) {
  const ofNetwork = networkLimit('webhookPerNetwork', clock)
  const ofAll = networkLimit('webhooks', clock)

  /** 'unknown': the provider is not available now. */
  return async (
    headers: Headers,
    raw: Uint8Array,
    network: string,
  ): Promise<boolean | 'unknown'> => {
    const sent = transmissionOf(headers)
    const oldest = clock.now().getTime() - OLDEST_TRANSMISSION_SECONDS * 1000
    if (sent === undefined || sent.at.getTime() < oldest) return false
    if (ofNetwork.count(network) ?? ofAll.count('')) return 'unknown'
    try {
      if (!(await gateway.verifyWebhook(headers, raw))) return false
    } catch (error) {
      if (error instanceof PaymentProviderError) return 'unknown'
      throw error
    }
    return isFirstBody(database, sent.id, hashOf(raw))
  }
}
