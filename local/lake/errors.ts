import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error response in the JSON format that Sanity's clients parse. */
export class LakeError extends Error {
  readonly status: ContentfulStatusCode
  readonly body: Record<string, unknown>

  constructor(status: ContentfulStatusCode, message: string, body: Record<string, unknown>) {
    super(message)
    this.name = 'LakeError'
    this.status = status
    this.body = body
  }
}

const NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
}

/** Sanity's error format for everything but queries and mutations. */
export function httpError(status: ContentfulStatusCode, message: string): LakeError {
  return new LakeError(status, message, {
    statusCode: status,
    error: NAMES[status] ?? 'Error',
    message,
  })
}

export function queryError(description: string, query: string, start = 0): LakeError {
  return new LakeError(400, description, {
    error: { type: 'queryParseError', description, query, start, end: query.length },
  })
}

type MutationFault =
  | 'documentAlreadyExistsError'
  | 'documentNotFoundError'
  | 'documentRevisionIDDoesNotMatchError'
  | 'documentHasExistingReferencesError'
  | 'documentReferenceDoesNotExistError'
  | 'transactionAlreadyExistsError'

/** A valid mutation that conflicts with the stored documents. */
export function mutationConflict(fault: MutationFault, id: string, description: string): LakeError {
  return new LakeError(409, description, {
    error: {
      type: 'mutationError',
      description,
      items: [{ error: { type: fault, id, description }, index: 0 }],
    },
  })
}

/** A mutation that is invalid whatever is stored. */
export function invalidMutation(description: string): LakeError {
  return new LakeError(400, description, { error: { type: 'validationError', description } })
}

/** 403 with a message for editors. With the type `mutationError` Sanity's clients show the message only once. */
export function forbiddenMutation(description: string): LakeError {
  return new LakeError(403, description, { error: { type: 'mutationError', description } })
}
