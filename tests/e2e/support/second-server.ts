import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { localKeys } from '#local/runtime/keys.ts'
import { freePort } from '#local/runtime/ports.ts'
import { serverProgram } from '#local/runtime/site.ts'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'

/** Another process of `server.ts` on the same database, with its own origin, that a test may kill. */
export type SecondServer = {
  readonly origin: string
  start(): Promise<void>
  /** Sends SIGKILL: no graceful shutdown. */
  kill(): Promise<void>
}

/** `overrides` replaces variables of its environment. */
export async function secondServer(overrides: Record<string, string> = {}): Promise<SecondServer> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { database, auth, lake } = addresses()
  const { dataKeys, lookupKey, authPublishableKey, authSecretKey } = localKeys(dataDir())
  const environment = {
    ...env,
    SITE_URL: origin,
    PORT: String(port),
    BUILD_DIR: join(dataDir(), 'build'),
    // Its publisher would delete the releases of the first server.
    RELEASES_DIR: join(dataDir(), `releases-of-${port}`),
    DATABASE_URL: database,
    SUPABASE_URL: auth,
    SUPABASE_PUBLISHABLE_KEY: authPublishableKey,
    SUPABASE_SECRET_KEY: authSecretKey,
    SANITY_PROJECT_ID: 'halyard0',
    SANITY_API_HOST: lake,
    // Both servers send the mails of one outbox, so both need the same mail server.
    SMTP_URL: `smtp://127.0.0.1:${readFileSync(join(dataDir(), 'mail/smtp.port'), 'utf8').trim()}`,
    MAIL_FROM: 'second@halyard.example',
    DATA_KEYS: dataKeys,
    LOOKUP_KEY: lookupKey,
    LOG_LEVEL: 'silent',
    ...overrides,
  }
  let child: ChildProcess | undefined
  return {
    origin,
    start: () =>
      new Promise((resolve, reject) => {
        child = spawn(execPath, serverProgram(join(dataDir(), 'build')), {
          env: environment,
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        })
        child.once('message', () => resolve())
        child.once('exit', (code) => reject(new Error(`server.ts ended with ${code}`)))
      }),
    kill: () =>
      new Promise((resolve) => {
        const hasEnded = child?.exitCode != null || child?.signalCode != null
        if (child === undefined || hasEnded) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}
