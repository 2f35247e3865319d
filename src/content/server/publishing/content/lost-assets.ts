import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { forEach } from '#content/server/publishing/for-each.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'

/** The name of a picture or file in the content lake: it has the hash of the bytes, so it never refers to other bytes. */
const ASSET = /\/(?:images|files)\/[\w-]+\/[\w-]+\/([0-9a-f]{40}[\w-]*\.\w{1,10})$/

/** The name of the asset at an address; undefined when the address is not an asset's. Parameters do not matter. */
export const assetName = (address: string): string | undefined =>
  ASSET.exec(address.replace(/[?#].*$/, ''))?.[1]

/** The addresses of all pictures and files in a part of the content as queries returned it. */
export function assetAddresses(value: unknown): string[] {
  if (typeof value === 'string') return assetName(value) === undefined ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(assetAddresses))]
}

const SIZES = '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{url, size}'
type AssetSize = { url?: string | null; size?: number | null }

/**
 * The bytes of each picture and file that a lake of your own describes, by their names. Hosted Sanity changes some files after it
 * has measured them (SVG, for example): there only a missing file is lost. None without a response: no publication fails for this.
 */
export async function readAssetSizes(env: ContentEnv): Promise<ReadonlyMap<string, number>> {
  if (env.apiHost === undefined) return new Map()
  const client = lakeClient(env, { perspective: 'published', timeout: 10_000, maxRetries: 1 })
  const found = await client.fetch<AssetSize[]>(SIZES).catch(() => [])
  return new Map(
    found.flatMap(({ url, size }): [string, number][] => {
      const name = assetName(url ?? '')
      return name !== undefined && typeof size === 'number' ? [[name, size]] : []
    }),
  )
}

const CONCURRENCY = 16
/** For all responses, and for the first one: a server that never responds must not delay each publication. */
const LIMITS = { allMs: 15_000, silentMs: 4_000 }

/**
 * The names of those `addresses` whose bytes the content lake has lost, wholly or in part. Without a response in time none is
 * lost: the build then requests the bytes itself, and most of its pictures are in its cache.
 */
export async function findLostAssets(
  addresses: readonly string[],
  sizes: ReadonlyMap<string, number>,
  { allMs, silentMs }: typeof LIMITS = LIMITS,
): Promise<string[]> {
  const silence = new AbortController()
  const silent = setTimeout(() => silence.abort(), silentMs)
  const signal = AbortSignal.any([AbortSignal.timeout(allMs), silence.signal])
  const ask = connections(signal, () => silent.refresh())
  const lost: string[] = []
  await forEach(addresses, CONCURRENCY, async (address) => {
    const name = assetName(address)
    if (name === undefined) return
    const answer = await ask(address, 'HEAD', { 'accept-encoding': 'identity' })
    const isLost = isGone(answer)
      ? // Not every server treats HEAD like GET.
        isGone(await ask(address, 'GET', { range: 'bytes=0-0' }))
      : answer !== undefined && isOtherSize(answer, sizes.get(name))
    if (isLost) lost.push(name)
  }).finally(() => {
    clearTimeout(silent)
    ask.close()
  })
  return lost
}

/** Requests over a few connections: `fetch` opens one for every HEAD, which takes longer than the response. */
function connections(signal: AbortSignal, onAnswer: () => void) {
  const [plain, secure] = [new Agent({ keepAlive: true }), new SecureAgent({ keepAlive: true })]
  const ask = (address: string, method: string, headers: Record<string, string>) =>
    new Promise<IncomingMessage | undefined>((resolve) => {
      const isSecure = address.startsWith('https:')
      const agent = isSecure ? secure : plain
      const asked = (isSecure ? secureRequest : request)(address, {
        method,
        headers,
        agent,
        signal,
      })
      asked.on('error', () => resolve(undefined))
      asked.on('response', (answer) => {
        onAnswer()
        answer.on('error', () => undefined)
        resolve(answer)
        // Of a GET only the status matters, and its body may be long.
        if (method === 'HEAD') answer.resume()
        else answer.destroy()
      })
      asked.end()
    })
  const close = () => {
    plain.destroy()
    secure.destroy()
  }
  return Object.assign(ask, { close })
}

const isGone = (answer: IncomingMessage | undefined) =>
  answer?.statusCode === 404 || answer?.statusCode === 410

function isOtherSize({ statusCode, headers }: IncomingMessage, size: number | undefined): boolean {
  const length = headers['content-length']
  const isWhole =
    statusCode === 200 && length !== undefined && headers['content-encoding'] === undefined
  return isWhole && size !== undefined && Number(length) !== size
}
