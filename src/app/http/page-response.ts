import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { COMMON_REFUSALS } from '#core/contract/endpoint.ts'
import { causeOf } from '#core/server/cause.ts'
import { type Coding, compressFor, copyFor } from '#core/server/http/coding.ts'
import { isUnchanged, weakTagOf } from '#core/server/http/conditions.ts'
import { NOTHING_ALLOWED, withFrameAncestors } from '#core/server/http/headers.ts'
import type { ServedBuild } from '#core/server/http/served-build.ts'
import type { Logger } from '#core/server/logger.ts'

const ERROR_STATUSES = [404, 500, 503] as const
export type ErrorStatus = (typeof ERROR_STATUSES)[number]
type Headers = Record<string, string | string[]>
type Target = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly build: ServedBuild
  readonly logger: Logger
}

const isErrorStatus = (status: number): status is ErrorStatus =>
  (ERROR_STATUSES as readonly number[]).includes(status)

/** Seconds after which a visitor of the 503 page may try again. */
const RETRY_AFTER = COMMON_REFUSALS.busy.retryAfter

const errorHeaders = ({ policies }: ServedBuild, status: ErrorStatus): Headers => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policies.get(`/${status}`) ?? NOTHING_ALLOWED,
  ...(status === 503 ? { 'retry-after': String(RETRY_AFTER) } : {}),
})

const bodyHeaders = (coding: Coding | undefined, bytes: Buffer): Headers => ({
  ...(coding === undefined ? {} : { 'content-encoding': coding }),
  'content-length': String(bytes.byteLength),
  vary: 'accept-encoding',
})

/** Bodies that are collected: pages, and the feeds and lists that the site makes at request. */
const COLLECTED = /^(text\/html|text\/xml|application\/json)\b/

/**
 * The response object that Astro's handler writes to. Node's own response is written in one place, `_final`, so a fault
 * at any moment of the rendering ends this request only.
 * - HTML is collected and sent at the end, compressed: a page that fails half way returns 500, not half a page with status 200.
 * - Other types are streamed.
 * - An error status without a content security policy comes from Astro's own fallback, which reads the error page of
 *   the process's first build. The error page of the current build is sent instead.
 */
export class PageResponse extends Writable {
  statusCode = 200
  statusMessage = ''
  headersSent = false
  /** Astro logs the URL when a stream breaks: it gets the path without the query, which can hold a token. */
  readonly req: IncomingMessage
  readonly #target: Target
  readonly #held: Buffer[] = []
  #headers: Headers = {}
  #mode: 'page' | 'stream' | ErrorStatus = 'stream'

  constructor(target: Target) {
    super({ decodeStrings: true })
    this.#target = target
    this.req = Object.create(target.request, {
      url: { value: target.request.url?.split('?')[0] },
    }) as IncomingMessage
    target.response.once('close', () => this.destroy())
    this.on('error', (error) => target.logger.error({ error: causeOf(error) }, 'a page failed'))
  }

  writeHead(status: number, headers?: Headers | string): this {
    if (this.headersSent) return this
    this.headersSent = true
    this.statusCode = status
    for (const [name, value] of Object.entries(typeof headers === 'object' ? headers : {})) {
      this.#headers[name.toLowerCase()] = value
    }
    const policy = this.#headers['content-security-policy']
    const type = String(this.#headers['content-type'] ?? '')
    if (typeof policy !== 'string' && isErrorStatus(status)) this.#mode = status
    else if (COLLECTED.test(type)) this.#mode = 'page'
    this.#headers['content-security-policy'] =
      typeof policy === 'string' ? withFrameAncestors(policy) : NOTHING_ALLOWED
    return this
  }

  /** Sends the error page instead of what was written; cuts the connection when part of a stream has been sent. */
  fail(status: ErrorStatus): void {
    const { request, response, build } = this.#target
    if (response.headersSent) response.destroy()
    else {
      const { coding, bytes } = copyFor(
        request.headers['accept-encoding'],
        build.errorPages[status],
      )
      const headers = { ...errorHeaders(build, status), ...bodyHeaders(coding, bytes) }
      response.writeHead(status, headers).end(bytes)
    }
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.writeHead(this.statusCode)
    if (this.#mode === 'stream') {
      this.#sendHead().write(chunk, done)
      return
    }
    if (this.#mode === 'page') this.#held.push(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.writeHead(this.statusCode)
    if (this.#mode === 'page') {
      this.#sendPage(Buffer.concat(this.#held)).then(() => done(), done)
      return
    }
    if (this.#mode === 'stream') this.#sendHead().end()
    else this.fail(this.#mode)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { response } = this.#target
    if (!(this.writableFinished || response.writableEnded || response.destroyed)) this.fail(500)
    done(error)
  }

  /** A page that may be stored gets a tag, and is not sent again to a client that has it. */
  async #sendPage(body: Buffer): Promise<void> {
    const { request, response } = this.#target
    const isStored = this.statusCode === 200 && !/no-store/.test(this.#cacheControl())
    if (isStored) {
      const etag = weakTagOf(body)
      this.#headers['etag'] = etag
      this.#headers['vary'] = 'accept-encoding'
      if (isUnchanged({ 'if-none-match': request.headers['if-none-match'] }, { etag })) {
        response.writeHead(304, this.#headers).end()
        return
      }
    }
    const { coding, bytes } = await compressFor(request.headers['accept-encoding'], body)
    // The visitor has left in the meantime.
    if (response.destroyed) return
    Object.assign(this.#headers, bodyHeaders(coding, bytes))
    this.#sendHead().end(bytes)
  }

  #cacheControl(): string {
    return String(
      this.#headers['cache-control'] ?? this.#target.response.getHeader('cache-control'),
    )
  }

  #sendHead(): ServerResponse {
    const { response } = this.#target
    return response.headersSent ? response : response.writeHead(this.statusCode, this.#headers)
  }
}
