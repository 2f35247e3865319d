import type { ImageUrlBuilder } from '@sanity/image-url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { fetched, type ImageLake, nameOf, type Point, startImageLake } from './image-lake.ts'

let images: ImageLake
beforeAll(async () => {
  images = await startImageLake()
})
afterAll(() => images.stop())

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
    const url = ask(images.stripes()).url()
    expect({ url, ...(await corners(url)) }).toEqual({ url, size, colours })
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
    const answer = await fetch(`${images.stripes().url()}?${parameters}`)
    const body = (await answer.json()) as { message: string }
    expect(answer.status).toBe(400)
    expect(body.message).toContain(message)
  })

  it('CMS-11 an image of another project or dataset', async () => {
    const url = images.stripes().url()
    for (const other of ['/images/other/production/', `/images/${LAKE_PROJECT_ID}/staging/`]) {
      const path = url.replace(`/images/${LAKE_PROJECT_ID}/production/`, other)
      expect((await fetch(path)).status).toBe(404)
    }
  })
})
