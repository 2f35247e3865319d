import type * as z from 'zod/mini'
import { type Endpoint, placeOf } from '#core/contract/endpoint.ts'
import { asTyped } from '#core/rules/character-limits.ts'
import { isRecord } from '#core/rules/record.ts'
import { BODY_LIMIT_BYTES, MOST_FIELDS } from '#core/server/config/limits.ts'
import { type Outcome, refused, wrongFields } from '#core/server/outcome.ts'
import { FIELD_MESSAGES, FIELD_NOT_ACCEPTED, FIELD_WRONG } from '#core/texts/fields.ts'

const NOTHING = new Uint8Array()

/** The bytes of a request's body; undefined when it was longer than allowed. */
export type Body = Uint8Array<ArrayBuffer> | undefined

/** Reads a body of at most BODY_LIMIT_BYTES; undefined when it is longer. */
export async function readBody(request: Request): Promise<Body> {
  // Looking at the body of a GET would create a whole fetch Request.
  if (request.method === 'GET' || request.method === 'HEAD') return NOTHING
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > BODY_LIMIT_BYTES) return undefined
  // HTTP ends a body at its declared length. Reading it whole is several times cheaper than reading the stream.
  if (length !== null) return new Uint8Array(await request.arrayBuffer())
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

const NESTED_NAME = /^(\w{1,60})\[(\w{1,60})\]$/

function addEntry(to: Record<string, unknown>, name: string, entry: string): void {
  const earlier = to[name]
  if (Array.isArray(earlier)) earlier.push(entry)
  else to[name] = earlier === undefined ? entry : [earlier, entry]
}

/** A repeated name becomes a list, `product[price]` a field of `product`; file uploads are ignored. */
function entriesOf(form: FormData): Record<string, unknown> {
  // One pass: a hostile form has thousands of names.
  const value = emptyRecord()
  const nested = new Map<string, Record<string, unknown>>()
  for (const [name, sent] of form) {
    if (typeof sent !== 'string') continue
    const entry = asTyped(sent)
    const [, outer, inner] = NESTED_NAME.exec(name) ?? []
    if (outer === undefined || inner === undefined) addEntry(value, name, entry)
    else {
      const fields = nested.get(outer) ?? emptyRecord()
      nested.set(outer, fields)
      addEntry(fields, inner, entry)
    }
  }
  // A name sent in both forms is a fault: a list fits no field that has fields.
  for (const [name, fields] of nested) value[name] = name in value ? [value[name], fields] : fields
  return value
}

function fromForm(form: FormData, { input }: Endpoint): Outcome<Record<string, unknown>> {
  const value = entriesOf(form)
  const { shape = {} } = input._zod.def as { shape?: Record<string, z.ZodMiniType> }
  for (const [name, schema] of Object.entries(shape)) {
    if (name in value) value[name] = typed(schema, value[name])
  }
  return { ok: true, value }
}

/** Forms have text only: numbers, true and false, lists and objects are sent as JSON, unless the field accepts the text itself. */
function typed(schema: z.ZodMiniType, entry: unknown): unknown {
  if (typeof entry !== 'string' || schema.safeParse(entry).success) return entry
  try {
    const value: unknown = JSON.parse(entry)
    return schema.safeParse(value).success ? value : entry
  } catch {
    return entry
  }
}

const TOO_MANY_FIELDS = wrongFields({ body: `Send at most ${MOST_FIELDS} fields.` })

/** What separates two fields of a form. In the second kind a closing boundary follows the last part. */
const FORM_TYPES: Readonly<Record<string, { readonly separator: string; readonly ends: number }>> =
  {
    'application/x-www-form-urlencoded': { separator: '&', ends: 0 },
    'multipart/form-data': { separator: '\r\n--', ends: 1 },
  }

/** Counted in the bytes before parsing: parsing thousands of fields takes longer than a request may. */
function hasTooManyFields(
  bytes: Uint8Array,
  { separator, ends }: { separator: string; ends: number },
): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let fields = 1 - ends
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
    fields += 1
    if (fields > MOST_FIELDS) return true
  }
  return false
}

async function bodyOf(
  endpoint: Endpoint,
  request: Request,
  bytes: Body,
): Promise<Outcome<Record<string, unknown>>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (bytes === undefined) return refused('too-large')
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  if (type === 'application/json') return fromJson(new TextDecoder().decode(bytes))
  const form = FORM_TYPES[type ?? '']
  if (form === undefined) return refused('unsupported-media-type')
  if (hasTooManyFields(bytes, form)) return TOO_MANY_FIELDS
  try {
    const copy = new Response(bytes, {
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
    return fromForm(await copy.formData(), endpoint)
  } catch {
    return wrongFields({ body: 'This is not valid form data.' })
  }
}

/** Field names of a request that are repeated in its refusal: a hostile body has thousands, or very long ones. */
const MOST_NAMES = 20
const LONGEST_NAME = 60

const nameOf = (name: string) => (name.length <= LONGEST_NAME ? name : 'body')

/** The message per field: our own words, whatever the schema's library says. */
const messageFor: z.core.$ZodErrorMap = ({ path = [] }) =>
  FIELD_MESSAGES[path.join('.')] ?? FIELD_MESSAGES[String(path[0])] ?? FIELD_WRONG

/** The first message per field, by the field's name in the request; unknown fields are named too. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>()
  const add = (name: string, message: string) => {
    const key = nameOf(name)
    if (fields.size < MOST_NAMES && !fields.has(key)) fields.set(key, message)
  }
  for (const issue of issues) {
    const [name] = issue.path
    if (name === undefined && issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(key, FIELD_NOT_ACCEPTED)
    } else add(String(name ?? 'body'), issue.message)
  }
  return Object.fromEntries(fields)
}

/** Parses outside input; a refusal names each wrong field in our own words. */
export function parseFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Outcome<z.output<Schema>> {
  const parsed = schema.safeParse(input, { error: messageFor })
  return parsed.success
    ? { ok: true, value: parsed.data }
    : wrongFields(fieldErrors(parsed.error.issues))
}

/** Collects the values of a request; a known name at the wrong place is a fault, never silently ignored. */
function collector(endpoint: Endpoint) {
  const values = emptyRecord()
  const misplaced = new Map<string, string>()
  return {
    values,
    add(name: string, value: unknown, place: 'query' | 'body') {
      if (placeOf(endpoint, name) === place) values[name] = value
      else if (misplaced.size < MOST_NAMES) misplaced.set(nameOf(name), FIELD_NOT_ACCEPTED)
    },
    faults: () => (misplaced.size > 0 ? wrongFields(Object.fromEntries(misplaced)) : undefined),
  }
}

/**
 * Gathers path, query and body of a request and parses them by the endpoint's input.
 * Refusals: too-large, unsupported-media-type, invalid (naming each wrong field).
 */
export async function readInput<Input extends z.ZodMiniType>(
  endpoint: Endpoint<Input>,
  request: Request,
  bytes: Body,
  pathValues: Readonly<Record<string, string>>,
): Promise<Outcome<z.output<Input>>> {
  const { values, add, faults } = collector(endpoint)
  const query = [...new URL(request.url).searchParams]
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PATCH'
  const body = hasBody ? await bodyOf(endpoint, request, bytes) : { ok: true as const, value: {} }
  if (!body.ok) return body
  const sent = Object.entries(body.value)
  if (query.length + sent.length > MOST_FIELDS) return TOO_MANY_FIELDS
  for (const [name, value] of query) add(name, value, 'query')
  for (const [name, value] of sent) add(name, value, 'body')
  Object.assign(values, pathValues)
  return faults() ?? parseFields(endpoint.input, values)
}
