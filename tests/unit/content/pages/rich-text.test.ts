import { describe, expect, it } from 'vitest'
import { headingsOf, plainTextOf, posterOf } from '#content/components/parts/plain-text.ts'
import { contentOf } from '#content/read/document.ts'
import { readVersion, withReading } from '#content/read/reading.ts'
import { richTextOf, type TextBlock } from '#content/read/rich-text.ts'
import type { SiteLinks } from '#content/rules/site-links.ts'
import { readingOf } from '#tests/fixtures/reading.ts'
import { blocksOf } from '../../../../studio/pasted-blocks.ts'
import { NO_MARKS, tidy } from '../../../../studio/pasted-runs.ts'

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

  it('CMS-02 CMS-06 pasted words keep the space between two marked ones', () => {
    const words = (text: string, more = {}) => ({ ...NO_MARKS, text, ...more })
    const runs = [words('Dr', { isBold: true }), words(' '), words('Smith', { isItalic: true })]
    const paragraph = { style: 'normal' as const, item: undefined, runs: tidy(runs) }
    const stored = (hasTables: boolean) =>
      blocksOf([paragraph, { headerRows: 0, rows: [[[paragraph], []]] }], {
        styles: ['normal'],
        hasTables,
        siteUrl: undefined,
        newKey: () => 'k',
      })
    expect(plainTextOf(read(...stored(false)) as TextBlock[])).toBe('Dr Smith Dr Smith')
    expect(read(...stored(true))).toMatchObject([
      {},
      { rows: [[[{ children: [{}, { text: ' ' }, {}] }], [{ children: [{ text: '' }] }]]] },
    ])
  })

  it.each(['', ' ', '\u00a0'])('CMS-06 a paragraph of %j is no fault', (text) => {
    expect(read({ ...block(text), _key: 'b' })).toMatchObject([{ children: [{ text }] }])
  })

  it('NEWS-04 CMS-24 makes URLs for links to pages, sites, e-mail addresses, telephone numbers and files', () => {
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
      { kind: 'telephone', phone: '+44 (0)1632 960 117 ext 2' },
      { kind: 'file', file },
    ]
    const markDefs = links.map((link, index) => ({ _key: `l${index}`, _type: 'link', ...link }))
    const [node] = read({ ...block('text'), markDefs })
    const found = node?._type === 'block' ? node.markDefs : []
    expect(found.map(({ href }) => href)).toEqual([
      '/events',
      'https://other.example/',
      'mailto:a@b.example',
      'tel:+441632960117;ext=2',
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
    ['telephone', 'phone', 'javascript:alert(1)'],
    ['telephone', 'phone', '( )'],
    ['telephone', 'phone', '12-'],
    ['telephone', 'phone', '01632 960117 or 960118'],
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
    expect(() => read({ _type: 'gallery', _key: 't' })).toThrow('page-x.body[0]._type')
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
  const links: SiteLinks = {
    ofDocument: (id) => (id === 'open' ? '/news/open-day' : undefined),
    ofTyped: (path) => ({ '/events': '/events', '/old': '/new' })[path],
  }
  const readLinks = (...nodes: unknown[]) =>
    withReading(readingOf({ links }), () => readVersion(false, () => read(...nodes)))

  it.each([
    ['a reference', page('open'), '/news/open-day', undefined],
    ['a typed address', typed('/events'), '/events', undefined],
    ['a typed address that was left', typed('/old'), '/new', 'path moved-address'],
    ['a reference to nothing', page('gone'), undefined, 'page leads-nowhere'],
    ['a typed address of nothing', typed('/gone'), undefined, 'path leads-nowhere'],
  ])(
    'CMS-07 %s: in a text, words without a link when it leads to nothing',
    (_, link, to, warning) => {
      const { value, warnings } = readLinks(linked(link))
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
    const nodes = [button(page('gone')), button(page('open')), block('End')]
    const { value, warnings } = readLinks(...nodes)
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

describe('a table in a text', () => {
  const row = (...cells: string[]) => ({
    cells: cells.map((text) => ({ value: text === '' ? null : [block(text)] })),
  })
  const table = (more: object = {}) => ({
    _type: 'table',
    _key: 't',
    headerRows: 1,
    rows: [row('Runner', 'Time'), row('Sam Pell', '')],
    ...more,
  })
  const tableIn = (...nodes: unknown[]) => {
    const found = read(...nodes).find((node) => node._type === 'table')
    return found?._type === 'table' ? found : undefined
  }

  it('CMS-02 has rows of cells, and the name of the words above it', () => {
    const found = tableIn(block('Results of 2026', 'h3'), table())
    expect(found).toMatchObject({ headerRows: 1, name: 'Results of 2026' })
    const words = found?.rows.map((cells) => cells.map(plainTextOf))
    expect(words).toEqual([
      ['Runner', 'Time'],
      ['Sam Pell', ''],
    ])
  })

  it('CMS-02 has no name after a long paragraph or another part', () => {
    expect(tableIn(block('Long '.repeat(30)), table())?.name).toBeUndefined()
    expect(tableIn(figure, table())?.name).toBeUndefined()
  })

  it.each([
    [null, 0],
    [-1, 0],
    [9, 2],
  ])('CMS-02 has no more header rows than rows: %s', (headerRows, shown) => {
    expect(tableIn(table({ headerRows }))?.headerRows).toBe(shown)
  })

  it('CMS-06 is a fault without rows or cells', () => {
    expect(() => read(table({ rows: null }))).toThrow('body[0].rows (empty-list)')
    expect(() => read(table({ rows: [{ cells: [] }] }))).toThrow('rows[0].cells (empty-list)')
  })
})

describe('a value of the settings in a text', () => {
  const values = {
    bookingPhone: '01632 960 117',
    helplineHours: 'Monday, 9 am to noon',
    email: 'a@halyard.example',
    product: 'Halyard',
  }
  const withValues = <Value>(run: () => Value, more: object = {}) =>
    withReading(readingOf({ values: { ...values, ...more } }), run)
  const referring = (setting: string) => ({
    ...block('Call '),
    children: [
      { _type: 'span', _key: 's', text: 'Call ', marks: [] },
      { _type: 'settingValue', _key: 'v', setting },
    ],
  })

  it.each([
    ['bookingPhone', '01632 960 117', 'tel:01632960117'],
    ['email', 'a@halyard.example', 'mailto:a@halyard.example'],
    ['helplineHours', 'Monday, 9 am to noon', undefined],
    ['product', 'Halyard', undefined],
  ])('CMS-17 is what the settings have now: %s', (setting, value, href) => {
    const body = withValues(() => read(referring(setting)))
    const [node] = body
    const { children, markDefs } = node as TextBlock
    expect(plainTextOf(body as TextBlock[])).toBe(`Call ${value}`)
    expect(markDefs.map((mark) => mark.href)).toEqual(href === undefined ? [] : [href])
    expect(children[1]?.marks).toEqual(markDefs.map(({ _key }) => _key))
  })

  it('CMS-17 CMS-06 is a fault of its document while the setting is empty, or unknown', () => {
    const readEmpty = (setting: string) =>
      withValues(() => read(referring(setting)), { bookingPhone: ' ' })
    expect(() => readEmpty('bookingPhone')).toThrow('children[1].setting (empty-setting)')
    expect(() => readEmpty('fax')).toThrow('children[1].setting (unknown-value)')
  })

  it('CMS-17 stands in braces in a plain text; other words in braces stay', () => {
    const content = contentOf(
      { title: 'About {name of the screening} {and} {E-mail for enquiries}' },
      'x',
    )
    expect(withValues(() => content.text('title'))).toBe('About Halyard {and} a@halyard.example')
    expect(() => content.text('title')).toThrow('x.title (empty-setting)')
  })
})
