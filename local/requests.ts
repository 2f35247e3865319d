import type { Context } from 'hono'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const WITHOUT_BODY = ['GET', 'HEAD']

/** The status for a request that cannot become a `Request`: a method such as TRACE, a URL with a strange Host. */
export function refusedStatus({ method, url }: Request): 400 | 405 | undefined {
  if (!METHODS.includes(method)) return 405
  return URL.canParse(url) ? undefined : 400
}

/** Hono's body limit makes a new `Request` of one without a length, which needs a real one, not the adapter's proxy. */
export function complete(request: Request): Request {
  const isLimited = WITHOUT_BODY.includes(request.method) || request.headers.has('content-length')
  return isLimited ? request : new Request(request.url, request)
}

/** DNS rebinding: a foreign page could resolve its own host name to this computer and read what is here. */
export const isForeignHost = (c: Context): boolean =>
  !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(c.req.header('host') ?? '')

/** The answer to a request with a foreign host name. */
export const refuseForeignHost = (c: Context): Response | undefined =>
  isForeignHost(c)
    ? c.json({ error: 'Ask for this page as localhost or 127.0.0.1' }, 403)
    : undefined
