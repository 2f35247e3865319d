import { createHash } from 'node:crypto'
import type { LeftAddress } from '#content/rules/redirects.ts'
import { causeOf } from '#core/server/cause.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'
import type { Logger } from '#core/server/logger.ts'

const TIME_OUT_MS = 5_000

/** One document per address: a later change of the same address replaces it. */
const idOf = (from: string) =>
  `redirect-${createHash('sha256').update(from).digest('hex').slice(0, 24)}`

/**
 * Stores former addresses of documents as documents of the type `redirect`, which editors can change. The function returns
 * false when they could not be stored: without `writeToken`, or while content cannot be reached.
 */
export function redirectsGateway(
  env: ContentEnv,
  writeToken: string | undefined,
  logger: Logger,
): (addresses: readonly LeftAddress[]) => Promise<boolean> {
  if (writeToken === undefined) return () => Promise.resolve(false)
  const client = lakeClient({ ...env, token: writeToken }, { timeout: TIME_OUT_MS, maxRetries: 1 })
  return async (addresses) => {
    try {
      const change = client.transaction()
      for (const { from, id } of addresses) {
        change.createOrReplace({
          _id: idOf(from),
          _type: 'redirect',
          from,
          target: { _type: 'reference', _ref: id, _weak: true },
        })
      }
      await change.commit()
      return true
    } catch (error) {
      logger.warn({ error: causeOf(error) }, 'redirects could not be stored')
      return false
    }
  }
}
