import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isHealth } from '#app/http/request-check.ts'
import type { Logger } from '#core/server/logger.ts'
import { forwardedIn } from '#shared/node/network.ts'

const AGAIN_MS = 60 * 60_000

/** From where a proxy of the operator connects. Any other client can send the header too, and it says nothing then. */
const NEAR = new BlockList()
NEAR.addSubnet('127.0.0.0', 8)
NEAR.addSubnet('10.0.0.0', 8)
NEAR.addSubnet('172.16.0.0', 12)
NEAR.addSubnet('192.168.0.0', 16)
NEAR.addSubnet('::1', 128, 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')

const isNear = (address = '') => NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** What TRUST_PROXY and the request have against each other; undefined when they agree. */
function faultIn(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: number) {
  const forwarded = forwardedIn(request).length
  if (trustProxy === 0) {
    return forwarded > 0 && isNear(request.socket.remoteAddress)
      ? 'a proxy forwards visitors, but TRUST_PROXY is 0: all of them count as one network. Set it to the number of proxies'
      : undefined
  }
  return forwarded < trustProxy
    ? 'requests lack the addresses in X-Forwarded-For that TRUST_PROXY expects: visitors count as the network of the proxy. Let each proxy add the header, or correct TRUST_PROXY'
    : undefined
}

/**
 * Warns, once an hour at most, when limits count a proxy instead of the visitors. Nothing else shows it before the limits refuse visitors. `now` is
 * in milliseconds.
 */
export function proxyCheck(trustProxy: number, logger: Logger, now = () => performance.now()) {
  let silentUntil = Number.NEGATIVE_INFINITY
  return (request: Pick<IncomingMessage, 'url' | 'headers' | 'socket'>): void => {
    // Monitors call it without the proxy.
    if (isHealth(request)) return
    const fault = faultIn(request, trustProxy)
    if (fault === undefined || now() < silentUntil) return
    silentUntil = now() + AGAIN_MS
    logger.warn({ trustProxy }, fault)
  }
}
