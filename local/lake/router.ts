import type { IncomingMessage } from 'node:http'
import { mayWrite } from './access.ts'
import type { Caller } from './caller.ts'
import { httpError } from './errors.ts'
import type { Reply, StreamReply } from './http.ts'
import type { Lake } from './lake.ts'

/** One request, on its way to a handler. */
export type Call = {
  lake: Lake
  request: IncomingMessage
  query: URLSearchParams
  apiVersion: string
  caller: Caller | undefined
  params: Record<string, string>
}
export type Handler = (call: Call) => Reply | StreamReply | Promise<Reply>
export type Route = { method: 'GET' | 'POST' | 'PUT'; path: string; handle: Handler }

/** The first route for a path like `/data/doc/:dataset/:ids` or `/studio/*`; 404 for unknown paths, 405 for a wrong method. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { handle: Handler; params: Record<string, string> } {
  const wanted = method === 'HEAD' ? 'GET' : method
  const matches = routes.flatMap((route) => {
    const params = matchPath(route.path, path)
    return params ? [{ route, params }] : []
  })
  const match = matches.find(({ route }) => route.method === wanted)
  if (match) return { handle: match.route.handle, params: match.params }
  if (matches.length > 0) throw httpError(405, `${method} is not allowed here`)
  throw httpError(404, `The lake does not know ${path}`)
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1)) ? {} : undefined
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decode(value)
    else if (part !== value) return
  }
  return params
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw httpError(400, 'The address is not readable')
  }
}

/** The caller, or 401 for an anonymous one. */
export function requireCaller(call: Call): Caller {
  if (!call.caller) throw httpError(401, 'Unauthorized - Session not found')
  return call.caller
}

/** The caller, or 403 for one who may only read. */
export function requireWriter(call: Call): Caller {
  const caller = requireCaller(call)
  if (!mayWrite(caller)) throw httpError(403, 'You may read here, but not change anything')
  return caller
}

/** Refuses any dataset but ours. */
export function requireDataset(call: Call): void {
  const { dataset } = call.params
  if (dataset !== call.lake.dataset)
    throw httpError(404, `Dataset "${dataset}" not found for project ID "${call.lake.projectId}"`)
}
