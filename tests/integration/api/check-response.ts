import { COMMON_REFUSALS, type Endpoint, type Refusal } from '#core/contract/endpoint.ts'
import type { Answer } from '#tests/fixtures/visitor.ts'

export type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

const ERROR_FIELDS = new Set(['error', 'status', 'reason', 'fields', 'request_id'])

/** How zod's own messages read; none of ours does. */
const LIBRARY_WORDS =
  /invalid (input|option|string|uuid|email|url|iso|element|key)|expected|received|too (big|small)|unrecognized|not valid\.$/i

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function faultOfRefusal(endpoint: Endpoint, { status, headers, body }: Answer): string | undefined {
  const { error, reason, request_id: id, status: bodyStatus, fields, ...rest } = record(body)
  const known: Record<string, Refusal> = { ...COMMON_REFUSALS, ...endpoint.reasons }
  if (typeof reason !== 'string' || !(reason in known)) return `unknown reason ${reason}`
  if (typeof error !== 'string' || error === '') return 'no error text'
  if (Object.keys(rest).some((name) => !ERROR_FIELDS.has(name))) return 'unknown fields'
  if (bodyStatus !== status || known[reason]?.status !== status)
    return `${reason} with status ${status}`
  if (typeof id !== 'string' || id !== headers.get('x-request-id'))
    return 'the request id differs from the header'
  const texts = Object.values(record(fields))
  if (!texts.every((text) => typeof text === 'string')) return 'a field without a text'
  const foreign = texts.find((text) => LIBRARY_WORDS.test(text as string))
  return foreign === undefined ? undefined : `a library's words: ${foreign}`
}

/** How a response differs from the contract or the served OpenAPI document; undefined when it matches both. */
export function faultOf(endpoint: Endpoint, answer: Answer, openApi: OpenApi): string | undefined {
  const { status, headers, body } = answer
  if (status >= 500) return `status ${status}`
  const isFile = endpoint.file !== undefined && status < 300
  if (!headers.get('content-type')?.startsWith(isFile ? endpoint.file : 'application/json')) {
    return 'another media type than declared'
  }
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = openApi.paths[path]?.[endpoint.method.toLowerCase()]
  if (!(status in (operation?.responses ?? {}))) return `status ${status} is not described`
  if (status >= 400) return faultOfRefusal(endpoint, answer)
  if (status !== (endpoint.status ?? 200) && status !== endpoint.unfinishedStatus)
    return `status ${status} for a success`
  if (isFile) return undefined
  const parsed = endpoint.output.safeParse(body)
  return parsed.success ? undefined : `unexpected output: ${JSON.stringify(parsed.error?.issues)}`
}
