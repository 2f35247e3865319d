import { describe, expect, it } from 'vitest'
import { figureOf } from '#content/read/figure.ts'
import { fileOf, safeName } from '#content/read/files.ts'
import { sizeInWords } from '#content/read/link.ts'
import { anyContent } from '#tests/fixtures/content.ts'

const picture = (more: object = {}) =>
  anyContent(
    {
      alt: 'A hall',
      src: 'http://127.0.0.1:4000/images/p/d/abc-1200x800.png',
      assetId: 'image-abc-1200x800-png',
      width: 1200,
      height: 800,
      crop: null,
      hotspot: null,
      ...more,
    },
    'page-x.image',
  )

describe('a picture of the content', () => {
  it('CMS-01 is not cropped when the editor set no crop', () => {
    const { src, width, height, alt } = figureOf(picture())
    expect(src).toBe('http://127.0.0.1:4000/images/p/d/abc-1200x800.png')
    expect([width, height, alt]).toEqual([1200, 800, 'A hall'])
  })

  it('CMS-01 has the editor’s crop in its URL', () => {
    const crop = { _type: 'sanity.imageCrop', left: 0.25, right: 0.25, top: 0, bottom: 0.5 }
    const { src, width, height } = figureOf(picture({ crop }))
    expect(new URL(src).searchParams.get('rect')).toBe('300,0,600,400')
    expect([width, height]).toEqual([600, 400])
  })

  it('CMS-01 is cropped to an aspect ratio around the hotspot', () => {
    const hotspot = { _type: 'sanity.imageHotspot', x: 0.9, y: 0.5, width: 0.1, height: 0.1 }
    const square = figureOf(picture({ hotspot }), 1)
    expect(new URL(square.src).searchParams.get('rect')).toBe('400,0,800,800')
    expect([square.width, square.height]).toEqual([800, 800])
    expect(new URL(figureOf(picture(), 1).src).searchParams.get('rect')).toBe('200,0,800,800')
  })

  it('CMS-01 without alternative text throws an error that names the field', () => {
    expect(() => figureOf(picture({ alt: null }))).toThrow('page-x.image.alt')
  })
})

describe('a file of the content', () => {
  it('NEWS-04 has a name that is safe in a URL', () => {
    expect(safeName('Poster 2025 (A4).PDF')).toBe('poster-2025-a4.pdf')
    expect(safeName('../../Etc/<b>.Pdf')).toBe('etc-b.pdf')
    expect(safeName('letter')).toBe('letter.bin')
  })

  it('NEWS-04 is refused when a browser could run it as a page of this site', () => {
    const file = (name: string) =>
      anyContent(
        { name, hash: 'a'.repeat(40), url: 'x', mimeType: 'text/html', size: 1 },
        'news-x.file',
      )
    expect(() => fileOf(file('game.html'))).toThrow('news-x.file.name')
    expect(() => fileOf(file('drawing.svg'))).toThrow('news-x.file.name')
    expect(fileOf(file('poster.pdf')).href).toBe('/files/aaaaaaaaaaaa/poster.pdf')
  })

  it('INFO-09 has the media type of its name, whatever the upload said', () => {
    const file = (name: string) =>
      fileOf(
        anyContent(
          { name, hash: 'a'.repeat(40), url: 'x', mimeType: 'application/octet-stream', size: 1 },
          'news-x.file',
        ),
      )
    expect(file('talk.MP4').mimeType).toBe('video/mp4')
    expect(file('talk.webm').mimeType).toBe('video/webm')
    expect(file('captions.vtt').mimeType).toBe('text/vtt')
    expect(file('letter.pdf').mimeType).toBe('application/pdf')
  })

  it('NEWS-04 has a readable size', () => {
    expect(sizeInWords(200)).toBe('1 kB')
    expect(sizeInWords(84_100)).toBe('84 kB')
    expect(sizeInWords(1_440_000)).toBe('1.4 MB')
  })
})
