import { timingSafeEqual } from 'node:crypto'
import {
  decodeSignatureHeader,
  encodeSignatureHeader,
  isSignatureError,
  SIGNATURE_HEADER_NAME,
} from '@sanity/webhook'
import * as z from 'zod/mini'
import { causeOf } from '#core/server/cause.ts'
import type { SignedRoute } from '#core/server/http/binding.ts'
import { parseFields, readBody } from '#core/server/http/input.ts'
import type { Logger } from '#core/server/logger.ts'
import { done, type Outcome, refused, wrongFields } from '#core/server/outcome.ts'
import { CONTENT_WEBHOOK_PATH } from '#shared/content-lake.ts'

/** Older signatures are refused, so that a captured notice cannot be replayed later. */
export const MAX_AGE_MS = 10 * 60_000

export type WebhookOptions = {
  readonly secret: string | undefined
  /** Stores a build request durably, from which publish/publisher.ts starts a build; throws when the disk refuses. */
  readonly request: () => void
  readonly now: () => number
  readonly logger: Logger
}

const notice = z.object({
  _id: z.string().check(z.minLength(1), z.maxLength(200)),
  _type: z.string().check(z.minLength(1), z.maxLength(200)),
  operation: z.enum(['create', 'update', 'delete']),
})

/** Whether `text` carries Sanity's signature by `secret`, made within the last ten minutes. */
async function isSigned(
  text: string,
  signature: string | null,
  secret: string,
  now: number,
): Promise<boolean> {
  try {
    const { timestamp } = decodeSignatureHeader(signature ?? '')
    if (!(Math.abs(now - timestamp) <= MAX_AGE_MS)) return false
    const expected = Buffer.from(await encodeSignatureHeader(text, timestamp, secret))
    const given = Buffer.from(signature ?? '')
    return expected.byteLength === given.byteLength && timingSafeEqual(expected, given)
  } catch (error) {
    if (isSignatureError(error)) return false
    throw error
  }
}

function parse(text: string): Outcome<z.output<typeof notice>> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return wrongFields({ body: 'This is not valid JSON.' })
  }
  return parseFields(notice, body)
}

/**
 * POST /content-webhook: the content lake reports that a document was published, changed or unpublished, signed by
 * Sanity's scheme. 202 means that the build request is on the disk. The body is not logged and only shows that
 * something has changed.
 */
export const contentWebhook = (options: WebhookOptions): SignedRoute => ({
  name: 'contentWebhook',
  path: CONTENT_WEBHOOK_PATH,
  async handle(request) {
    const { secret, logger } = options
    if (secret === undefined) return refused('not-found')
    const bytes = await readBody(request)
    if (bytes === undefined) return refused('too-large')
    const text = new TextDecoder().decode(bytes)
    const signature = request.headers.get(SIGNATURE_HEADER_NAME)
    if (!(await isSigned(text, signature, secret, options.now()))) {
      return refused('unauthorized', { text: 'The signature is missing, wrong or too old.' })
    }
    const parsed = parse(text)
    if (!parsed.ok) return parsed
    // Ids with a dot: drafts, versions, and the site's own status document.
    if (parsed.value._id.includes('.')) return done({ accepted: true, published: false })
    try {
      options.request()
    } catch (error) {
      logger.error({ error: causeOf(error) }, 'cannot store build request')
      return refused('unavailable')
    }
    return done({ accepted: true, published: true })
  },
})
