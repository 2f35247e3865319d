import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
/** How many steps may lead from a certificate to its root. */
export const LONGEST_CHAIN = 5

export const isCurrent = (certificate: X509Certificate, now: Date): boolean =>
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

/** Reads PEM with several certificates, or DER with one. Pure; empty when it is neither. */
export function readCertificates(content: Buffer | string): X509Certificate[] {
  const pems = content.toString().match(PEM)
  try {
    return pems ? pems.map((text) => new X509Certificate(text)) : [new X509Certificate(content)]
  } catch {
    return []
  }
}
