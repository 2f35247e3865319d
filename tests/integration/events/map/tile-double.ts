import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** A tile service that behaves as a test wants it. */
export type TileDouble = {
  /** The URL template for MAP_TILES. */
  readonly template: string
  /** The paths and headers that were asked for. */
  readonly asked: { path: string; headers: IncomingHttpHeaders }[]
  /** Answers every request from now on. */
  answer(how: (response: ServerResponse) => void): void
  close(): Promise<void>
}

export const tileImage = (): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: '#9ab' } })
    .png()
    .toBuffer()

export const sendImage = (image: Buffer) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(image)
}

export async function startTileDouble(): Promise<TileDouble> {
  const asked: TileDouble['asked'] = []
  let how = sendImage(await tileImage())
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    how(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    template: `http://127.0.0.1:${port}/tiles/{z}/{x}/{y}.png?key=not-to-be-logged`,
    asked,
    answer(next) {
      how = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
