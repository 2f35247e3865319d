import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Which features of the browser a page may use; the camera only where labels are scanned (decision 006). */
export const permissionsPolicy = ({ camera }: { camera: boolean }): string =>
  `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(self), payment=(self), usb=()`

/** Headers of every response. */
export const baseHeaders = (siteUrl: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy({ camera: false }),
  ...(siteUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
})

/** The content security policy of responses that are not pages. */
export const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'"

const OF_DOCUMENTS = [
  'content-security-policy',
  'referrer-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
]

/**
 * Removes the headers that only protect documents, for a file that browsers never show as one: a script, a style sheet, a font
 * or a tile. A page loads up to sixty of these, and the headers are a quarter of a kilobyte each time (decision 006).
 */
export function omitDocumentHeaders(response: ServerResponse): void {
  for (const name of OF_DOCUMENTS) response.removeHeader(name)
}

/** Directives that get the provider's origins. */
const PROVIDER_SOURCES = new Set(['script-src', 'img-src', 'connect-src'])
/** The provider's script and the library that loads it do not support Trusted Types. */
const DROPPED = new Set(['require-trusted-types-for', 'trusted-types'])

/**
 * The policy of the checkout page: that of every page, and the provider's origins for scripts, frames, images and connections.
 * Inline styles are allowed, because the provider's script lays out its frames with them; inline scripts are not.
 */
export function checkoutPolicy(policy: string, providerOrigins: readonly string[]): string {
  if (providerOrigins.length === 0) return policy
  const origins = providerOrigins.join(' ')
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '')
    .flatMap((directive) => {
      const [name = ''] = directive.split(' ')
      if (DROPPED.has(name)) return []
      if (name === 'style-src') return [`style-src 'self' 'unsafe-inline'`]
      return [PROVIDER_SOURCES.has(name) ? `${directive} ${origins}` : directive]
    })
  return [...directives, `frame-src ${origins}`].join('; ')
}

const headersFile = z.array(
  z.object({
    pathname: z.string(),
    headers: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
)

/** Adds frame-ancestors, which a meta element cannot set. */
export const withFrameAncestors = (policy: string) =>
  /frame-ancestors/.test(policy)
    ? policy
    : `${policy.replace(/;?\s*$/, '')}; frame-ancestors 'none'`

/**
 * The content security policy of each pre-rendered page by its exact path, from the build's `_headers.json`.
 * (The adapter's own look-up matches by substring: decision 006.)
 */
export function readPolicies(buildDir: string): ReadonlyMap<string, string> {
  const entries = headersFile.parse(
    JSON.parse(readFileSync(join(buildDir, '_headers.json'), 'utf8')),
  )
  const policies = new Map<string, string>()
  for (const { pathname, headers } of entries) {
    const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy')
    const path = pathname.replace(/(.)\/$/, '$1')
    if (policy !== undefined) policies.set(path, withFrameAncestors(policy.value))
  }
  return policies
}
