import { createHash } from 'node:crypto'
import type { SanityClient } from '@sanity/client'
import { createImageUrlBuilder } from '@sanity/image-url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake
let client: SanityClient

beforeAll(async () => {
  running = await startTestLake()
  client = clientFor(running.lake.origin, TEST_TOKEN)
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

/** Left half navy, right half green: the colour shows which half a crop contains. */
async function twoHalves(width = 400, height = 200): Promise<Buffer> {
  const green = { r: 0, g: 128, b: 0 }
  const right = await sharp({
    create: { width: width / 2, height, channels: 3, background: green },
  })
    .png()
    .toBuffer()
  return await sharp({ create: { width, height, channels: 3, background: '#001f5b' } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toBuffer()
}

describe('images', () => {
  it('CMS-03 have dimensions, preview and hash, and are served unchanged', async () => {
    const body = await twoHalves()
    const asset = await client.assets.upload('image', body, {
      filename: 'halves.png',
      title: 'Halves',
    })
    expect(asset).toMatchObject({
      _type: 'sanity.imageAsset',
      originalFilename: 'halves.png',
      title: 'Halves',
      sha1hash: createHash('sha1').update(body).digest('hex'),
      metadata: { dimensions: { width: 400, height: 200, aspectRatio: 2 }, isOpaque: true },
    })
    expect(asset.metadata.lqip).toMatch(/^data:image\/jpeg;base64,/)
    expect(asset.url.startsWith(`${running.lake.origin}/images/`)).toBe(true)
    expect(Buffer.from(await (await fetch(asset.url)).arrayBuffer()).equals(body)).toBe(true)
    const again = await client.assets.upload('image', body)
    expect(again._id).toBe(asset._id)
  })

  it.each([
    ['w=100', { width: 100, height: 50, format: 'png' }],
    ['h=100&dpr=2', { width: 400, height: 200, format: 'png' }],
    ['w=100&h=100', { width: 100, height: 50, format: 'png' }],
    ['w=100&h=100&fit=crop&fm=jpg&q=60', { width: 100, height: 100, format: 'jpeg' }],
    ['w=900&fit=max&fm=webp', { width: 400, height: 200, format: 'webp' }],
    ['rect=300,0,100,100', { width: 100, height: 100, format: 'png' }],
    ['rect=-5,-5,9999,9999', { width: 400, height: 200, format: 'png' }],
  ])('CMS-03 are transformed by %s', async (parameters, expected) => {
    const asset = await client.assets.upload('image', await twoHalves())
    const answer = await fetch(`${asset.url}?${parameters}`)
    const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(metadata).toMatchObject(expected)
  })

  it('CMS-15 are served as WebP, also to a browser that prefers AVIF, which takes longer', async () => {
    const asset = await client.assets.upload('image', await twoHalves())
    const url = `${asset.url}?w=120&fit=max&auto=format`
    const typeFor = async (accept: string) =>
      (await fetch(url, { headers: { accept } })).headers.get('content-type')
    expect(await typeFor('image/avif,image/webp,*/*')).toBe('image/webp')
    expect(await typeFor('*/*')).toBe('image/png')
  })

  it('CMS-03 are cut by the rectangle of the unmodified URL builder', async () => {
    const { _id: _ref } = await client.assets.upload('image', await twoHalves())
    const crop = { left: 0.5, right: 0.25, top: 0, bottom: 0 }
    const address = { projectId: LAKE_PROJECT_ID, dataset: LAKE_DATASET }
    const url = createImageUrlBuilder({ ...address, baseUrl: running.lake.origin })
      .image({ asset: { _ref }, crop })
      .width(50)
      .forceDownload('Löwe.png')
      .url()
    const answer = await fetch(url)
    const cut = sharp(Buffer.from(await answer.arrayBuffer()))
    expect((await cut.metadata()).height).toBe(100)
    expect((await cut.stats()).dominant.g).toBeGreaterThan(100)
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''L%C3%B6we.png",
    )
    const other = url.replace(LAKE_PROJECT_ID, 'other')
    expect((await fetch(other)).status).toBe(404)
  })

  it('CMS-15 a truncated JPEG is refused', async () => {
    const whole = await sharp(await twoHalves(1600, 1200))
      .jpeg()
      .toBuffer()
    await client.assets.upload('image', whole)
    const cut = client.assets.upload('image', whole.subarray(0, whole.length - 400))
    await expect(cut).rejects.toThrow('The image is damaged')
  })

  it.each(['w=abc', 'rect=1,2', 'fit=twist', 'fm=exe', 'w=1e999', 'blur=50', 'fit=fill'])(
    'CMS-03 are refused with the invalid or unknown parameter %s',
    async (parameters) => {
      const asset = await client.assets.upload('image', await twoHalves())
      expect((await fetch(`${asset.url}?${parameters}`)).status).toBe(400)
    },
  )

  it('CMS-02 are refused if they are SVG, damaged, empty or too large', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    const torn = (await twoHalves()).subarray(0, 300)
    const wide = await sharp({
      create: { width: 12_001, height: 2, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const flipped = await twoHalves()
    flipped[flipped.indexOf('IHDR') + 20] = 255
    for (const body of [svg, torn, flipped, wide, Buffer.from('text'), Buffer.alloc(0)]) {
      const status = await statusOf(client.assets.upload('image', body))
      expect([400, 415]).toContain(status)
    }
    expect(await statusOf(client.assets.upload('image', Buffer.alloc(20_000_001)))).toBe(413)
  })
})

describe('files', () => {
  it('CMS-03 keep their name and are sent as downloads, unless a browser can display them safely', async () => {
    const page = await client.assets.upload('file', Buffer.from('<script>1</script>'), {
      filename: 'notes.html',
    })
    expect(page).toMatchObject({ originalFilename: 'notes.html', extension: 'html' })
    const answer = await fetch(page.url)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const captions = await client.assets.upload('file', Buffer.from('WEBVTT'), {
      filename: 'c.vtt',
    })
    expect((await fetch(captions.url)).headers.get('content-type')).toContain('text/vtt')
    expect((await fetch(captions.url, { method: 'HEAD' })).status).toBe(200)
  })
})

async function statusOf(upload: Promise<unknown>): Promise<number> {
  return await upload.then(
    () => 200,
    (error: { statusCode?: number }) => error.statusCode ?? 0,
  )
}
