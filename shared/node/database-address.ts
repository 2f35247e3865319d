import { isLoopback } from './transport.ts'

/** The operator's word on encryption: DATABASE_CA, the text of certificates, and DATABASE_TLS. */
export type DatabaseTls = {
  readonly ca?: string | undefined
  readonly mode?: 'on' | 'off' | undefined
}

/** Where a database is, and how the connection is protected. Without `tls` the rule is the strict one. */
export type DatabaseAddress = { readonly url: string; readonly tls?: DatabaseTls | undefined }

/** How connections reach the database. */
export const DATABASE_TRANSPORTS = ['tls', 'socket', 'loopback', 'unencrypted'] as const
export type DatabaseTransport = (typeof DATABASE_TRANSPORTS)[number]

/** The parameters of DATABASE_URL that are read. pg would take each other one as a setting of ours, such as `ssl`. */
const PARAMETERS = ['host', 'sslmode']
/** Values of `sslmode` that request encryption: each means a verified certificate here, as `verify-full` does. */
const ASKS_FOR_TLS = ['require', 'verify-ca', 'verify-full']

function read({ url, tls = {} }: DatabaseAddress) {
  const { hostname, searchParams } = new URL(url)
  const sslmode = searchParams.get('sslmode')
  return {
    host: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    parameters: [...searchParams.keys()],
    sslmode,
    mode: tls.mode,
    isAsked: tls.mode === 'on' || tls.ca !== undefined || ASKS_FOR_TLS.includes(sslmode ?? ''),
  }
}

/** A ? or # of a password that is not percent-encoded makes the rest of it a parameter: its name must not be shown. */
const SPLITS_PASSWORD = /[?#].*@/

/** How this address is reached. Pure. */
export function transportOf(address: DatabaseAddress): DatabaseTransport {
  const { host, mode, isAsked } = read(address)
  if (host.startsWith('/')) return 'socket'
  if (isAsked) return 'tls'
  if (isLoopback(host)) return 'loopback'
  return mode === 'off' ? 'unencrypted' : 'tls'
}

function canDecode(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  try {
    decodeURIComponent(hostname + pathname)
    return true
  } catch {
    return false
  }
}

/** What is wrong with an address whose URL can be parsed, for the operator; never a value of it. Pure. */
export function faultsOfAddress(address: DatabaseAddress): string[] {
  if (SPLITS_PASSWORD.test(address.url)) {
    return ['DATABASE_URL has an @ behind a ? or #: write ? as %3F and # as %23 in the password']
  }
  if (!canDecode(address.url)) {
    return ['DATABASE_URL has a % in its host or database that encodes nothing: write it as %25']
  }
  const { host, parameters, sslmode, mode, isAsked } = read(address)
  const unknown = parameters.filter((name) => !PARAMETERS.includes(name))
  const faults = unknown.map((name) =>
    name.startsWith('ssl')
      ? `DATABASE_URL has the parameter ${name}: set DATABASE_CA for a private CA`
      : `DATABASE_URL has the parameter ${name}: only ${PARAMETERS.join(' and ')} are read`,
  )
  if (host === '') faults.push('DATABASE_URL names no host')
  if (mode === 'off' && isAsked) {
    faults.push('DATABASE_TLS is off: refused with DATABASE_CA and with an sslmode of DATABASE_URL')
  }
  if (sslmode === 'disable' && transportOf(address) === 'tls') {
    faults.push(
      'DATABASE_URL has sslmode=disable: set DATABASE_TLS=off as well, in a private network only',
    )
  }
  if (sslmode !== null && sslmode !== 'disable' && !ASKS_FOR_TLS.includes(sslmode)) {
    faults.push(
      `DATABASE_URL has an sslmode that does not verify the certificate: use ${ASKS_FOR_TLS.at(-1)}`,
    )
  }
  return faults
}

/**
 * The options with which pg connects: verified TLS, or none where `transportOf` says so. The parameters of the URL do not reach pg,
 * and neither NODE_TLS_REJECT_UNAUTHORIZED nor PGSSLMODE changes them.
 * @throws when the address has a fault.
 */
export function connectionOf(address: DatabaseAddress) {
  const [fault] = faultsOfAddress(address)
  if (fault !== undefined) throw new Error(fault)
  const [base] = address.url.split(/[?#]/)
  const host = new URL(address.url).searchParams.get('host')
  return {
    connectionString: host === null ? base : `${base}?host=${encodeURIComponent(host)}`,
    ssl:
      transportOf(address) === 'tls'
        ? { rejectUnauthorized: true, ...(address.tls?.ca && { ca: address.tls.ca }) }
        : false,
  }
}
