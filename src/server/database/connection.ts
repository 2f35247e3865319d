import { Client, type ClientConfig } from 'pg'
import { closeWhenLate } from '#server/database/late-answers.ts'
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
const OF_CERTIFICATE = /CERT|ISSUER|LEAF_SIGNATURE|INVALID_CA|^ERR_(TLS|SSL)|^EPROTO$/

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
  if (!OF_CERTIFICATE.test(code)) return error
  return new DatabaseRefused(
    code,
    `The certificate of the database is refused (${code}): ${faultOfCertificate(code)}.`,
  )
}

type Config = ClientConfig & { readonly onError?: ((error: Error) => void) | undefined }
type Connected = (error: Error | null, client?: Client) => void

/** A connection with the rules of this program. A pool makes its connections with it. */
export class DatabaseClient extends Client {
  constructor({ onError, ...config }: Config = {}) {
    super(config)
    // The pool listens to idle connections only: without this, one that breaks while in use would end the process.
    this.on('error', (error) => onError?.(error))
    closeWhenLate(this)
  }

  async #open(): Promise<Client> {
    try {
      return await super.connect()
    } catch (error) {
      throw explained(error as Error)
    }
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

/** Opens one connection outside a pool; `name` is what Postgres shows for it. The caller ends it. */
export async function openClient(address: DatabaseAddress, name: string): Promise<Client> {
  return await new DatabaseClient({ ...connectionOf(address), application_name: name }).connect()
}
