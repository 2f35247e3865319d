import { isIPv4 } from 'node:net'

/** Whether a host, as in a URL, is this computer: what is sent to it passes no network. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** Whether what is sent to a web address is encrypted, or stays on this computer. */
export function isPrivateWeb(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

/**
 * Options of a mail transport: without an encrypted connection and a valid certificate neither the password nor a mail is
 * sent, except to this computer. Parameters in the URL would replace them: the configuration refuses such a URL.
 */
export const smtpTransport = (url: string) => ({
  url,
  requireTLS: !isLoopback(URL.parse(url)?.hostname ?? ''),
  tls: { rejectUnauthorized: true },
})
