export type AuthFetch = (request: Request) => Promise<Response>

/** An error as GoTrue returns it. */
export function failure(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status })
}
