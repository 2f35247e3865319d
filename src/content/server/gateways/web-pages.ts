import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Loopback, private, link-local, shared, test, multicast and reserved addresses (IANA special-purpose registries). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
// Of IPv6 only global unicast is public, without tunnels and translations, which can lead to any IPv4 address.
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
const PRIVATE_V6 = new BlockList()
PRIVATE_V6.addSubnet('2001::', 23, 'ipv6')
PRIVATE_V6.addSubnet('2001:db8::', 32, 'ipv6')
PRIVATE_V6.addSubnet('2002::', 16, 'ipv6')

/** Whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? PUBLIC_V6.check(address, 'ipv6') && !PRIVATE_V6.check(address, 'ipv6')
    : isIP(address) === 4 && !PRIVATE.check(address, 'ipv4')

/** A host has an address outside the public internet: nothing was requested. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

export type WebPagesOptions = {
  readonly timeoutMs: number
  /** Which addresses may be requested; `isPublicAddress` outside tests. */
  readonly mayConnect: (address: string) => boolean
}

/** The start of a response; `location` is set for a redirect. */
export type PageAnswer = { readonly status: number; readonly location: string | undefined }

/**
 * Requests a page of another website, without its content and without following redirects. It connects to the
 * address that was checked.
 * @throws PrivateAddress, and errors of `node:http`.
 */
export function askPage(
  method: 'HEAD' | 'GET',
  url: URL,
  { timeoutMs, mayConnect }: WebPagesOptions,
): Promise<PageAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Addresses are not looked up.
  if (isIP(host) !== 0 && !mayConnect(host)) return Promise.reject(new PrivateAddress(host))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        headers: { accept: '*/*', 'user-agent': 'Halyard link check' },
        lookup: publicLookup(mayConnect),
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
      },
      ({ statusCode = 0, headers: { location } }) => {
        resolve({ status: statusCode, location })
        asked.destroy()
      },
    )
    asked.on('error', reject).end()
  })
}

const publicLookup =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || first === undefined) return done(error ?? new Error('no address'), '')
      const isPublic = found.every(({ address }) => mayConnect(address))
      if (!isPublic) return done(new PrivateAddress(host), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }
