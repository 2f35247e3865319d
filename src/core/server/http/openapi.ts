import * as z from 'zod/mini'
import {
  COMMON_REFUSALS,
  type Endpoint,
  pathNames,
  placeOf,
  type Refusal,
} from '#core/contract/endpoint.ts'

type Schema = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Schema
  return rest
}

const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['error', 'status', 'reason', 'request_id'],
  additionalProperties: false,
  properties: {
    error: { type: 'string', description: 'A sentence for the user.' },
    status: { type: 'integer' },
    reason: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: {
      type: 'array',
      description: 'What the payment provider said.',
      items: {
        type: 'object',
        properties: { issue: { type: 'string' }, description: { type: 'string' } },
      },
    },
    debug_id: { type: 'string', description: 'The payment provider’s number of the fault.' },
    request_id: { type: 'string' },
  },
}

/** The refusals that an endpoint can return. */
function refusalsOf(endpoint: Endpoint): [string, Refusal][] {
  const { unauthorized, forbidden, ...common } = COMMON_REFUSALS
  const guarded = endpoint.access === 'public' ? {} : { unauthorized, forbidden }
  return Object.entries<Refusal>({ ...common, ...guarded, ...endpoint.reasons })
}

function responses(endpoint: Endpoint): Schema {
  const content =
    endpoint.file === undefined
      ? { 'application/json': { schema: schemaOf(endpoint.output, 'output') } }
      : { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } }
  const byStatus: Record<string, Schema> = {
    [endpoint.status ?? 200]: { description: 'Done.', content },
    ...(endpoint.unfinishedStatus && {
      [endpoint.unfinishedStatus]: { description: 'The result is not known yet.', content },
    }),
  }
  const texts = new Map<number, string[]>()
  for (const [reason, { status, text }] of refusalsOf(endpoint)) {
    texts.set(status, [...(texts.get(status) ?? []), `${reason}: ${text}`])
  }
  for (const [status, lines] of texts) {
    byStatus[status] ??= {
      description: lines.join('\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return byStatus
}

function operation(endpoint: Endpoint): Schema {
  const input = schemaOf(endpoint.input, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const properties = Object.entries(input.properties ?? {})
  const required = input.required ?? []
  const parameters = properties
    .filter(([name]) => placeOf(endpoint, name) !== 'body')
    .map(([name, schema]) => ({
      name,
      in: placeOf(endpoint, name),
      required: placeOf(endpoint, name) === 'path' || required.includes(name),
      schema,
    }))
  const body = properties.filter(([name]) => placeOf(endpoint, name) === 'body')
  const bodySchema = {
    type: 'object',
    properties: Object.fromEntries(body),
    required: required.filter((name) => placeOf(endpoint, name) === 'body'),
    additionalProperties: false,
  }
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    parameters,
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    ...(body.length > 0
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: bodySchema },
              'application/x-www-form-urlencoded': { schema: bodySchema },
              'multipart/form-data': { schema: bodySchema },
            },
          },
        }
      : {}),
    responses: responses(endpoint),
  }
}

/** The OpenAPI 3.1 description of the contract (spec.openapis.org/oas/v3.1.0). */
export function openApi(endpoints: readonly Endpoint[], siteUrl: string, cookie: string): object {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const endpoint of endpoints) {
    const path = pathNames(endpoint.path).reduce(
      (text, name) => text.replace(`:${name}`, `{${name}}`),
      endpoint.path as string,
    )
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Halyard API', version: '1.0.0' },
    servers: [{ url: `${siteUrl}/api` }],
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  }
}
