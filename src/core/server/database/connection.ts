import { Client, type ClientConfig } from 'pg'
import { closeWhenLate } from '#core/server/database/late-answers.ts'
import { connectionOf, type DatabaseAddress } from '#shared/node/database-address.ts'

/** A connection that must not be used. The message is for the operator, and names no address and no password. */
export class DatabaseRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'DatabaseRefused'
    this.code = code
  }
}

/** pg's messages when the server has no TLS. Nothing was sent to it but the question. */
const NO_TLS = new Set([
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
])
const OF_CERTIFICATE = /CERT|ISSUER|LEAF_SIGNATURE|INVALID_CA/
/** No connection, so no certificate was judged: another version of TLS, or no TLS behind the promise of it. */
const OF_PROTOCOL = /^ERR_(TLS|SSL)|^EPROTO$/

function faultOfCertificate(code: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'it is not for the host name of DATABASE_URL'
  if (code === 'CERT_HAS_EXPIRED') return 'it has expired'
  return 'it is not of a CA that is trusted here. For a private CA set DATABASE_CA to the certificate of that CA'
}

/** The sentence for the operator instead of an error about encryption; other errors stay. */
function explained(error: Error & { code?: string }): Error {
  if (NO_TLS.has(error.message)) {
    return new DatabaseRefused(
      'NO_TLS',
      'The database offers no encrypted connection, so nothing was sent to it. Set up TLS there. In a private network DATABASE_TLS=off allows a connection without it.',
    )
  }
  const code = error.code ?? ''
  if (OF_PROTOCOL.test(code) && !OF_CERTIFICATE.test(code)) {
    return new DatabaseRefused(
      code,
      `No encrypted connection to the database could be made (${code}): it must offer TLS 1.2 or later.`,
    )
  }
  if (!OF_CERTIFICATE.test(code)) return error
  return new DatabaseRefused(
    code,
    `The certificate of the database is refused (${code}): ${faultOfCertificate(code)}.`,
  )
}

/** Settings of a session by their names in Postgres; times in milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>

type Config = ClientConfig & {
  readonly settings?: SessionSettings
  readonly onError?: ((error: Error) => void) | undefined
}
type Connected = (error: Error | null, client?: Client) => void

/** One statement for all settings, with their values as parameters. */
const setAll = (settings: SessionSettings) => ({
  text: `select ${Object.keys(settings)
    .map((_, n) => `set_config($${2 * n + 1}, $${2 * n + 2}, false)`)
    .join()}`,
  values: Object.entries(settings).flatMap(([name, value]) => [name, String(value)]),
})

/**
 * A connection with the rules of this program. A pool makes its connections with it. `settings` are set by a statement, which is part of connecting:
 * poolers drop the same parameters of the start-up message without an error.
 */
export class DatabaseClient extends Client {
  readonly #settings: SessionSettings | undefined

  constructor({ onError, settings, ...config }: Config = {}) {
    super(config)
    this.#settings = settings
    // The pool listens to idle connections only: without this, one that breaks while in use would end the process.
    this.on('error', (error) => onError?.(error))
    closeWhenLate(this)
  }

  async #open(): Promise<Client> {
    try {
      await super.connect()
    } catch (error) {
      throw explained(error as Error)
    }
    if (this.#settings === undefined) return this
    try {
      await this.query(setAll(this.#settings))
    } catch (error) {
      // A pool forgets a connection that could not be made, and does not close it.
      void this.end()
      throw error
    }
    return this
  }

  override connect(): Promise<Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<Client> | undefined {
    const opened = this.#open()
    if (callback === undefined) return opened
    opened.then((client) => callback(null, client), callback)
    return undefined
  }
}

/** Long statements are expected. A pooler can hand over a connection with the limits of another session, and a role can have its own limits. */
const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** Opens one connection outside a pool, without time limits; `name` is what Postgres shows for it. The caller ends it. */
export async function openClient(address: DatabaseAddress, name: string): Promise<Client> {
  const settings = { ...NO_LIMITS, application_name: name }
  return await new DatabaseClient({ ...connectionOf(address), settings }).connect()
}
