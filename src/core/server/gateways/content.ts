import type { SanityClient } from '@sanity/client'
import * as z from 'zod/mini'
import { MAX_CHARGE_PENCE, MAX_CHARGE_PERCENT } from '#core/rules/content-limits.ts'
import { SETTING_FIELDS, withValuesOf } from '#core/rules/setting-values.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'
import type { Logger } from '#core/server/logger.ts'
import { SETTINGS_DOCUMENT } from '#shared/content-lake.ts'

/** The charity's details, for mails and refusals. */
export type Charity = {
  readonly charityName: string
  readonly product: string
  readonly bookingPhone: string
  readonly supportEmail: string
  /** Recipient of enquiries; empty until content was read once. */
  readonly email: string
  /** How patients prepare for an appointment, one paragraph each; empty until an editor has written it (REM-01). */
  readonly preparationAdvice: readonly string[]
  /** Postal address, one line per entry, and registration number, for receipts; empty until content was read once. */
  readonly address: readonly string[]
  readonly charityNumber: string
  /** What a refund keeps back (PAY-08): `percent` of the price plus `pence`. Nothing while no valid charge is set. */
  readonly paymentCharge: PaymentCharge
}

export type PaymentCharge = { readonly percent: number; readonly pence: number }

export type ContentGateway = {
  /** The charity's details, read again every five minutes; the last known details until then, and while content cannot be reached. */
  charity(): Promise<Charity>
  /** @throws when content cannot be read. */
  isReachable(): Promise<boolean>
  /** Drops the cache, after a publication. */
  clearCache(): void
}

const lines = z.pipe(
  z.nullish(z.array(z.string())),
  z.transform((entries) => entries ?? []),
)
const NO_CHARGE: PaymentCharge = { percent: 0, pence: 0 }
/** Documents can be published without the Studio's validation: an invalid charge costs the charity, not a patient. */
const paymentCharge = z.catch(
  z.object({
    percent: z.number().check(z.gte(0), z.lte(MAX_CHARGE_PERCENT)),
    pence: z.int().check(z.gte(0), z.lte(MAX_CHARGE_PENCE)),
  }),
  NO_CHARGE,
)

const charitySchema = z.object({
  charityName: z.string(),
  product: z.string(),
  bookingPhone: z.string(),
  supportEmail: z.string(),
  email: z.string(),
  preparationAdvice: lines,
  address: lines,
  charityNumber: z.pipe(
    z.nullish(z.string()),
    z.transform((number) => number ?? ''),
  ),
  paymentCharge,
})
const QUERY = `${SETTINGS_DOCUMENT}{${SETTING_FIELDS}, preparationAdvice, address, paymentCharge{percent, pence}}`

function charityOf(settings: object | null): Charity {
  const charity = charitySchema.parse(settings)
  const filled = (text: string) => withValuesOf(text, settings ?? {})
  return {
    ...charity,
    address: charity.address.map(filled),
    preparationAdvice: charity.preparationAdvice.map(filled),
  }
}

const KEEP_MS = 5 * 60_000
const AFTER_FAILURE_MS = 10_000
const TIME_OUT_MS = 3_000

/** Used until content was read once. */
const UNKNOWN: Charity = {
  charityName: 'The charity',
  product: 'Screening',
  bookingPhone: '',
  supportEmail: '',
  email: '',
  preparationAdvice: [],
  address: [],
  charityNumber: '',
  paymentCharge: NO_CHARGE,
}

/** A client for published documents of the Content Lake, hosted or stand-in; one attempt per read. */
export function publishedContent(env: ContentEnv): SanityClient {
  return lakeClient(env, { perspective: 'published', timeout: TIME_OUT_MS, maxRetries: 0 })
}

/** Reads site settings from the Content Lake (or its stand-in) with the published perspective. */
export function contentGateway(env: ContentEnv, logger: Logger): ContentGateway {
  const client = publishedContent(env)
  let known = UNKNOWN
  /** When `known` has to be read again; undefined: before its next use. */
  let dueAt: number | undefined
  let running: Promise<void> | undefined
  /** At most one read runs; a read that began before `clearCache` changes nothing. */
  const read = (): Promise<void> => {
    if (running !== undefined) return running
    const begun = client
      .fetch<object | null>(QUERY)
      .then((settings) => {
        const charity = charityOf(settings)
        if (running === begun) {
          known = charity
          dueAt = performance.now() + KEEP_MS
        }
      })
      .finally(() => {
        if (running === begun) running = undefined
      })
    running = begun
    return begun
  }
  const readForUse = () =>
    read().catch(() => {
      dueAt = performance.now() + AFTER_FAILURE_MS
      logger.warn('site settings could not be read; using the last known ones')
    })
  return {
    async charity() {
      if (dueAt === undefined) await readForUse()
      else if (performance.now() > dueAt) void readForUse()
      return known
    },
    async isReachable() {
      await read()
      return true
    },
    clearCache() {
      dueAt = undefined
      running = undefined
    },
  }
}
