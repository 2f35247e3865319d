import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { PaymentProviderError } from '#server/gateways/paypal/gateway.ts'

export type CertificateEnv = {
  /** Hosts, with their port, that certificates are fetched from. */
  readonly certHosts: readonly string[]
  /** Hosts that certificates of issuers are fetched from, when the provider leaves them out. */
  readonly issuerHosts: readonly string[]
  /** The root (PEM) of a stand-in; undefined: public roots. */
  readonly certAuthority: string | undefined
  readonly timeoutMs: number
}

const PATH = /^\/v1\/notifications\/certs\/[\w-]{1,200}$/
/** The subject that the provider signs webhooks with, live and in the sandbox. */
const SUBJECT = /^CN=messageverificationcerts(\.sandbox)?\.paypal\.com$/m
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const ISSUER_PATH = /^\/[\w.-]{1,100}\.crt$/
const MOST_BYTES = 64 * 1024
const LONGEST_CHAIN = 5
const MOST_KEPT = 16
/** A forged event may name any certificate: after so many that were none of the provider's no further one is fetched for a while. */
const FRUITLESS_PER_MINUTE = 20
const MINUTE_MS = 60_000

const isCurrent = (certificate: X509Certificate, now: Date) =>
  new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)

/** Whether `certificate` leads to one of `roots`, each step signed by the next, all of them valid `now`. Pure. */
export function isTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: Date,
): boolean {
  let current = certificate
  for (let depth = 0; depth < LONGEST_CHAIN; depth += 1) {
    if (!isCurrent(current, now)) return false
    const isIssuer = (candidate: X509Certificate) =>
      candidate.ca && current.checkIssued(candidate) && current.verify(candidate.publicKey)
    const root = roots.find(isIssuer)
    if (root) return isCurrent(root, now)
    const issuer = others.find((other) => other !== current && isIssuer(other))
    if (!issuer) return false
    current = issuer
  }
  return false
}

/** Reads PEM with several certificates, or DER with one. */
function parsed(content: Buffer | string): X509Certificate[] {
  const pems = content.toString().match(PEM)
  try {
    return pems ? pems.map((text) => new X509Certificate(text)) : [new X509Certificate(content)]
  } catch {
    return []
  }
}

/** Where a certificate says that its issuer's is (RFC 5280, 4.2.2.1), if that is a host of ours. Plain HTTP: the chain is checked. */
function issuerUrlOf({ infoAccess }: X509Certificate, hosts: readonly string[]): URL | undefined {
  const [, address = ''] = /^CA Issuers - URI:(http\S+)$/m.exec(infoAccess ?? '') ?? []
  const url = URL.parse(address)
  return url && hosts.includes(url.host) && ISSUER_PATH.test(url.pathname) ? url : undefined
}

/** The certificates of the issuers that the provider did not send. */
async function missingIssuers(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  { issuerHosts, timeoutMs }: CertificateEnv,
): Promise<X509Certificate[]> {
  const found: X509Certificate[] = []
  let current = certificate
  for (let depth = 0; depth < LONGEST_CHAIN; depth += 1) {
    const known = others.find((other) => other !== current && current.checkIssued(other))
    const url = known ? undefined : issuerUrlOf(current, issuerHosts)
    const [fetched] = url ? parsed((await fetchFile(url, timeoutMs)) ?? '') : []
    if (fetched) found.push(fetched)
    const next = known ?? fetched
    if (!next) break
    current = next
  }
  return found
}

const unclear = (status: number) =>
  new PaymentProviderError({ status, issue: 'CERTIFICATE_NOT_FETCHED', isUnclear: true })

/** Undefined: there is none at this address. */
async function fetchFile(url: URL, timeoutMs: number): Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { redirect: 'error', signal }).catch(() => {
    throw unclear(0)
  })
  if (response.status === 429 || response.status >= 500) throw unclear(response.status)
  const content = await response.arrayBuffer().catch(() => {
    throw unclear(0)
  })
  return response.ok && content.byteLength <= MOST_BYTES ? Buffer.from(content) : undefined
}

/** Addresses that gave no certificate of the provider, for a minute each: what there is none at, and what could not be fetched. */
function fruitlessAddresses() {
  const until = new Map<string, number>()
  const absent = new Set<string>()
  const forget = () => {
    const now = performance.now()
    for (const [href, end] of until) {
      if (end > now) continue
      until.delete(href)
      absent.delete(href)
    }
  }
  return {
    add(href: string, isAbsent: boolean): void {
      until.set(href, performance.now() + MINUTE_MS)
      if (isAbsent) absent.add(href)
    },
    isAbsent(href: string): boolean {
      forget()
      return absent.has(href)
    },
    areTooMany: () => until.size >= FRUITLESS_PER_MINUTE,
  }
}

/** The provider's signing certificates, by address. Trusted ones are kept; their dates are checked at each use. */
export function certificateStore(env: CertificateEnv) {
  const { certHosts, certAuthority, timeoutMs } = env
  const kept = new Map<string, X509Certificate>()
  const fruitless = fruitlessAddresses()
  const loading = new Map<string, Promise<X509Certificate | undefined>>()
  let roots: X509Certificate[] | undefined

  function urlOf(text: string): URL | undefined {
    const url = URL.parse(text)
    const protocol = certAuthority === undefined ? 'https:' : 'http:'
    const isKnown = url?.protocol === protocol && certHosts.includes(url.host)
    const isPlain = url?.username === '' && url.password === '' && url.search === ''
    return isKnown && isPlain && PATH.test(url.pathname) ? url : undefined
  }

  async function load(url: URL): Promise<X509Certificate | undefined> {
    const [certificate, ...others] = parsed((await fetchFile(url, timeoutMs)) ?? '')
    if (!(certificate && SUBJECT.test(certificate.subject))) return undefined
    roots ??=
      certAuthority === undefined ? parsed(rootCertificates.join('\n')) : parsed(certAuthority)
    if (isTrusted(certificate, others, roots, new Date())) return certificate
    const issuers = [...others, ...(await missingIssuers(certificate, others, env))]
    return isTrusted(certificate, issuers, roots, new Date()) ? certificate : undefined
  }

  /** Calls for one address share one request. */
  function loadOnce(url: URL): Promise<X509Certificate | undefined> {
    const { href } = url
    const known = loading.get(href)
    if (known) return known
    if (fruitless.isAbsent(href)) return Promise.resolve(undefined)
    if (fruitless.areTooMany() || loading.size >= FRUITLESS_PER_MINUTE) {
      return Promise.reject(unclear(429))
    }
    const work = load(url)
      .then(
        (certificate) => {
          if (!certificate) fruitless.add(href, true)
          return certificate
        },
        (error: unknown) => {
          fruitless.add(href, false)
          throw error
        },
      )
      .finally(() => loading.delete(href))
    loading.set(href, work)
    return work
  }

  return {
    /**
     * The certificate at an address of the provider; undefined when it is not the provider's, or not valid now.
     * @throws PaymentProviderError when it cannot be fetched.
     */
    async find(address: string): Promise<X509Certificate | undefined> {
      const url = urlOf(address)
      if (!url) return undefined
      const certificate = kept.get(url.href) ?? (await loadOnce(url))
      if (!(certificate && isCurrent(certificate, new Date()))) {
        kept.delete(url.href)
        return undefined
      }
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(url.href, certificate)
      return certificate
    },
  }
}
