import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { mayWrite } from './access.ts'
import type { Caller } from './accounts.ts'
import { httpError } from './errors.ts'
import type { Lake } from './lake.ts'
import { BODY_LIMITS } from './limits.ts'

export type LakeEnv = {
  Bindings: HttpBindings
  /** `caller` is undefined for an anonymous request. */
  Variables: { lake: Lake; caller: Caller | undefined }
}
export type LakeContext = Context<LakeEnv>

const MAX_DEPTH = 64

export const newRoutes = (): Hono<LakeEnv> => new Hono<LakeEnv>()

/** The parameters after `?`; the first value counts where a name is repeated. */
export function queryOf(c: LakeContext): URLSearchParams {
  return new URL(c.req.url).searchParams
}

export function json(
  value: unknown,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
): Response {
  return jsonText(JSON.stringify(value), status, headers)
}

/** A response of JSON that is text already. */
export function jsonText(
  text: string,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(text, { status, headers: { ...type, ...headers } })
}

/** Newline-delimited JSON, one value per line. */
export function ndjson(values: readonly unknown[]): Response {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`)
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return new Response(lines.join(''), { headers })
}

/** 401 for an anonymous caller. */
export function requireCaller(c: LakeContext): Caller {
  if (!c.var.caller) throw httpError(401, 'Unauthorized - Session not found')
  return c.var.caller
}

/** 401 for an anonymous caller, 403 for one with read access only. */
export function requireWriter(c: LakeContext): Caller {
  const caller = requireCaller(c)
  if (!mayWrite(caller)) throw httpError(403, 'You may read here, but not change anything')
  return caller
}

/** `requireWriter` before the body is read. */
export const writersOnly = createMiddleware<LakeEnv>(async (c, next) => {
  requireWriter(c)
  await next()
})

/** 404 for an unknown dataset. */
export function requireDataset(c: LakeContext): void {
  const dataset = c.req.param('dataset')
  const { lake } = c.var
  if (dataset !== lake.dataset)
    throw httpError(404, `Dataset "${dataset}" not found for project ID "${lake.projectId}"`)
}

/** 413 for a longer body. The body is read to its end first: a browser sees no response while it is still sending. */
export const limited = (maxSize: number) =>
  bodyLimit({
    maxSize,
    async onError(c) {
      await c.req.raw.body?.pipeTo(new WritableStream()).catch(() => undefined)
      throw httpError(413, 'The request is too large')
    },
  })

const limitedStaffJson = limited(BODY_LIMITS.json)
const limitedVisitorJson = limited(BODY_LIMITS.visitorJson)

/** 413 for a longer JSON body; anonymous callers may send less. */
export const limitedJson = createMiddleware<LakeEnv>((c, next) =>
  c.var.caller ? limitedStaffJson(c, next) : limitedVisitorJson(c, next),
)

/** A body that may be any JSON. */
export async function readAnyJson(c: LakeContext): Promise<unknown> {
  return parseJson(await c.req.text(), 'The body')
}

/** The fields of a submitted form. Throws 400 for an unreadable body. */
export async function readForm(c: LakeContext): Promise<(name: string) => string> {
  const form = await c.req.parseBody().catch(() => {
    throw httpError(400, 'The form is not readable')
  })
  return (name) => String(form[name] ?? '')
}

export async function readJson(c: LakeContext): Promise<Record<string, unknown>> {
  const value = await readAnyJson(c)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw httpError(400, 'The body must be a JSON object')
  return value as Record<string, unknown>
}

/** Parses JSON from a client. Refuses deep nesting and `__proto__`, which later steps cannot handle safely. */
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
