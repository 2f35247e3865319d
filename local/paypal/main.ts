import { env } from 'node:process'
import { endWithParent, refuseProduction, sendReady } from '../runtime/parent.ts'
import { startPaypal } from './start-paypal.ts'

/**
 * The stand-in for PayPal as a process. PAYPAL_DIR: data folder. PAYPAL_PORT: 0 for any free port. PAYPAL_CLIENT_ID,
 * PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID: what the site is given. PAYPAL_WEBHOOK_URL: where the site takes events.
 * PAYPAL_HANG_MS: how long a late answer takes. Sends a parent process a message when it is ready.
 */
async function main(): Promise<void> {
  refuseProduction(env['NODE_ENV'])
  const needed = (name: string): string => {
    const value = env[name]
    if (value === undefined) throw new Error(`The PayPal stand-in needs ${name}.`)
    return value
  }
  const paypal = await startPaypal({
    folder: needed('PAYPAL_DIR'),
    port: Number(env['PAYPAL_PORT'] ?? 0),
    credentials: {
      clientId: needed('PAYPAL_CLIENT_ID'),
      clientSecret: needed('PAYPAL_CLIENT_SECRET'),
      webhookId: needed('PAYPAL_WEBHOOK_ID'),
    },
    webhookUrl: env['PAYPAL_WEBHOOK_URL'],
    hangMs: env['PAYPAL_HANG_MS'] === undefined ? undefined : Number(env['PAYPAL_HANG_MS']),
    report: (line) => process.stderr.write(`${line}\n`),
  })
  endWithParent(paypal.stop)
  sendReady({ url: paypal.url })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
