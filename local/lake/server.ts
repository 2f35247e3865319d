import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identify } from './access.ts'
import { httpError, LakeError } from './errors.ts'
import { json, type Reply, type StreamReply, send } from './http.ts'
import type { Lake } from './lake.ts'
import { acceptSockets } from './live/sockets.ts'
import { findRoute, type Route } from './router.ts'
import { assetRoutes, fileRoutes } from './routes/assets.ts'
import { dataRoutes } from './routes/data.ts'
import { historyRoutes } from './routes/history.ts'
import { liveRoutes } from './routes/live.ts'
import { mutateRoutes } from './routes/mutate.ts'
import { projectRoutes } from './routes/projects.ts'
import { studioRoutes } from './routes/studio.ts'
import { userRoutes } from './routes/users.ts'

const API_ROUTES: readonly Route[] = [
  ...dataRoutes,
  ...mutateRoutes,
  ...assetRoutes,
  ...liveRoutes,
  ...historyRoutes,
  ...projectRoutes,
  ...userRoutes,
]
const PAGE_ROUTES: readonly Route[] = [...fileRoutes, ...studioRoutes]
const VERSIONED = /^\/v(X|\d[\w.-]*)(\/.*)$/

/** Serves the lake on loopback; resolves with its address once it listens. */
export async function serveLake(
  lake: Lake,
  port: number,
  onFault: (error: unknown) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(lake, request)
      .catch((error: unknown) => failure(error, onFault))
      .then((reply) => send(request, response, reply))
      .catch(onFault)
  })
  server.requestTimeout = 60_000
  acceptSockets(server, lake)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  lake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}

async function answer(lake: Lake, request: IncomingMessage): Promise<Reply | StreamReply> {
  const { pathname, searchParams } = addressOf(request)
  const versioned = VERSIONED.exec(pathname)
  const [routes, path] = versioned ? [API_ROUTES, versioned[2] ?? ''] : [PAGE_ROUTES, pathname]
  const { handle, params } = findRoute(routes, request.method ?? 'GET', path)
  return await handle({
    lake,
    request,
    query: searchParams,
    apiVersion: versioned?.[1] ?? '',
    caller: identify(request, lake),
    params,
  })
}

function addressOf(request: IncomingMessage): URL {
  const address = request.url ?? '/'
  if (!address.startsWith('/') || !URL.canParse(address, 'http://lake'))
    throw httpError(400, 'The address is not readable')
  return new URL(address, 'http://lake')
}

function failure(error: unknown, onFault: (error: unknown) => void): Reply {
  if (error instanceof LakeError) return json(error.body, error.status)
  onFault(error)
  return json({ statusCode: 500, error: 'Internal Server Error', message: 'The lake failed' }, 500)
}
