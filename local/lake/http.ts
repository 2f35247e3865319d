import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpError } from './errors.ts'

export type Reply = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

/** An answer without an end: `start` writes until the function that it returns is called. */
export type StreamReply = {
  status: number
  headers: Record<string, string>
  start: (write: (text: string) => void) => () => void
}

const JSON_LIMIT_BYTES = 8_000_000
const MAX_DEPTH = 64

export function json(value: unknown, status = 200): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  }
}

/** Newline-delimited JSON, one value a line. */
export function ndjson(values: readonly unknown[]): Reply {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`)
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return { status: 200, headers, body: lines.join('') }
}

/** Sends a browser on to another page, which it fetches with GET. */
export function seeOther(location: string, headers: Record<string, string> = {}): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store', ...headers }, body: '' }
}

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply | StreamReply,
): void {
  if ('start' in reply) {
    stream(response, reply)
    return
  }
  const length = String(Buffer.byteLength(reply.body))
  response.writeHead(reply.status, {
    'x-content-type-options': 'nosniff',
    ...reply.headers,
    'content-length': length,
  })
  response.end(request.method === 'HEAD' ? undefined : reply.body)
}

function stream(response: ServerResponse, { status, headers, start }: StreamReply): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers })
  response.once(
    'close',
    start((text) => response.write(text)),
  )
}

/** The whole body, or 413 as soon as it is known to pass the limit. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(request)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > limit) break
      chunks.push(chunk as Buffer)
    }
  } catch {
    throw httpError(400, 'The request broke off')
  }
  if (size > limit) throw tooLarge(request)
  return Buffer.concat(chunks)
}

/** A body that may be any JSON. */
export async function readAnyJson(request: IncomingMessage): Promise<unknown> {
  return parseJson((await readBody(request, JSON_LIMIT_BYTES)).toString(), 'The body')
}

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const value = await readAnyJson(request)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw httpError(400, 'The body must be a JSON object')
  return value as Record<string, unknown>
}

/** JSON from a caller, neither absurdly deep nor naming the prototype. */
export function parseJson(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw httpError(400, `${what} is not valid JSON`)
  }
  if (!isSound(value, MAX_DEPTH))
    throw httpError(400, `${what} is nested too deeply or names a forbidden attribute`)
  return value
}

function isSound(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0 || Object.hasOwn(value, '__proto__')) return false
  return Object.values(value).every((child) => isSound(child, depth - 1))
}

function tooLarge(request: IncomingMessage): Error {
  request.resume()
  return httpError(413, 'The request is too large')
}
