import { expect, it, vi } from 'vitest'
import { withReading } from '#content/read/reading.ts'
import { sectionsOf, shownSections } from '#content/read/sections.ts'
import { sectionTypes } from '#schemas/sections/all.ts'
import { formProblem } from '#schemas/sections/section.ts'
import { anyContent } from '#tests/fixtures/content.ts'
import { readingOf } from '#tests/fixtures/reading.ts'

vi.mock('sanity', () => {
  const same = (definition: unknown) => definition
  return { defineType: same, defineField: same, defineArrayMember: same }
})

const block = (text: string, style = 'normal') => ({
  _type: 'block',
  _key: text,
  style,
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
  markDefs: [],
})
const words = [block('Words')]
const table = { _type: 'table', _key: 't', headerRows: 0, rows: [{ cells: [{ value: words }] }] }
const picture = {
  alt: 'A hall',
  src: 'https://lake.test/a.png',
  assetId: 'image-a-30x20-png',
  width: 30,
  height: 20,
}
const step = { heading: 'First', body: words }
const file = (type: string) => ({
  url: `https://cdn.sanity.io/files/p/d/a.${type}`,
  name: `a.${type}`,
  size: 1,
  hash: 'a'.repeat(40),
})
/** A complete section of each kind. */
const COMPLETE: Readonly<Record<string, object>> = {
  textSection: { body: words },
  cardSection: { cards: [step] },
  partnerSection: { partners: ['partner-a'] },
  videoSection: {
    video: { title: 'A test', file: file('mp4'), captions: file('vtt'), poster: picture },
  },
  actionSection: {
    heading: 'Act',
    button: { label: 'Go', link: { kind: 'external', url: 'https://a.test/' } },
  },
  quoteSection: { quote: 'It was quick.', name: 'A patient' },
  questionSection: { heading: 'Ask', questions: [{ question: 'Why?', answer: words }] },
  pictureSection: { heading: 'See', image: picture, body: words },
  gallerySection: { heading: 'Look', pictures: [picture, picture] },
  tableSection: { caption: 'Roles', body: [table, ...words] },
  stepSection: { heading: 'Join', steps: [step, step] },
  factSection: { heading: 'Count', facts: [{ figure: '1 in 8', text: 'people' }] },
  listSection: { heading: 'News', listed: 'news', count: 3 },
  formSection: { form: 'newsletter' },
}

type Parts = Parameters<typeof sectionsOf>[0]
const partsOf = (sections: object[]) =>
  (anyContent({ sections }, 'page-x') as unknown as { parts: (name: string) => Parts }).parts(
    'sections',
  )
const read = (sections: object[], owner = { _type: 'page', path: '/x' }) =>
  sectionsOf(partsOf(sections), owner).map(({ section }) => section)
const section = (_type: string, more: object = {}) => ({ _type, ...COMPLETE[_type], ...more })

it.each(sectionTypes.map(({ name }) => name))('CMS-21 a complete %s is read', (type) => {
  expect(read([section(type)])).toMatchObject([{ type }])
})

it.each([
  ['actionSection', { heading: null }, 'heading (missing)'],
  ['actionSection', { button: null }, 'button (missing)'],
  ['quoteSection', { name: '' }, 'name (missing)'],
  ['questionSection', { questions: [] }, 'questions (empty-list)'],
  ['questionSection', { questions: [{ question: 'Why?' }] }, 'questions[0].answer (empty-list)'],
  ['pictureSection', { side: 'above' }, 'side (unknown-value)'],
  [
    'gallerySection',
    { pictures: [picture, { ...picture, alt: null }] },
    'pictures[1].alt (missing)',
  ],
  ['gallerySection', { pictures: Array(25).fill(picture) }, 'pictures (bad-count)'],
  ['tableSection', { caption: null }, 'caption (missing)'],
  ['tableSection', { body: words }, 'body (missing)'],
  ['tableSection', { body: [table, table] }, 'body (several-tables)'],
  ['tableSection', { body: [table, block('Notes', 'h3')] }, 'body (unknown-part)'],
  ['tableSection', { body: [table, { _type: 'callOut', tone: 'note', body: words }] }, 'body'],
  ['stepSection', { steps: [step, { body: words }] }, 'steps[1].heading (missing)'],
  ['stepSection', { steps: [step] }, 'steps (bad-count)'],
  ['cardSection', { cards: Array(7).fill(step) }, 'cards (bad-count)'],
  ['partnerSection', { partners: Array(61).fill('a') }, 'partners (bad-count)'],
  ['questionSection', { questions: Array(61).fill({}) }, 'questions (bad-count)'],
  ['factSection', { facts: Array(7).fill({}) }, 'facts (bad-count)'],
  ['factSection', { facts: [{ figure: '1 in 8' }] }, 'facts[0].figure (missing)'],
  ['listSection', { listed: 'patients' }, 'listed (unknown-value)'],
  ['listSection', { count: 60 }, 'count (unknown-value)'],
  ['formSection', { form: 'payment' }, 'form (unknown-value)'],
  ['formSection', { form: 'contact' }, 'heading (missing)'],
])('CMS-21 a faulty %s is named with its field: %j', (type, fault, field) => {
  expect(() => read([section('textSection'), section(type, fault)])).toThrow(
    `page-x.sections[1].${field}`,
  )
})

it('CMS-21 a form that the page has already is a fault, and the form of the Studio says so', () => {
  const contact = section('formSection', { form: 'contact', heading: 'Write' })
  const newsletter = section('formSection')
  expect(() => read([newsletter, contact])).not.toThrow()
  const cases: [object[], { _type: string; path?: string }, number][] = [
    [[contact, newsletter, contact], { _type: 'page', path: '/x' }, 2],
    [[newsletter], { _type: 'homePage' }, 0],
    [[newsletter], { _type: 'page', path: '/events/seminar-talks' }, 0],
    [[section('textSection'), contact], { _type: 'aboutPage' }, 1],
  ]
  for (const [sections, owner, index] of cases) {
    expect(() => read(sections, owner as never)).toThrow(`[${index}].form (repeated-form)`)
    expect(formProblem(sections, owner)).toMatch(`Section ${index + 1}: `)
  }
  expect(formProblem([contact, newsletter], { _type: 'page', path: '/x' })).toBe(true)
})

it('CMS-21 the id of every heading is on the page once', () => {
  const body = [block('Costs', 'h2'), block('Costs', 'h3')]
  const sections = [section('textSection', { heading: 'Costs', body }), section('stepSection')]
  const ids = (found: ReturnType<typeof read>) =>
    found.flatMap((one) => [
      one.anchor,
      ...(one.type === 'textSection'
        ? one.body.map((node) => (node as { anchor?: string }).anchor)
        : []),
    ])
  expect(ids(read(sections))).toEqual(['costs', 'costs-2', 'costs-2-2', 'join'])
  const more = sectionsOf(partsOf(sections), {
    _type: 'homePage',
    anchors: 'more-',
  })
  expect(ids(more.map((one) => one.section))[0]).toBe('more-costs')
})

it('CMS-21 in a section without a heading, the first heading of the text has the level of a section', () => {
  const body = [block('One', 'h3'), block('Two', 'h3')]
  const levels = (heading: string | null) =>
    read([section('textSection', { heading, body })]).flatMap((one) =>
      one.type === 'textSection' ? one.body.map((node) => (node as { style?: string }).style) : [],
    )
  expect(levels(null)).toEqual(['h2', 'h3'])
  expect(levels('Above')).toEqual(['h3', 'h3'])
})

it('CMS-21 a list without an entry and partners that are not published are left out', async () => {
  const given = sectionsOf(
    partsOf([
      section('textSection'),
      section('listSection'),
      section('listSection', { listed: 'stories' }),
      section('listSection', { listed: 'events' }),
      section('partnerSection', { heading: 'Partners', partners: ['a', 'b'] }),
    ]),
    { _type: 'page', path: '/x' },
  )
  const shown = async (partners: object[]) => {
    const parts = new Map<string, unknown>([
      ['partners', partners],
      ['news', []],
      ['stories', []],
    ])
    const found = await withReading(readingOf({ parts: parts as never }), () =>
      shownSections(given),
    )
    return found.map((one) => (one.type === 'listSection' ? one.listed : one.type))
  }
  expect(await shown([])).toEqual(['textSection', 'events'])
  expect(await shown([{ id: 'b' }])).toEqual(['textSection', 'events', 'partnerSection'])
})
