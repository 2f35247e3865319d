import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyGoodAssets, GOOD_ASSETS_DIR } from '#content/server/publishing/content/good-assets.ts'
import { GOOD_CONTENT_FILE } from '#content/server/publishing/content/good-content.ts'
import { lastGoodStore } from '#content/server/publishing/content/last-good-store.ts'
import {
  assetName,
  findLostAssets,
  readAssetSizes,
} from '#content/server/publishing/content/lost-assets.ts'
import { createLogger } from '#core/server/logger.ts'

const UPLOADED = Buffer.from('<svg><script/></svg>')
/** Hosted Sanity names and measures an SVG before it removes scripts from it. */
const SERVED = '<svg></svg>'
const NAME = `${createHash('sha1').update(UPLOADED).digest('hex')}-1x1.svg`

let server: Server
let answer: RequestListener
let address: string
let releasesDir: string
const folder = () => join(releasesDir, GOOD_ASSETS_DIR)
const running = new AbortController().signal
const good = () => ({ newsArticle: { a: { image: { src: address } } } })

beforeEach(async () => {
  releasesDir = mkdtempSync(join(tmpdir(), 'hosted-assets-'))
  answer = (_, response) => {
    response.setHeader('content-length', SERVED.length)
    response.end(SERVED)
  }
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  address = `http://127.0.0.1:${port}/images/halyard0/production/${NAME}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(releasesDir, { recursive: true })
})

describe('pictures and files of hosted Sanity', () => {
  it('CMS-06 are not lost when they have another size than described, as a cleaned SVG has', async () => {
    const hosted = { projectId: 'halyard0', dataset: 'production' }
    const sizes = await readAssetSizes(hosted)
    expect(await findLostAssets([address], sizes)).toEqual([])
    // Of a lake of your own they are.
    const described = new Map([[NAME, UPLOADED.length]])
    expect(await findLostAssets([address], described)).toEqual([NAME])
  })

  it('CMS-06 are lost only when GET says so too', async () => {
    answer = ({ method }, response) => {
      response.statusCode = method === 'HEAD' ? 404 : 206
      response.end()
    }
    expect(await findLostAssets([address], new Map())).toEqual([])
    answer = (_, response) => {
      response.statusCode = 404
      response.end()
    }
    expect(await findLostAssets([address], new Map())).toEqual([NAME])
  })

  it('CMS-04 are asked for over a few connections, because each takes longer than an answer', async () => {
    let connections = 0
    server.on('connection', () => {
      connections += 1
    })
    const names = Array.from({ length: 100 }, (_, index) => String(index).padStart(40, '0'))
    const addresses = names.map((name) => address.replace(NAME, `${name}-1x1.png`))
    expect(await findLostAssets(addresses, new Map())).toEqual([])
    expect(connections).toBeLessThanOrEqual(16)
  })

  it('CMS-04 are waited for only while answers come: a server that never answers holds no publication up', async () => {
    const names = ['1', '2', '3'].map((digit) => `${digit.repeat(40)}-1x1.png`)
    answer = ({ url }, response) => {
      if (url?.includes('2222')) response.writeHead(404).end()
    }
    const addresses = names.map((name) => address.replace(NAME, name))
    const startedAt = performance.now()
    const limits = { allMs: 600_000, silentMs: 2_000 }
    expect(await findLostAssets(addresses, new Map(), limits)).toEqual([names[1]])
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('CMS-06 are copied as they are served; those of a lake of your own must be what their names say', async () => {
    const options = { stop: running, apiHost: new URL(address).origin, intact: new Set<string>() }
    expect(await copyGoodAssets(releasesDir, good(), options)).toBe(1)
    expect(readdirSync(folder())).toEqual([])
    expect(await copyGoodAssets(releasesDir, good(), { ...options, apiHost: undefined })).toBe(0)
    expect(readFileSync(join(folder(), NAME), 'utf8')).toBe(SERVED)
  })
})

describe('copies of pictures and files', () => {
  it('CMS-06 are whole: a connection that breaks leaves none, and the rest of a killed copy is removed', async () => {
    mkdirSync(folder())
    writeFileSync(join(folder(), `${NAME}.1.new`), '<sv')
    answer = (_, response) => {
      response.setHeader('content-length', 100)
      response.write(SERVED, () => response.destroy())
    }
    const options = { apiHost: undefined, stop: running, intact: new Set<string>() }
    expect(await copyGoodAssets(releasesDir, good(), options)).toBe(1)
    expect(readdirSync(folder())).toEqual([])
  })

  it('CMS-06 whose bytes have changed are made again, and are looked at once in a process', async () => {
    const name = `${createHash('sha1').update(SERVED).digest('hex')}-1x1.svg`
    address = address.replace(NAME, name)
    mkdirSync(folder())
    writeFileSync(join(folder(), name), 'another')
    const options = {
      apiHost: new URL(address).origin,
      stop: running,
      intact: new Set<string>(),
    }
    expect(await copyGoodAssets(releasesDir, good(), options)).toBe(0)
    expect(readFileSync(join(folder(), name), 'utf8')).toBe(SERVED)
    writeFileSync(join(folder(), name), 'another')
    await copyGoodAssets(releasesDir, good(), options)
    expect(readFileSync(join(folder(), name), 'utf8')).toBe('another')
  })

  it('CMS-04 CMS-06 hold no publication up, and end with the server: the lake does not answer', async () => {
    const asked = new Promise<void>((told) => {
      answer = () => told()
    })
    const build = join(releasesDir, 'build')
    mkdirSync(build)
    writeFileSync(join(build, GOOD_CONTENT_FILE), JSON.stringify(good()))
    const lastGood = lastGoodStore({
      releasesDir,
      apiHost: undefined,
      logger: createLogger('silent'),
    })
    // Returns at once.
    lastGood.keep(build)
    await asked
    await lastGood.stop()
    expect(readdirSync(folder())).toEqual([])
  })
})

it('CMS-04 sizes that the lake does not tell stop no publication', async () => {
  server.close()
  server.closeAllConnections()
  const content = { projectId: 'halyard0', dataset: 'production' }
  const sizes = await readAssetSizes({ ...content, apiHost: new URL(address).origin })
  expect([sizes.size, assetName(address)]).toEqual([0, NAME])
})
