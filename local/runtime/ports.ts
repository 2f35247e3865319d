import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { dirname } from 'node:path'

export const loopback = '127.0.0.1'
export const loopback6 = '::1'

/** The port recorded in `file` if it is still free, otherwise a free one, which is then recorded. */
export async function stablePort(file: string): Promise<number> {
  const recorded = readPort(file)
  const port = recorded !== undefined && (await isFree(recorded)) ? recorded : await freePort()
  if (port !== recorded) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, String(port))
  }
  return port
}

/** A machine without IPv6: no program can listen there. */
const NO_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Whether this process could listen on the port now. */
export function isFree(port: number, host: string = loopback): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      resolve(host === loopback6 && NO_ADDRESS.includes(code)),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** Listens on 127.0.0.1 and returns the port: another one if `port` has been taken in the meantime. */
export async function listenOn(server: Server, port: number): Promise<number> {
  await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return listen(server, 0)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** A port of 127.0.0.1 that was free just now. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  const port = await listenOn(probe, 0)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}
