import { env } from 'node:process'
import { certificatesOf } from '../../shared/node/certificates.ts'
import { endWithParent, refuseProduction, sendReady } from '../runtime/parent.ts'
import { startAuth } from './start-auth.ts'

/** The auth stand-in as a separate process: password hashing would block other work. */
async function main(): Promise<void> {
  refuseProduction(env['NODE_ENV'])
  const needed = (name: string): string => {
    const value = env[name]
    if (value === undefined) throw new Error(`The auth stand-in needs ${name}.`)
    return value
  }
  const auth = await startAuth({
    database: {
      url: needed('DATABASE_URL'),
      tls: {
        ca: env['DATABASE_CA'] && certificatesOf(env['DATABASE_CA']),
        mode: env['DATABASE_TLS'] === 'off' ? 'off' : undefined,
      },
    },
    smtpUrl: needed('SMTP_URL'),
    sender: needed('MAIL_FROM'),
    siteUrl: needed('SITE_URL'),
    port: Number(env['AUTH_PORT'] ?? 0),
    keys: {
      jwtSecret: needed('AUTH_JWT_SECRET'),
      publishableKey: needed('SUPABASE_PUBLISHABLE_KEY'),
      secretKey: needed('SUPABASE_SECRET_KEY'),
    },
    report: (line) => process.stderr.write(`${line}\n`),
  })
  endWithParent(auth.stop)
  sendReady({ url: auth.url })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
