import type { X509Certificate } from 'node:crypto'
import { LONGEST_CHAIN, readCertificates } from '#server/gateways/paypal/certificate-chain.ts'
import { PaymentProviderError } from '#server/gateways/paypal/gateway.ts'

const ISSUER_PATH = /^\/[\w.-]{1,100}\.crt$/
const MOST_BYTES = 64 * 1024

/** The certificate could not be fetched, so the event cannot be checked. */
export const unclear = (status: number): PaymentProviderError =>
  new PaymentProviderError({ status, issue: 'CERTIFICATE_NOT_FETCHED', isUnclear: true })

/** Undefined: there is no certificate at this address. @throws PaymentProviderError when no usable answer came. */
export async function fetchFile(url: URL, timeoutMs: number): Promise<Buffer | undefined> {
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

/** Where a certificate says that its issuer's is (RFC 5280, 4.2.2.1), if that is a host of ours. Plain HTTP: the chain is checked. */
function issuerUrlOf({ infoAccess }: X509Certificate, hosts: readonly string[]): URL | undefined {
  const [, address = ''] = /^CA Issuers - URI:(http\S+)$/m.exec(infoAccess ?? '') ?? []
  const url = URL.parse(address)
  return url && hosts.includes(url.host) && ISSUER_PATH.test(url.pathname) ? url : undefined
}

/** The certificates of the issuers that the provider did not send. */
export async function missingIssuers(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  {
    issuerHosts,
    timeoutMs,
  }: { readonly issuerHosts: readonly string[]; readonly timeoutMs: number },
): Promise<X509Certificate[]> {
  const found: X509Certificate[] = []
  let current = certificate
  for (let depth = 0; depth < LONGEST_CHAIN; depth += 1) {
    const known = others.find((other) => other !== current && current.checkIssued(other))
    const url = known ? undefined : issuerUrlOf(current, issuerHosts)
    const [fetched] = url ? readCertificates((await fetchFile(url, timeoutMs)) ?? '') : []
    if (fetched) found.push(fetched)
    const next = known ?? fetched
    if (!next) break
    current = next
  }
  return found
}
