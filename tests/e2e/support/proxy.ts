import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on a port of its own, which refuses or forwards connections as a test needs it. */
export type TcpProxy = {
  readonly origin: string
  accept(): Promise<void>
  /** Closes all connections; new ones are refused until `accept`. */
  refuse(): Promise<void>
}

/** Starts a proxy to `target`, an HTTP origin; it accepts connections. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    // Either side may reset its connection; `close` follows.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(targetPort), hostname)
    track(incoming)
    track(outgoing)
    incoming.pipe(outgoing).pipe(incoming)
  })
  const listen = async (port: number) => {
    proxy.listen(port, '127.0.0.1')
    await once(proxy, 'listening')
  }
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async accept() {
      if (!proxy.listening) await listen(port)
    },
    async refuse() {
      if (!proxy.listening) return
      const closed = once(proxy, 'close')
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
