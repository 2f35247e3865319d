import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** An address without the port and the IPv6 brackets that some proxies add. */
const bare = (address: string) =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ??
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
  address

const groupsOf = (part: string | undefined) => (part ? part.split(':') : [])

/** The first half of an IPv6 address, without leading zeros. */
function halfOf(address: string): string {
  const [before, after] = address.split('::')
  const left = groupsOf(before)
  const right = groupsOf(after)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = after === undefined ? left : [...left, ...zeros, ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Rate-limit IPv6 per /64: one subscriber owns at least that many addresses. */
function subscriber(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(address) ? `${halfOf(address)}::/64` : address
}

/** The addresses in X-Forwarded-For, the nearest proxy's last. */
export const forwardedIn = ({ headers }: Pick<IncomingMessage, 'headers'>): string[] =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The network that rate limits count by: behind `trustProxy` proxies, the address that the outermost one saw. */
export function networkOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: number,
): string {
  const seen = trustProxy > 0 ? forwardedIn(request).at(-trustProxy) : undefined
  return subscriber(bare(seen ?? request.socket.remoteAddress ?? 'unknown'))
}
