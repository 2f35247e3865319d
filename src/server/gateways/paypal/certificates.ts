import type { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { absentAddresses } from '#server/gateways/paypal/absent-addresses.ts'
import {
  isCurrent,
  isTrusted,
  readCertificates,
} from '#server/gateways/paypal/certificate-chain.ts'
import { fetchFile, missingIssuers, unclear } from '#server/gateways/paypal/certificate-files.ts'

export type CertificateEnv = {
  /** Hosts, with their port, that certificates are fetched from. */
  readonly certHosts: readonly string[]
  /** Hosts that certificates of issuers are fetched from, when the provider leaves them out. */
  readonly issuerHosts: readonly string[]
  /** The root (PEM) of a stand-in; undefined: public roots. */
  readonly certAuthority: string | undefined
  readonly timeoutMs: number
}

/** Certificates with their issuers (PEM) that were trusted before, also by other processes. */
export type CertificateMemory = {
  read(): Promise<readonly { readonly address: string; readonly pem: string }[]>
  keep(known: {
    readonly address: string
    readonly pem: string
    readonly validUntil: Date
  }): Promise<void>
}

export type CertificateOptions = {
  readonly memory?: CertificateMemory | undefined
  /** Whether an event from this network may cause a request for an unknown certificate. Undefined: always, where no stranger sends events. */
  readonly mayFetch?: ((network: string) => boolean) | undefined
}

const PATH = /^\/v1\/notifications\/certs\/[\w-]{1,200}$/
/** The subject that the provider signs webhooks with, live and in the sandbox. */
const SUBJECT = /^CN=messageverificationcerts(\.sandbox)?\.paypal\.com$/m
const MOST_KEPT = 16
/** Another process may have met a new certificate. */
const READ_AGAIN_MS = 10_000

const NO_MEMORY: CertificateMemory = { read: async () => [], keep: async () => undefined }

type Chain = readonly [X509Certificate, ...X509Certificate[]]

/** Reads and checks certificates: only those of the provider, valid now. */
function chainsOf(env: CertificateEnv) {
  let roots: X509Certificate[] | undefined

  function isProvider([certificate, ...others]: Chain): boolean {
    roots ??= readCertificates(env.certAuthority ?? rootCertificates.join('\n'))
    return isTrusted(certificate, others, roots, new Date())
  }

  function read(content: Buffer | string): Chain | undefined {
    const [certificate, ...others] = readCertificates(content)
    return certificate && SUBJECT.test(certificate.subject) ? [certificate, ...others] : undefined
  }

  return {
    /** Undefined: the provider has no certificate at this address. */
    async load(url: URL): Promise<Chain | undefined> {
      const chain = read((await fetchFile(url, env.timeoutMs)) ?? '')
      if (!chain || isProvider(chain)) return chain
      const [certificate, ...others] = chain
      const whole: Chain = [...chain, ...(await missingIssuers(certificate, others, env))]
      return isProvider(whole) ? whole : undefined
    },

    /** Undefined: what was stored is not, or no longer, to be trusted. */
    trusted(pem: string): X509Certificate | undefined {
      const chain = read(pem)
      return chain && isProvider(chain) ? chain[0] : undefined
    },
  }
}

/** Reads an address of one of the provider's hosts; undefined for every other. */
function urlsOf({ certHosts, certAuthority }: CertificateEnv) {
  const protocol = certAuthority === undefined ? 'https:' : 'http:'
  return (text: string): URL | undefined => {
    const url = URL.parse(text)
    const isKnown = url?.protocol === protocol && certHosts.includes(url.host)
    const isPlain = url?.username === '' && url.password === '' && url.search === ''
    return isKnown && isPlain && PATH.test(url.pathname) ? url : undefined
  }
}

/** Certificates that were trusted before, by address; their dates are checked at each use. */
function keptCertificates(
  env: CertificateEnv,
  { memory = NO_MEMORY }: CertificateOptions,
  trusted: (pem: string) => X509Certificate | undefined,
) {
  const urlOf = urlsOf(env)
  const kept = new Map<string, X509Certificate>()
  let reading: { readonly at: number; readonly done: Promise<void> } | undefined

  function put(href: string, certificate: X509Certificate): void {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(href, certificate)
  }

  async function read(): Promise<void> {
    for (const { address, pem } of await memory.read()) {
      const url = urlOf(address)
      const certificate = url && trusted(pem)
      if (certificate) put(url.href, certificate)
    }
  }

  /** What is stored is read at most once in ten seconds. */
  function readOnce(): Promise<void> {
    if (reading === undefined || performance.now() - reading.at > READ_AGAIN_MS) {
      reading = { at: performance.now(), done: read() }
      reading.done.catch(() => {
        reading = undefined
      })
    }
    return reading.done
  }

  return {
    drop: (href: string) => void kept.delete(href),

    async find(href: string): Promise<X509Certificate | undefined> {
      if (!kept.has(href)) await readOnce()
      return kept.get(href)
    },

    async keep(href: string, chain: Chain): Promise<X509Certificate> {
      const [certificate] = chain
      const validUntil = new Date(certificate.validTo)
      await memory.keep({ address: href, pem: chain.join(''), validUntil })
      put(href, certificate)
      return certificate
    },
  }
}

/**
 * The provider's signing certificates, by address. A forged event may name any address of the provider's host: what is known is not
 * fetched, and `mayFetch` limits the requests for unknown addresses.
 */
export function certificateStore(env: CertificateEnv, options: CertificateOptions = {}) {
  const { mayFetch = () => true } = options
  const chains = chainsOf(env)
  const urlOf = urlsOf(env)
  const absent = absentAddresses(() => performance.now())
  const kept = keptCertificates(env, options, chains.trusted)
  const loading = new Map<string, Promise<X509Certificate | undefined>>()

  async function load(url: URL): Promise<X509Certificate | undefined> {
    const chain = await chains.load(url)
    if (chain) return kept.keep(url.href, chain)
    absent.add(url.href)
    return undefined
  }

  /** Calls for one address share one request. */
  function loadOnce(url: URL, network: string): Promise<X509Certificate | undefined> {
    const { href } = url
    const known = loading.get(href)
    if (known) return known
    if (absent.has(href)) return Promise.resolve(undefined)
    if (!mayFetch(network)) return Promise.reject(unclear(429))
    const work = load(url).finally(() => loading.delete(href))
    loading.set(href, work)
    return work
  }

  return {
    /**
     * The certificate at an address of the provider; undefined when it is not the provider's, or not valid now. `network`: of the sender.
     * @throws PaymentProviderError when it cannot be fetched.
     */
    async find(address: string, network: string): Promise<X509Certificate | undefined> {
      const url = urlOf(address)
      if (!url) return undefined
      const certificate = (await kept.find(url.href)) ?? (await loadOnce(url, network))
      if (certificate && isCurrent(certificate, new Date())) return certificate
      kept.drop(url.href)
      return undefined
    },
  }
}
