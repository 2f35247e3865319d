import { createClient } from '@sanity/client'
import * as z from 'zod/mini'
import type { ContentEnv } from '#server/config/env.ts'
import type { Logger } from '#server/logger.ts'

/** What the server itself says in the charity's name: in mails and refusals. */
export type Charity = {
  readonly charityName: string
  readonly product: string
  readonly bookingPhone: string
  readonly supportEmail: string
  /** Where enquiries go; empty while content was never reached. */
  readonly email: string
}

export type ContentGateway = {
  /** The charity's details; the last known ones while content cannot be reached. */
  charity(): Promise<Charity>
  isReachable(): Promise<boolean>
  /** Lets the next question reach the lake again: something was published. */
  forget(): void
}

const charitySchema = z.object({
  charityName: z.string(),
  product: z.string(),
  bookingPhone: z.string(),
  supportEmail: z.string(),
  email: z.string(),
})
const QUERY = `*[_type == "siteSettings"][0]{charityName, product, bookingPhone, supportEmail, email}`

const KEEP_MS = 5 * 60_000
const TIME_OUT_MS = 3_000

/** Neutral words for a process that has never reached its content. */
const UNKNOWN: Charity = {
  charityName: 'The charity',
  product: 'Screening',
  bookingPhone: '',
  supportEmail: '',
  email: '',
}

/** Reads site settings from the Content Lake (or its stand-in) with the published perspective. */
export function contentGateway(env: ContentEnv, logger: Logger): ContentGateway {
  const client = createClient({
    projectId: env.projectId,
    dataset: env.dataset,
    apiVersion: '2025-02-19',
    perspective: 'published',
    useCdn: false,
    timeout: TIME_OUT_MS,
    maxRetries: 0,
    ...(env.token === undefined ? {} : { token: env.token }),
    ...(env.apiHost === undefined ? {} : { apiHost: env.apiHost, useProjectHostname: false }),
  })
  let known = UNKNOWN
  let readAt = Number.NEGATIVE_INFINITY
  const read = async () => {
    known = charitySchema.parse(await client.fetch(QUERY))
    readAt = performance.now()
  }
  return {
    async charity() {
      if (performance.now() - readAt > KEEP_MS) {
        await read().catch(() => {
          readAt = performance.now() - KEEP_MS + 10_000
          logger.warn('site settings could not be read; the last known ones serve')
        })
      }
      return known
    },
    async isReachable() {
      await read()
      return true
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
