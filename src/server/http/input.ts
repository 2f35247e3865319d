import type * as z from 'zod/mini'
import { type Endpoint, placeOf } from '#contract/endpoint.ts'
import { BODY_LIMIT_BYTES } from '#server/config/limits.ts'
import { type Outcome, refused, wrongFields } from '#server/outcome.ts'

/** Reads a body of at most BODY_LIMIT_BYTES; undefined when it is longer. */
export async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > BODY_LIMIT_BYTES) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without a prototype: a field named `__proto__` is an ordinary field. */
const emptyRecord = () => Object.create(null) as Record<string, unknown>

function fromJson(text: string): Outcome<Record<string, unknown>> {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { ok: true, value } : wrongFields({ body: 'Send one JSON object.' })
  } catch {
    return wrongFields({ body: 'This is not valid JSON.' })
  }
}

/** A repeated name becomes a list; file uploads are ignored. */
function fromForm(form: FormData): Outcome<Record<string, unknown>> {
  const value = emptyRecord()
  for (const name of new Set(form.keys())) {
    const all = form.getAll(name).filter((entry) => typeof entry === 'string')
    value[name] = all.length > 1 ? all : all[0]
  }
  return { ok: true, value }
}

async function bodyOf(request: Request): Promise<Outcome<Record<string, unknown>>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bytes = await readBody(request)
  if (bytes === undefined) return refused('too-large')
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  if (type === 'application/json') return fromJson(new TextDecoder().decode(bytes))
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data') {
    return refused('unsupported-media-type')
  }
  try {
    const copy = new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
    return fromForm(await copy.formData())
  } catch {
    return wrongFields({ body: 'This is not valid form data.' })
  }
}

/** The first message per field, by the field's name in the request. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? 'body')
    fields[name] ??= issue.message
  }
  return fields
}

/**
 * Gathers path, query and body of a request and parses them by the endpoint's input.
 * Refusals: too-large, unsupported-media-type, invalid (naming each wrong field).
 */
export async function readInput<Input extends z.ZodMiniType>(
  endpoint: Endpoint<Input>,
  request: Request,
  pathValues: Readonly<Record<string, string>>,
): Promise<Outcome<z.output<Input>>> {
  const gathered = emptyRecord()
  for (const [name, value] of new URL(request.url).searchParams) {
    if (placeOf(endpoint, name) === 'query') gathered[name] = value
  }
  if (endpoint.method === 'POST' || endpoint.method === 'PATCH') {
    const body = await bodyOf(request)
    if (!body.ok) return body
    for (const [name, value] of Object.entries(body.value)) {
      if (placeOf(endpoint, name) === 'body') gathered[name] = value
    }
  }
  Object.assign(gathered, pathValues)
  const parsed = endpoint.input.safeParse(gathered)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : wrongFields(fieldErrors(parsed.error.issues))
}
