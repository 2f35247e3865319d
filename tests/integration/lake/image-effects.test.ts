import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetched, type ImageLake, nameOf, startImageLake } from './image-lake.ts'

let images: ImageLake
beforeAll(async () => {
  images = await startImageLake()
})
afterAll(() => images.stop())

describe('an image from the URL builder', () => {
  it('CMS-11 with crop=entropy keeps the part with most detail', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const busy = await sharp({
      create: { width: 100, height: 200, channels: 3, background: '#fff', noise },
    })
      .png()
      .toBuffer()
    const create = { width: 600, height: 200, channels: 3 as const, background: '#fff' }
    const id = await images.upload(
      await sharp({ create })
        .composite([{ input: busy, left: 480, top: 0 }])
        .png()
        .toBuffer(),
    )
    const { body, size } = await fetched(
      images.picture(id).size(200, 200).fit('crop').crop('entropy').url(),
    )
    expect(size).toEqual([200, 200])
    expect((await sharp(body).stats()).channels[0]?.stdev).toBeGreaterThan(20)
  })

  it('CMS-11 with bg behind transparent pixels, in every notation', async () => {
    for (const [bg, expected] of [
      ['00f', [0, 0, 255, 255]],
      ['f00f', [0, 0, 255, 255]],
      ['0000ff', [0, 0, 255, 255]],
      ['ff0000ff', [0, 0, 255, 255]],
      ['800000ff', [0, 0, 255, 128]],
    ] as const) {
      const { at } = await fetched(images.glass().bg(bg).url())
      expect([bg, at([10, 50])]).toEqual([bg, expected])
      expect(at([90, 50])).toEqual([255, 0, 0, 255])
    }
    const { at } = await fetched(images.glass().format('jpg').quality(100).url())
    expect(at([10, 50]).every((part) => part > 250)).toBe(true)
  })

  it.each([
    ['fill', [250, 100], [100, 50]],
    ['fillmax', [500, 400], [400, 200]],
  ] as const)('CMS-11 with fit=%s and bg around the image', async (fit, [width, height], inner) => {
    const url = images.stripes().ignoreImageParams().size(width, height).fit(fit).bg('f0f').url()
    const { size, at } = await fetched(url)
    expect(size).toEqual([width, height])
    expect(at([2, height - 2])).toEqual([255, 0, 255, 255])
    const [innerWidth] = fit === 'fill' ? [200] : inner
    expect(nameOf(at([(width - innerWidth) / 2 + 5, height / 2 + 10]))).toBe('red')
  })

  it('CMS-11 with blur, sharp, sat=-100 and invert', async () => {
    const plain = await fetched(images.stripes().url())
    expect(plain.at([95, 150])).toEqual([240, 0, 0, 255])
    for (const blur of [50, 400]) {
      const soft = await fetched(images.stripes().blur(blur).url())
      expect(soft.size).toEqual([400, 200])
      expect(soft.at([97, 150])[1]).toBeGreaterThan(20)
    }
    const grey = await fetched(images.stripes().saturation(-100).url())
    const [r = 0, g = 1, b = 2] = grey.at([50, 150])
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(3)
    expect(r).not.toBe(240)
    const inverted = await fetched(images.stripes().invert(true).url())
    expect(inverted.at([50, 150])).toEqual([15, 255, 255, 255])
    const edge = (image: typeof plain) => image.at([99, 50])[0] ?? 0
    const sharper = await fetched(images.stripes().sharpen(60).url())
    expect(edge(sharper)).not.toBe(edge(plain))
  })

  it('CMS-11 with pjpg, a progressive JPEG', async () => {
    const { body } = await fetched(images.stripes().format('pjpg').url())
    expect((await sharp(body).metadata()).isProgressive).toBe(true)
    const { body: plain } = await fetched(images.stripes().format('jpg').url())
    expect((await sharp(plain).metadata()).isProgressive).toBe(false)
  })

  it('CMS-11 with a vanity name, and a download with a name', async () => {
    const named = images.stripes().vanityName('our van.png').url()
    expect(named).toContain('/our van.png')
    expect((await fetched(named)).size).toEqual([400, 200])
    const download = await fetched(
      images.stripes().width(50).forceDownload('Der "Löwe"\r\n.png').url(),
    )
    const header = download.headers.get('content-disposition')
    expect(header).toBe(
      `attachment; filename="Der _L_we___.png"; filename*=UTF-8''Der%20_L%C3%B6we___.png`,
    )
    const own = await fetched(images.stripes().forceDownload('').url())
    expect(own.headers.get('content-disposition')).toContain('-400x200.png"')
    const film = await images.client.assets.upload('file', Buffer.from('x'), {
      filename: 'film.mp4',
    })
    const answers = [await fetch(film.url), await fetch(`${film.url}?dl=Our%20film.mp4`)]
    const dispositions = answers.map(({ headers }) => headers.get('content-disposition'))
    expect([dispositions[0], dispositions[1]?.slice(0, 36)]).toEqual([
      null,
      'attachment; filename="Our film.mp4";',
    ])
  })
})
