import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { vi } from 'vitest'
import { startPostgres } from '#local/postgres/start-postgres.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/certificates')
const KEY = 'test-only.key'

/** A certificate for tests only: of `ca`, for the host name `localhost`, with one key. `expired` ended in 2020, the others last until 2126. */
export const certificate = (name: 'ca' | 'other-ca' | 'server' | 'expired') =>
  join(FOLDER, `${name}.pem`)

export type TlsServer = {
  /** Superuser, at 127.0.0.1. */
  readonly url: string
  /** A folder with a socket that leads to the server. */
  readonly socketFolder: string
  /** Offers new connections this certificate, or no TLS. */
  offer(name: 'server' | 'expired' | undefined): Promise<void>
  close(): Promise<void>
}

/** Starts Postgres with its data in an empty folder, and its TLS as the test says. */
export async function tlsServer(): Promise<TlsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-tls-'))
  const { url, stop } = await startPostgres(join(folder, 'postgres'))
  const { port } = new URL(url)
  const data = join(folder, 'postgres/pg17')
  const { uid, gid } = statSync(data)
  for (const file of [KEY, 'server.pem', 'expired.pem']) {
    copyFileSync(join(FOLDER, file), join(data, file))
    chownSync(join(data, file), uid, gid)
    // Postgres refuses a key that others may read.
    chmodSync(join(data, file), 0o600)
  }
  const run = async (...statements: string[]): Promise<unknown> => {
    const client = new Client({ connectionString: url, ssl: false })
    await client.connect()
    let answer: unknown
    for (const statement of statements) answer = (await client.query(statement)).rows[0]
    await client.end()
    return answer
  }
  const socket = createServer((incoming) => {
    const outgoing = connect(Number(port), '127.0.0.1')
    incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
    outgoing.on('error', () => incoming.destroy()).pipe(incoming)
  })
  await once(socket.listen(join(folder, `.s.PGSQL.${port}`)), 'listening')
  return {
    url,
    socketFolder: folder,
    async offer(name) {
      const ssl = name === undefined ? 'off' : 'on'
      const file = `${name ?? 'server'}.pem`
      await run(
        `alter system set ssl_cert_file = '${file}'`,
        `alter system set ssl_key_file = '${KEY}'`,
        `alter system set ssl = ${ssl}`,
        'select pg_reload_conf()',
      )
      const settings = `select current_setting('ssl') as ssl, current_setting('ssl_cert_file') as file`
      await vi.waitUntil(async () => {
        const now = (await run(settings)) as { ssl: string; file: string }
        return now.ssl === ssl && now.file === file
      }, 10_000)
    },
    async close() {
      socket.close()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
