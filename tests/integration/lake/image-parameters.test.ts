import type { SanityClient } from '@sanity/client'
import { createImageUrlBuilder, type ImageUrlBuilder } from '@sanity/image-url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from './test-lake.ts'

let running: TestLake
let client: SanityClient
/** 400 by 200: red, green, blue, yellow, from left to right; the upper half of each is darker. */
let stripes: string
/** 100 by 100, with a transparent left half. */
let glass: string

const COLOURS = { red: [240, 0, 0], green: [0, 240, 0], blue: [0, 0, 240], yellow: [240, 240, 0] }
const NAMES = ['red', 'green', 'blue', 'yellow'] as const
type Point = [x: number, y: number]

const block = (name: (typeof NAMES)[number], isDark: boolean) => {
  const [r = 0, g = 0, b = 0] = COLOURS[name].map((part) => (isDark ? part / 2 : part))
  return sharp({ create: { width: 100, height: 100, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}

async function upload(body: Buffer): Promise<string> {
  return (await client.assets.upload('image', body))._id
}

beforeAll(async () => {
  running = await startTestLake()
  client = clientFor(running.lake.origin, TEST_TOKEN)
  const blocks = NAMES.flatMap((name, index) =>
    [true, false].map(async (isDark) => ({
      input: await block(name, isDark),
      left: 100 * index,
      top: isDark ? 0 : 100,
    })),
  )
  const create = { width: 400, height: 200, channels: 3 as const, background: '#000' }
  stripes = await upload(
    await sharp({ create })
      .composite(await Promise.all(blocks))
      .png()
      .toBuffer(),
  )
  const empty = { width: 100, height: 100, channels: 4 as const, background: '#00000000' }
  const half = { width: 50, height: 100, channels: 4 as const, background: '#ff0000' }
  const input = await sharp({ create: half }).png().toBuffer()
  glass = await upload(
    await sharp({ create: empty })
      .composite([{ input, left: 50, top: 0 }])
      .png()
      .toBuffer(),
  )
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

/** The unmodified URL builder, with the lake as its host. */
const picture = (id: string): ImageUrlBuilder =>
  createImageUrlBuilder({
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    baseUrl: running.lake.origin,
  }).image(id)

async function fetched(url: string) {
  const answer = await fetch(url)
  const body = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.status === 200 ? '' : body.toString()]).toEqual([200, ''])
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = ([x, y]: Point) => [
    ...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4),
  ]
  return { size: [info.width, info.height], at, headers: answer.headers, body }
}

/** The colour at a point: its name, with `dark` before it in the upper half. */
function nameOf([r = 0, g = 0, b = 0]: number[]): string {
  const found = NAMES.flatMap((name) =>
    [1, 2].map((divisor) => {
      const [x = 0, y = 0, z = 0] = COLOURS[name].map((part) => part / divisor)
      const distance = Math.abs(x - r) + Math.abs(y - g) + Math.abs(z - b)
      return { name: divisor === 2 ? `dark ${name}` : name, distance }
    }),
  ).sort((one, other) => one.distance - other.distance)
  return (found[0]?.distance ?? 999) < 60 ? (found[0]?.name ?? '') : `${r},${g},${b}`
}

async function corners(url: string) {
  const { size, at } = await fetched(url)
  const [width = 0, height = 0] = size
  const inset = 3
  const points: Point[] = [
    [inset, inset],
    [width - 1 - inset, inset],
    [inset, height - 1 - inset],
    [width - 1 - inset, height - 1 - inset],
  ]
  return { size, colours: points.map((point) => nameOf(at(point))) }
}

const all = ['dark red', 'dark yellow', 'red', 'yellow']

describe('an image from the URL builder', () => {
  it.each<[string, (image: ImageUrlBuilder) => ImageUrlBuilder, [number, number], string[]]>([
    [
      'fit=min, which crops',
      (i) => i.ignoreImageParams().size(100, 100).fit('min'),
      [100, 100],
      ['dark green', 'dark blue', 'green', 'blue'],
    ],
    [
      'fit=min, which never enlarges',
      (i) => i.ignoreImageParams().size(800, 800).fit('min'),
      [200, 200],
      ['dark green', 'dark blue', 'green', 'blue'],
    ],
    ['fit=min with a width alone', (i) => i.width(900).fit('min'), [400, 200], all],
    ['fit=max', (i) => i.ignoreImageParams().size(900, 100).fit('max'), [200, 100], all],
    ['fit=clip', (i) => i.ignoreImageParams().size(800, 900).fit('clip'), [800, 400], all],
    ['fit=scale', (i) => i.ignoreImageParams().size(100, 100).fit('scale'), [100, 100], all],
    [
      'crop=left',
      (i) => i.size(100, 200).fit('crop').crop('left'),
      [100, 200],
      ['dark red', 'dark red', 'red', 'red'],
    ],
    [
      'crop=right',
      (i) => i.size(100, 200).fit('crop').crop('right'),
      [100, 200],
      ['dark yellow', 'dark yellow', 'yellow', 'yellow'],
    ],
    [
      'crop=top',
      (i) => i.size(400, 100).fit('crop').crop('top'),
      [400, 100],
      ['dark red', 'dark yellow', 'dark red', 'dark yellow'],
    ],
    [
      'crop=bottom',
      (i) => i.size(400, 100).fit('crop').crop('bottom'),
      [400, 100],
      ['red', 'yellow', 'red', 'yellow'],
    ],
    [
      'crop=center',
      (i) => i.size(200, 200).fit('crop').crop('center'),
      [200, 200],
      ['dark green', 'dark blue', 'green', 'blue'],
    ],
    [
      'a focal point',
      (i) => i.size(100, 200).fit('crop').focalPoint(0.625, 0.5),
      [100, 200],
      ['dark blue', 'dark blue', 'blue', 'blue'],
    ],
    ['flip=h', (i) => i.flipHorizontal(), [400, 200], ['dark yellow', 'dark red', 'yellow', 'red']],
    ['flip=v', (i) => i.flipVertical(), [400, 200], ['red', 'yellow', 'dark red', 'dark yellow']],
    [
      'flip=hv',
      (i) => i.flipHorizontal().flipVertical(),
      [400, 200],
      ['yellow', 'red', 'dark yellow', 'dark red'],
    ],
    ['or=90', (i) => i.orientation(90), [200, 400], ['red', 'dark red', 'yellow', 'dark yellow']],
    ['or=180', (i) => i.orientation(180), [400, 200], ['yellow', 'red', 'dark yellow', 'dark red']],
    ['or=270', (i) => i.orientation(270), [200, 400], ['dark yellow', 'yellow', 'dark red', 'red']],
    [
      'or=90, whose width is that of the result',
      (i) => i.orientation(90).width(100),
      [100, 200],
      ['red', 'dark red', 'yellow', 'dark yellow'],
    ],
    [
      'or=90 with crop=top',
      (i) => i.orientation(90).size(200, 100).fit('crop').crop('top'),
      [200, 100],
      ['red', 'dark red', 'red', 'dark red'],
    ],
    [
      'or=270 with crop=top',
      (i) => i.orientation(270).size(200, 100).fit('crop').crop('top'),
      [200, 100],
      ['dark yellow', 'yellow', 'dark yellow', 'yellow'],
    ],
    [
      'or=90 with flip=h and crop=left',
      (i) => i.orientation(90).flipHorizontal().size(100, 400).fit('crop').crop('left'),
      [100, 400],
      ['dark red', 'dark red', 'dark yellow', 'dark yellow'],
    ],
    [
      'flip=h with crop=left',
      (i) => i.flipHorizontal().size(100, 200).fit('crop').crop('left'),
      [100, 200],
      ['dark yellow', 'dark yellow', 'yellow', 'yellow'],
    ],
    [
      'rect with crop=right',
      (i) => i.rect(0, 0, 200, 200).size(100, 200).fit('crop').crop('right'),
      [100, 200],
      ['dark green', 'dark green', 'green', 'green'],
    ],
    ['a device pixel ratio', (i) => i.width(100).dpr(2), [200, 100], all],
  ])('CMS-11 with %s', async (_what, ask, size, colours) => {
    const url = ask(picture(stripes)).url()
    expect({ url, ...(await corners(url)) }).toEqual({ url, size, colours })
  })

  it('CMS-11 with crop=entropy keeps the part with most detail', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const busy = await sharp({
      create: { width: 100, height: 200, channels: 3, background: '#fff', noise },
    })
      .png()
      .toBuffer()
    const create = { width: 600, height: 200, channels: 3 as const, background: '#fff' }
    const id = await upload(
      await sharp({ create })
        .composite([{ input: busy, left: 480, top: 0 }])
        .png()
        .toBuffer(),
    )
    const { body, size } = await fetched(
      picture(id).size(200, 200).fit('crop').crop('entropy').url(),
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
      const { at } = await fetched(picture(glass).bg(bg).url())
      expect([bg, at([10, 50])]).toEqual([bg, expected])
      expect(at([90, 50])).toEqual([255, 0, 0, 255])
    }
    const { at } = await fetched(picture(glass).format('jpg').quality(100).url())
    expect(at([10, 50]).every((part) => part > 250)).toBe(true)
  })

  it.each([
    ['fill', [250, 100], [100, 50]],
    ['fillmax', [500, 400], [400, 200]],
  ] as const)('CMS-11 with fit=%s and bg around the image', async (fit, [width, height], inner) => {
    const url = picture(stripes).ignoreImageParams().size(width, height).fit(fit).bg('f0f').url()
    const { size, at } = await fetched(url)
    expect(size).toEqual([width, height])
    expect(at([2, height - 2])).toEqual([255, 0, 255, 255])
    const [innerWidth] = fit === 'fill' ? [200] : inner
    expect(nameOf(at([(width - innerWidth) / 2 + 5, height / 2 + 10]))).toBe('red')
  })

  it('CMS-11 with blur, sharp, sat=-100 and invert', async () => {
    const plain = await fetched(picture(stripes).url())
    expect(plain.at([95, 150])).toEqual([240, 0, 0, 255])
    for (const blur of [50, 400]) {
      const soft = await fetched(picture(stripes).blur(blur).url())
      expect(soft.size).toEqual([400, 200])
      expect(soft.at([97, 150])[1]).toBeGreaterThan(20)
    }
    const grey = await fetched(picture(stripes).saturation(-100).url())
    const [r = 0, g = 1, b = 2] = grey.at([50, 150])
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(3)
    expect(r).not.toBe(240)
    const inverted = await fetched(picture(stripes).invert(true).url())
    expect(inverted.at([50, 150])).toEqual([15, 255, 255, 255])
    const edge = (image: typeof plain) => image.at([99, 50])[0] ?? 0
    const sharper = await fetched(picture(stripes).sharpen(60).url())
    expect(edge(sharper)).not.toBe(edge(plain))
  })

  it('CMS-11 with pjpg, a progressive JPEG', async () => {
    const { body } = await fetched(picture(stripes).format('pjpg').url())
    expect((await sharp(body).metadata()).isProgressive).toBe(true)
    const { body: plain } = await fetched(picture(stripes).format('jpg').url())
    expect((await sharp(plain).metadata()).isProgressive).toBe(false)
  })

  it('CMS-11 with a vanity name, and a download with a name', async () => {
    const named = picture(stripes).vanityName('our van.png').url()
    expect(named).toContain('/our van.png')
    expect((await fetched(named)).size).toEqual([400, 200])
    const download = await fetched(
      picture(stripes).width(50).forceDownload('Der "Löwe"\r\n.png').url(),
    )
    const header = download.headers.get('content-disposition')
    expect(header).toBe(
      `attachment; filename="Der _L_we___.png"; filename*=UTF-8''Der%20_L%C3%B6we___.png`,
    )
    const own = await fetched(picture(stripes).forceDownload('').url())
    expect(own.headers.get('content-disposition')).toContain('-400x200.png"')
    const film = await client.assets.upload('file', Buffer.from('x'), { filename: 'film.mp4' })
    const answers = [await fetch(film.url), await fetch(`${film.url}?dl=Our%20film.mp4`)]
    const dispositions = answers.map(({ headers }) => headers.get('content-disposition'))
    expect([dispositions[0], dispositions[1]?.slice(0, 36)]).toEqual([
      null,
      'attachment; filename="Our film.mp4";',
    ])
  })
})

describe('an unsupported parameter is refused with a message', () => {
  it.each([
    ['pad=10', 'pad is not supported here: use fit=fill'],
    ['min-w=10', 'min-w is not supported here: use w with fit=min'],
    ['max-h=10', 'max-h is not supported here'],
    ['fp-debug=true', 'Unknown parameter'],
    ['rotate=90', 'Unknown parameter'],
    ['or=45', 'or must be one of 0 90 180 270'],
    ['flip=x', 'flip must be one of h v hv'],
    ['bg=red', 'bg must be'],
    ['sat=50', 'sat must be -100'],
    ['sat=', 'sat must be -100'],
    ['blur=-1', 'blur must be from 0 to 2000'],
    ['invert=maybe', 'invert must be'],
    ['crop=top', 'crop needs fit=crop'],
    ['fit=crop&crop=faces&w=9&h=9', 'crop must be one of'],
    ['fit=crop&crop=top&fp-x=0.5&w=9&h=9', 'need crop=focalpoint'],
    ['auto=compress', 'auto must be format'],
    ['frame=2', 'frame must be 1'],
    ['q=101', 'q must be from 0 to 100'],
    ['w=9000', 'w must be from 1 to 4096'],
  ])('CMS-11 %s', async (parameters, message) => {
    const answer = await fetch(`${picture(stripes).url()}?${parameters}`)
    const body = (await answer.json()) as { message: string }
    expect(answer.status).toBe(400)
    expect(body.message).toContain(message)
  })

  it('CMS-11 an image of another project or dataset', async () => {
    const url = picture(stripes).url()
    for (const other of ['/images/other/production/', `/images/${LAKE_PROJECT_ID}/staging/`]) {
      const path = url.replace(`/images/${LAKE_PROJECT_ID}/production/`, other)
      expect((await fetch(path)).status).toBe(404)
    }
  })
})
