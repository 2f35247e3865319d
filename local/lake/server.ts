import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Lake } from './lake.ts'
import { acceptSockets } from './live/sockets.ts'

/** Serves the lake on loopback; resolves when it listens. Sets the lake's `origin`. */
export async function serveLake(
  lake: Lake,
  port: number,
  onFault: (error: unknown) => void,
): Promise<Server> {
  const { fetch } = createApp(lake, onFault)
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server
  acceptSockets(server, lake)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  lake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}
