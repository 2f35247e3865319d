import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Client } from 'pg'

/** A stand-in of a pooler in front of a Postgres. */
export type Pooler = {
  /** The address of the same database behind the pooler. */
  readonly url: string
  close(): Promise<void>
}

/** What Supavisor hands on (its db_handler.ex, 2026); it drops every other parameter without an error. */
const HANDED_ON = ['user', 'database', 'search_path']

/** A start-up message with fewer parameters. */
function withoutParameters(message: Buffer): Buffer {
  const parts = message.subarray(8, -2).toString().split('\0')
  const pairs = parts.flatMap((name, n) =>
    n % 2 === 0 && HANDED_ON.includes(name) ? [`${name}\0${parts[n + 1]}\0`] : [],
  )
  const body = Buffer.from(`${pairs.join('')}\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + body.length)
  message.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}

async function listenAs(server: Server, url: string, end: () => unknown): Promise<Pooler> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = new URL(url)
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    async close() {
      server.close()
      await end()
    },
  }
}

/** Session mode: each client has a connection of its own, without the parameters of its start-up message. */
export async function sessionPooler(url: string): Promise<Pooler> {
  const { port, hostname } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const backend = connect(Number(port), hostname)
    client.once('data', (startup: Buffer) => {
      backend.write(withoutParameters(startup))
      client.pipe(backend).pipe(client)
    })
    for (const [one, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined).once('close', () => other.destroy())
    }
  })
  return await listenAs(server, url, () => {
    for (const socket of sockets) socket.destroy()
  })
}

/** The state in a ReadyForQuery message at the end of what Postgres sent: `I` outside a transaction. */
const stateIn = (chunk: Buffer) =>
  chunk.at(-6) === 0x5a && chunk.readInt32BE(chunk.length - 5) === 5
    ? String.fromCharCode(chunk.at(-1) ?? 0)
    : undefined

const OPENED = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
])

/** Transaction mode: a statement outside a transaction, or a transaction, has the next free of `size` connections. Clients of one statement at a time. */
export async function transactionPooler(
  url: string,
  { size, next }: { size: number; next: 'newest' | 'oldest' },
): Promise<Pooler> {
  const free = await Promise.all(
    Array.from({ length: size }, async () => {
      const client = new Client({ connectionString: url }).on('error', () => undefined)
      await client.connect()
      // Signed in by pg; from here on the bytes are the clients'.
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      stream.removeAllListeners('data')
      return stream
    }),
  )
  const all = [...free]
  const clients = new Set<Socket>()
  const waiting: (() => void)[] = []
  const server = createServer((client) => {
    clients.add(client)
    let backend: Socket | undefined
    const answer = (chunk: Buffer) => {
      client.write(chunk)
      if (stateIn(chunk) !== 'I' || backend === undefined) return
      backend.off('data', answer)
      free.push(backend)
      backend = undefined
      waiting.shift()?.()
    }
    const ask = (chunk: Buffer) => {
      backend ??= next === 'newest' ? free.pop() : free.shift()
      if (backend === undefined) return void waiting.push(() => ask(chunk))
      if (backend.listenerCount('data') === 0) backend.on('data', answer)
      backend.write(chunk)
    }
    client.on('error', () => undefined)
    client.once('data', () => {
      client.write(OPENED)
      // The last message of a client, `X`, would end the connection of all.
      client.on('data', (chunk: Buffer) => chunk[0] !== 0x58 && ask(chunk))
    })
  })
  return await listenAs(server, url, () => {
    for (const socket of [...clients, ...all]) socket.destroy()
  })
}
