import { join } from 'node:path'
import { startChild } from '#local/runtime/child.ts'

const CREDENTIALS = {
  PAYPAL_CLIENT_ID: 'bench-client',
  PAYPAL_CLIENT_SECRET: 'bench-secret',
  PAYPAL_WEBHOOK_ID: 'WH-BENCH',
}

async function send(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Starts the stand-in for the payment provider in a process of its own; every call of it takes `delayMs` longer. */
export async function startStandIn(folder: string, delayMs: number) {
  const child = startChild({
    name: 'The stand-in for the payment provider',
    args: [join(import.meta.dirname, '../../local/paypal/main.ts')],
    folder,
    log: join(folder, 'paypal.log'),
    env: { ...CREDENTIALS, PAYPAL_DIR: join(folder, 'paypal') },
  })
  const { url } = await child.ready
  const base = String(url)
  await send(base, '/control/switches', { delayMs })
  return {
    /** For a server that takes payments here. */
    env: { ...CREDENTIALS, PAYPAL_API_BASE: base },
    /** The payer enters a card in the provider's fields. */
    enterCard: (orderId: string) =>
      send(base, `/payer/orders/${orderId}/card`, {
        number: '4012888888881881',
        expiry: '12/2030',
        cvv: '123',
        name: 'Test Payer',
      }),
    stop: () => child.stop(),
  }
}
