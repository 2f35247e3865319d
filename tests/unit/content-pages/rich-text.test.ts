import { afterEach, describe, expect, it } from 'vitest'
import { headingsOf, plainTextOf, posterOf } from '#components/content/plain-text.ts'
import { setLinks } from '#content/current-links.ts'
import { contentOf } from '#content/document.ts'
import { withWarnings } from '#content/link-warnings.ts'
import { richTextOf } from '#content/rich-text.ts'

const block = (text: string, style = 'normal') => ({
  _type: 'block',
  _key: text.slice(0, 5),
  style,
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
  markDefs: null,
})
const figure = {
  _type: 'figure',
  _key: 'f',
  alt: 'A poster',
  src: 'https://lake.example/a-1200x1600.png',
  assetId: 'image-abc-1200x1600-png',
  width: 1200,
  height: 1600,
  caption: null,
  textVersion: null,
}
const read = (...nodes: unknown[]) =>
  richTextOf(contentOf({ body: nodes as never[] }, 'page-x').parts('body'))

describe('rich text', () => {
  it('INFO-04 gives every heading a unique id and lists the headings of the first level', () => {
    const body = read(block('Why?', 'h2'), block('Because'), block('Why?', 'h2'), block('So', 'h3'))
    expect(headingsOf(body)).toEqual([
      { text: 'Why?', anchor: 'why' },
      { text: 'Why?', anchor: 'why-2' },
    ])
  })

  it('CMS-06 leaves out a mark that the site does not know, or that has no definition, and keeps the words', () => {
    const marks = ['strong', 'no-definition', '__proto__', 'constructor', 'underline', 'site']
    const link = { kind: 'external', url: 'https://other.example/' }
    const markDefs = [{ _key: 'site', _type: 'link', ...link }]
    const span = { _type: 'span', _key: 's', text: 'Words', marks }
    const [node] = read({ ...block('text'), children: [span], markDefs })
    expect(node).toMatchObject({ children: [{ text: 'Words', marks: ['strong', 'site'] }] })
  })

  it('NEWS-04 makes URLs for links to pages, sites, e-mail addresses and files', () => {
    const file = {
      url: 'https://lake.example/files/x.pdf',
      name: 'Poster (A4).PDF',
      size: 84_100,
      mimeType: 'application/pdf',
      hash: '0123456789abcdef0123',
    }
    const links = [
      { kind: 'page', path: '/events' },
      { kind: 'external', url: 'https://other.example/' },
      { kind: 'email', email: 'a@b.example' },
      { kind: 'file', file },
    ]
    const markDefs = links.map((link, index) => ({ _key: `l${index}`, _type: 'link', ...link }))
    const [node] = read({ ...block('text'), markDefs })
    const found = node?._type === 'block' ? node.markDefs : []
    expect(found.map(({ href }) => href)).toEqual([
      '/events',
      'https://other.example/',
      'mailto:a@b.example',
      '/files/0123456789ab/poster-a4.pdf',
    ])
    expect(found.at(-1)?.fileNote).toBe('PDF, 84 kB')
  })

  it.each([
    ['page', 'path', '//'],
    ['page', 'path', '//events'],
    ['page', 'path', '///'],
    ['page', 'path', '//#x'],
    ['page', 'path', '/\\other.example'],
    ['page', 'path', 'events'],
    ['external', 'url', 'https://'],
    ['external', 'url', 'other.example'],
    ['external', 'url', 'javascript:alert(1)'],
  ])('CMS-06 a link that is no address is a fault of its document: %s %s %s', (kind, field, to) => {
    const mark = { _key: 'l', _type: 'link', kind, [field]: to }
    expect(() => read({ ...block('text'), markDefs: [mark] })).toThrow(
      `markDefs[0].${field} (bad-address)`,
    )
  })

  it('INFO-04 recognises a body that is one picture with a text version', () => {
    expect(posterOf(read({ ...figure, textVersion: 'Text' }))?.textVersion).toBe('Text')
    expect(posterOf(read(figure))).toBeUndefined()
    expect(posterOf(read({ ...figure, textVersion: 'Text' }, block('More')))).toBeUndefined()
  })

  it('ABOUT-01 joins paragraphs for a preview', () => {
    const body = read(block('One.'), block('Two.'))
    expect(plainTextOf(body.filter((node) => node._type === 'block'))).toBe('One. Two.')
  })

  it('CMS-01 names the document and the field that is missing', () => {
    expect(() => read({ ...figure, alt: '' })).toThrow('page-x.body[0].alt (missing)')
    expect(() => read({ ...block('text'), style: 'h7' })).toThrow('page-x.body[0].style')
    expect(() => read({ _type: 'table', _key: 't' })).toThrow('page-x.body[0]._type')
    const empty = { _key: 'l', _type: 'link', kind: 'external', url: null }
    expect(() => read({ ...block('text'), markDefs: [empty] })).toThrow('markDefs[0].url')
    expect(() => read()).toThrow('page-x.body (empty-list)')
  })
})

const page = (id: string) => ({ _type: 'link', kind: 'page', page: id })
const typed = (path: string) => ({ _type: 'link', kind: 'page', path })
const linked = (link: object) => ({
  ...block('Words'),
  children: [{ _type: 'span', _key: 's', text: 'Words', marks: ['l', 'strong'] }],
  markDefs: [{ _key: 'l', ...link }],
})
const button = (link: object) => ({ _type: 'callToAction', _key: 'c', label: 'Go', link })

describe('links inside the site', () => {
  afterEach(() => setLinks(undefined))
  const start = () =>
    setLinks({
      ofDocument: (id) => (id === 'open' ? '/news/open-day' : undefined),
      ofTyped: (path) => ({ '/events': '/events', '/old': '/new' })[path],
    })

  it.each([
    ['a reference', page('open'), '/news/open-day', undefined],
    ['a typed address', typed('/events'), '/events', undefined],
    ['a typed address that was left', typed('/old'), '/new', 'path moved-address'],
    ['a reference to nothing', page('gone'), undefined, 'page leads-nowhere'],
    ['a typed address of nothing', typed('/gone'), undefined, 'path leads-nowhere'],
  ])(
    'CMS-07 %s: in a text, words without a link when it leads to nothing',
    (_, link, to, warning) => {
      start()
      const { value, warnings } = withWarnings(() => read(linked(link)))
      const [node] = value
      expect(node?._type === 'block' && node.markDefs.map(({ href }) => href)).toEqual(
        to === undefined ? [] : [to],
      )
      const marks = node?._type === 'block' ? node.children[0]?.marks : undefined
      expect(marks).toEqual(to === undefined ? ['strong'] : ['l', 'strong'])
      const found = warnings.map(
        ({ document, field, problem }) => `${document}.${field} ${problem}`,
      )
      expect(found).toEqual(warning === undefined ? [] : [`page-x.body[0].markDefs[0].${warning}`])
    },
  )

  it('CMS-07 a button that leads to nothing is left out', () => {
    start()
    const { value, warnings } = withWarnings(() =>
      read(button(page('gone')), button(page('open')), block('End')),
    )
    expect(value.map(({ _type }) => _type)).toEqual(['callToAction', 'block'])
    expect(warnings).toEqual([
      { document: 'page-x', field: 'body[0].link.page', problem: 'leads-nowhere' },
    ])
  })

  it('CMS-07 a link without page and path is a fault of its document', () => {
    expect(() => read(linked({ _type: 'link', kind: 'page' }))).toThrow(
      'markDefs[0].page (missing)',
    )
  })
})
