import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { mayWrite } from './access.ts'
import type { Caller } from './accounts.ts'
import { httpError } from './errors.ts'
import type { Lake } from './lake.ts'

export type LakeEnv = {
  Bindings: HttpBindings
  /** `caller` is undefined for an anonymous request. */
  Variables: { lake: Lake; caller: Caller | undefined }
}
export type LakeContext = Context<LakeEnv>

export const newRoutes = (): Hono<LakeEnv> => new Hono<LakeEnv>()

/** The parameters after `?`; the first value counts where a name is repeated. */
export function queryOf(c: LakeContext): URLSearchParams {
  return new URL(c.req.url).searchParams
}

export function json(value: unknown, status: ContentfulStatusCode = 200): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } })
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

/** 404 for an unknown dataset. */
export function requireDataset(c: LakeContext): void {
  const dataset = c.req.param('dataset')
  const { lake } = c.var
  if (dataset !== lake.dataset)
    throw httpError(404, `Dataset "${dataset}" not found for project ID "${lake.projectId}"`)
}

/** The fields of a submitted form. */
export async function readForm(c: LakeContext): Promise<(name: string) => string> {
  const form = await c.req.parseBody()
  return (name) => String(form[name] ?? '')
}

export async function readJson(c: LakeContext): Promise<Record<string, unknown>> {
  const value = parseJson(await c.req.text(), 'The body')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw httpError(400, 'The body must be a JSON object')
  return value as Record<string, unknown>
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw httpError(400, `${what} is not valid JSON`)
  }
}

/** The GROQ parameters of a URL, whose names begin with `$`. */
export function paramsOf(options: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...options]
      .filter(([name]) => name.startsWith('$'))
      .map(([name, value]) => [name.slice(1), parseJson(value, `The parameter ${name}`)]),
  )
}
