/** A refusal in the form of PayPal's errors. */
export class Refusal extends Error {
  readonly status: number
  readonly issue: string | undefined
  readonly description: string | undefined
  constructor(status: number, name: string, issue?: string, description?: string) {
    super(MESSAGES[name] ?? name)
    this.name = name
    this.status = status
    this.issue = issue
    this.description = description
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  UNPROCESSABLE_ENTITY: 'The requested action could not be performed, or it failed validation.',
  INVALID_REQUEST: 'The request is not well-formed or violates the schema.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
  SERVICE_UNAVAILABLE: 'The service is unavailable.',
  AUTHENTICATION_FAILURE: 'Authentication failed.',
}

export const unprocessable = (issue: string, description: string = issue) =>
  new Refusal(422, 'UNPROCESSABLE_ENTITY', issue, description)

export const invalid = (issue: string, description: string) =>
  new Refusal(400, 'INVALID_REQUEST', issue, description)

export const notFound = () =>
  new Refusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', 'The resource id does not exist.')

/** The body of an error answer. */
export const refusalBody = ({ name, message, issue, description }: Refusal, debugId: string) => ({
  name,
  message,
  debug_id: debugId,
  ...(issue !== undefined && { details: [{ issue, description }] }),
  links: [],
})
