import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  getRequestListener,
  type Http2Bindings,
  type HttpBindings,
  RequestError,
} from '@hono/node-server'
import { complete, refusedStatus } from '../requests.ts'
import { createApp, failure } from './app.ts'
import { httpError } from './errors.ts'
import type { Lake } from './lake.ts'
import { IDLE_MS, MAX_CONNECTIONS } from './limits.ts'
import { acceptSockets } from './live/sockets.ts'

/** Serves the lake on loopback; resolves when it listens. Sets the lake's `origin`. */
export async function serveLake(
  lake: Lake,
  port: number,
  onFault: (error: unknown) => void,
): Promise<Server> {
  const app = createApp(lake, onFault)
  const answer = (request: Request, env: HttpBindings | Http2Bindings) => {
    const status = refusedStatus(request)
    return status
      ? failure(httpError(status, 'The method or the address is not known'), onFault)
      : app.fetch(complete(request), env)
  }
  const listener = getRequestListener(answer, {
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      failure(
        error instanceof RequestError ? httpError(400, 'The address is not readable') : error,
        onFault,
      ),
  })
  const server = createServer((request, response) => {
    listener(request, response).catch(onFault)
  })
  server.requestTimeout = 60_000
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(IDLE_MS)
  acceptSockets(server, lake)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  lake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}
