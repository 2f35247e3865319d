import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ContentError } from '#content/read/content-error.ts'
import { GOOD_ASSETS_DIR } from '#content/server/publishing/content/good-assets.ts'
import { type Built, type ContentBuilds, newsEntry, startContentBuilds } from './content-build.ts'

type Asset = { _id: string; path: string }

let site: ContentBuilds
let red: Buffer
let boat: Asset

const picture = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer()

const upload = async (bytes: Buffer, kind: 'image' | 'file' = 'image'): Promise<Asset> =>
  await site.client.assets.upload(kind, bytes, { filename: kind === 'image' ? 'a.png' : 'a.pdf' })

const reference = ({ _id }: Asset) => ({ _type: 'reference', _ref: _id })
const figure = (asset: Asset) => ({ _type: 'figure', alt: 'A boat', asset: reference(asset) })
const download = (asset: Asset) => ({
  _type: 'link',
  kind: 'file',
  file: { _type: 'file', asset: reference(asset) },
})

/** Where the lake has the bytes of an asset. */
function fileOf({ path }: Asset): string {
  const [kind = '', , , name = ''] = path.split('/')
  return join(site.lake.lake.assets.uploads, kind, name)
}

const titles = ({ news }: Built) => news.map(({ title }) => title)

beforeEach(async () => {
  site = await startContentBuilds()
  red = await picture('#c00')
  boat = await upload(red)
  await site.client.create(newsEntry('alpha', { image: figure(boat) }))
  await site.client.create(newsEntry('beta'))
})
afterEach(() => site.stop())

const LOST =
  'News entry “news-alpha” (/news/alpha): Image, picture is lost or damaged in the content store: upload it again and publish. Visitors still see its last good version.'

describe('a picture or file whose bytes the content lake has lost', () => {
  it.each<[string, (file: string) => void]>([
    ['missing', (file) => rmSync(file)],
    ['truncated', (file) => truncateSync(file, 20)],
  ])(
    'CMS-06 is a fault of its document, whose last good version has the kept copy: %s',
    async (_, lose) => {
      await site.build()
      lose(fileOf(boat))
      await site.client.patch('news-alpha').set({ title: 'alpha two' }).commit()
      await site.client.create(newsEntry('gamma'))
      const built = await site.build()
      expect(titles(built)).toEqual(['alpha', 'beta', 'gamma'])
      expect(built.pictures.get('alpha')?.equals(red)).toBe(true)
      expect(built.sentences).toEqual([LOST])
      expect(built.uncopied).toBe(0)
      // Uploading it again replaces what is left of it.
      await upload(red)
      const mended = await site.build()
      expect(titles(mended)).toEqual(['alpha two', 'beta', 'gamma'])
      expect(mended.faults).toEqual([])
    },
  )

  it('CMS-06 leaves an entry out that was never complete, and of a file names the link', async () => {
    const leaflet = await upload(Buffer.from('%PDF-1.7'), 'file')
    await site.client.create(newsEntry('gamma', { link: download(leaflet) }))
    truncateSync(fileOf(leaflet), 3)
    const built = await site.build()
    expect(titles(built)).toEqual(['alpha', 'beta'])
    expect(built.sentences).toEqual([
      'News entry “news-gamma” (/news/gamma): Link, file, content is lost or damaged in the content store: upload it again and publish. It is not on the website until that is corrected.',
    ])
  })

  it('CMS-06 is found in the last good version as well, and a copy is cropped as the lake crops', async () => {
    const crop = { left: 0.5, right: 0, top: 0, bottom: 0 }
    await site.client
      .patch('news-alpha')
      .set({ image: { ...figure(boat), crop } })
      .commit()
    const before = await site.build()
    const other = await upload(await picture('#0c0'))
    await site.client
      .patch('news-alpha')
      .set({ image: figure(other) })
      .commit()
    rmSync(fileOf(boat))
    rmSync(fileOf(other))
    const built = await site.build()
    expect(built.sentences).toEqual([LOST])
    const sizeIn = async ({ pictures }: Built) => {
      const { width, height } = await sharp(pictures.get('alpha')).metadata()
      return { width, height }
    }
    expect(await sizeIn(built)).toEqual(await sizeIn(before))
    expect(await sizeIn(built)).not.toEqual({ width: 60, height: 40 })
  })

  it('CMS-06 leaves an entry out whose copy is damaged as well, and shows the others', async () => {
    await site.build()
    const folder = join(site.releasesDir, GOOD_ASSETS_DIR)
    const [name = ''] = readdirSync(folder)
    writeFileSync(join(folder, name), 'x'.repeat(red.length))
    rmSync(fileOf(boat))
    const built = await site.build()
    expect(titles(built)).toEqual(['beta'])
    expect(built.faults).toMatchObject([{ document: 'news-alpha', problem: 'file-lost' }])
    expect(built.sentences[0]).toContain('It is not on the website until that is corrected.')
    expect(built.uncopied).toBe(1)
  })

  it('CMS-06 fails a first build only when the program needs its document, and names it', async () => {
    const body = [{ ...figure(boat), _key: 'f' }]
    await site.client.patch('policy-cookies').set({ body }).commit()
    rmSync(fileOf(boat))
    const fault = { document: 'policy-cookies', field: 'body[0].src', problem: 'file-lost' }
    await expect(site.build()).rejects.toThrow(ContentError)
    await expect(site.build()).rejects.toMatchObject({ fault })
  })

  it('CMS-06 has a copy only while the last good content uses it', async () => {
    await site.build()
    const folder = join(site.releasesDir, GOOD_ASSETS_DIR)
    const [name = ''] = readdirSync(folder)
    expect(boat.path).toContain(name)
    expect(readFileSync(join(folder, name)).equals(red)).toBe(true)
    await site.client.patch('news-alpha').unset(['image']).commit()
    await site.build()
    expect(readdirSync(folder)).toEqual([])
  })

  it('CMS-06 control: without asking for it before, one lost picture ends the whole build', async () => {
    await site.build()
    rmSync(fileOf(boat))
    await expect(site.build('findLost')).rejects.toThrow('The picture of alpha answers 404')
  })
})
