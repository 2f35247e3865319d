import type { TileAddress } from '#events/rules/map-tiles.ts'
import { imageTypeOf } from '#events/server/map/image-type.ts'

/** A raster tile service on the internet. It sees which tile is requested and our server's address, nothing about the visitor. */
export type TileService = {
  /**
   * The image, or undefined where the service has none (404, 204).
   * @throws when the service fails, is slow, or returns anything but an image.
   */
  fetchImage(address: TileAddress): Promise<Buffer | undefined>
}

export type TileServiceOptions = {
  /** URL with `{z}`, `{x}` and `{y}`; may hold a key, so it is never logged. */
  readonly template: string
  /** Services require an address at which the operator can be reached. */
  readonly siteUrl: string
  readonly timeoutMs: number
  readonly mostBytes: number
}

/** The message never names the service or its key. */
export class TileServiceError extends Error {
  override readonly name = 'TileServiceError'
}

const ACCEPTED = 'image/webp,image/png,image/jpeg'

const fill = (template: string, { z, x, y }: TileAddress) =>
  template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))

/** The whole body; throws when it is longer than `most` bytes, without reading the rest. */
async function bodyOf(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > most) throw new TileServiceError('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function tileServiceGateway(options: TileServiceOptions): TileService {
  const { template, siteUrl, timeoutMs, mostBytes } = options
  const headers = { accept: ACCEPTED, 'user-agent': `Halyard (+${siteUrl})` }
  return {
    async fetchImage(address) {
      const response = await fetch(fill(template, address), {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 404 || response.status === 204) {
        await response.body?.cancel()
        return undefined
      }
      const declared = response.headers.get('content-type')?.split(';')[0]?.trim() ?? ''
      if (!response.ok || !ACCEPTED.split(',').includes(declared)) {
        await response.body?.cancel()
        throw new TileServiceError(response.ok ? 'no image' : `status ${response.status}`)
      }
      const image = await bodyOf(response, mostBytes)
      // A network that wants a sign-in may send a page with any type.
      if (imageTypeOf(image) === undefined) throw new TileServiceError('no image')
      return image
    },
  }
}
