import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

export const loopback = '127.0.0.1'

/** The port recorded in `file` when it is still free, else a free one, which is recorded. */
export async function stablePort(file: string): Promise<number> {
  const recorded = readPort(file)
  const port = recorded !== undefined && (await isFree(recorded)) ? recorded : await freePort()
  if (port !== recorded) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, String(port))
  }
  return port
}

/** Whether this process could listen on the port now. */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: host ?? loopback, exclusive: true }, () =>
      probe.close(() => resolve(true)),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, loopback, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}
