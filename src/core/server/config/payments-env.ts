import type { SiteEnv } from '#shared/environment.ts'
import { isLoopback } from '#shared/node/transport.ts'

/** Configuration of the payment provider. URLs without a trailing slash. */
export type PaymentsEnv = {
  readonly environment: 'production' | 'sandbox' | 'stand-in'
  readonly base: string
  /** The browser's script. */
  readonly sdkBase: string
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  readonly timeoutMs: number
}

export type PaymentValues = {
  readonly NODE_ENV?: 'production' | 'development' | 'test'
  readonly SITE_ENV?: SiteEnv
  readonly PAYPAL_CLIENT_ID?: string | undefined
  readonly PAYPAL_CLIENT_SECRET?: string | undefined
  readonly PAYPAL_WEBHOOK_ID?: string | undefined
  readonly PAYPAL_API_BASE?: string | undefined
  readonly PAYPAL_SDK_BASE?: string | undefined
}

/** What belongs together: all of these, or none. */
const NEEDED = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_API_BASE',
] as const

const OPTIONAL = ['PAYPAL_SDK_BASE'] as const

/** The provider's own addresses. */
const HOSTED = {
  'https://api-m.paypal.com': {
    environment: 'production',
    sdkBase: 'https://www.paypal.com/sdk/js',
  },
  'https://api-m.sandbox.paypal.com': {
    environment: 'sandbox',
    sdkBase: 'https://www.sandbox.paypal.com/sdk/js',
  },
} as const

const hostedAt = (base: string) => HOSTED[base as keyof typeof HOSTED] as HostedEntry | undefined
type HostedEntry = (typeof HOSTED)[keyof typeof HOSTED]

/** Faults of the variables together; each alone is valid. Pure. */
export function faultsOfPayments(values: PaymentValues): string[] {
  const set = [...NEEDED, ...OPTIONAL].find((name) => values[name] !== undefined)
  if (set === undefined) return []
  const missing = NEEDED.filter((name) => values[name] === undefined)
  if (missing.length > 0) return missing.map((name) => `${name} is missing: ${set} is set`)
  const base = values.PAYPAL_API_BASE ?? ''
  const hosted = hostedAt(base)
  return hosted ? faultsOfHosted(values, hosted) : faultsOfStandIn(values, base)
}

/** The live API is refused unless SITE_ENV is production; the sandbox is refused when it is. */
function faultsOfHosted(values: PaymentValues, { environment }: HostedEntry): string[] {
  const faults = OPTIONAL.filter((name) => values[name] !== undefined).map(
    (name) => `${name} is only for a stand-in`,
  )
  if (environment === 'production' && values.SITE_ENV !== 'production') {
    faults.push('PAYPAL_API_BASE names the live service: refused unless SITE_ENV is production')
  }
  if (environment === 'sandbox' && values.SITE_ENV === 'production') {
    faults.push('PAYPAL_API_BASE names the sandbox: refused when SITE_ENV is production')
  }
  return faults
}

function faultsOfStandIn(values: PaymentValues, base: string): string[] {
  if (!isLoopback(URL.parse(base)?.hostname ?? '')) {
    const known = Object.keys(HOSTED).join(' or ')
    return [`PAYPAL_API_BASE must be ${known}, or a stand-in on this computer`]
  }
  return values.SITE_ENV === 'local'
    ? []
    : ['PAYPAL_API_BASE names a stand-in: refused unless SITE_ENV is local']
}

/** The configuration of values without faults; undefined without a provider. Pure. */
export function paymentsEnv(
  values: PaymentValues & { readonly PAYPAL_TIMEOUT_MS: number },
): PaymentsEnv | undefined {
  const { PAYPAL_API_BASE: base, PAYPAL_CLIENT_ID: clientId } = values
  const { PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = values
  if (!(base && clientId && clientSecret && webhookId)) return undefined
  const hosted: HostedEntry | undefined = hostedAt(base)
  return {
    environment: hosted?.environment ?? 'stand-in',
    base,
    sdkBase: hosted?.sdkBase ?? values.PAYPAL_SDK_BASE ?? `${base}/sdk/js`,
    clientId,
    clientSecret,
    webhookId,
    timeoutMs: values.PAYPAL_TIMEOUT_MS,
  }
}
