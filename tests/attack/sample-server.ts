import { createReadStream } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { endWithParent, sendReady } from '#local/runtime/parent.ts'

/** Faults that a server of ours once had, or could have. `none` is a sound server. */
export type Fault = 'none' | 'write-after-end' | 'fails' | 'keeps-files-open' | 'keeps-memory'

const fault = process.argv[2] as Fault
const kept: Buffer[] = []

/** More than a socket takes at once: the rest is still to be read when the visitor has left. */
function sendFile(response: ServerResponse): void {
  const file = createReadStream(process.execPath)
  file.once('open', () => response.writeHead(200))
  file.pipe(response)
  if (fault !== 'keeps-files-open') response.once('close', () => file.destroy())
}

const STATUSES: Record<string, number> = { TRACE: 405, OPTIONS: 405, POST: 404 }

const server = createServer(({ method = '', url = '' }, response) => {
  if (fault === 'keeps-memory') kept.push(Buffer.alloc(300_000, 1))
  if (method === 'TRACE' && fault === 'write-after-end') {
    response.writeHead(405).end()
    response.write('more')
    return
  }
  if (url.includes('%') && fault === 'fails') return response.writeHead(500).end()
  if (method === 'GET' && url.length < 12) return sendFile(response)
  response.writeHead(STATUSES[method] ?? 301).end()
})

server.listen(0, '127.0.0.1', () =>
  sendReady({ pid: process.pid, port: (server.address() as AddressInfo).port }),
)
endWithParent(() => {
  server.closeAllConnections()
  server.close()
  return Promise.resolve()
})
