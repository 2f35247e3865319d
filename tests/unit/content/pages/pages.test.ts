import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getEventsPage } from '#content/read/events-page.ts'
import { pageOf } from '#content/read/pages.ts'
import { policyOf } from '#content/read/policies.ts'
import { withReading } from '#content/read/reading.ts'
import { anyContent } from '#tests/fixtures/content.ts'

const paragraph = (text: string) => [
  {
    _type: 'block',
    _key: 'b',
    style: 'normal',
    children: [{ _type: 'span', _key: 's', text, marks: [] }],
    markDefs: [],
  },
]
const section = (heading: string | null) => ({
  _type: 'textSection',
  heading,
  body: paragraph('Text'),
})
const page = (more: object = {}) =>
  anyContent(
    {
      _id: 'page-x',
      path: '/events/corporate-screening',
      title: 'Corporate Screening',
      description: 'At work',
      introduction: null,
      sections: [section('How it works'), section(null), section('How it works')],
      contact: null,
      ...more,
    },
    'page-x',
  )

describe('a page of the Studio', () => {
  it('INFO-07 gives each section with a heading a unique id', () => {
    const { sections } = pageOf(page())
    expect(sections.map(({ section: { anchor } }) => anchor)).toEqual([
      'how-it-works',
      undefined,
      'how-it-works-2',
    ])
  })

  it('INFO-07 needs neither introduction nor contact', () => {
    const { introduction, contact } = pageOf(page())
    expect(introduction).toEqual([])
    expect(contact).toBeUndefined()
  })

  it('INFO-10 has a figure beside the title only with what it counts', () => {
    const fact = { figure: '83p', text: 'of every pound' }
    expect(pageOf(page({ fact })).fact).toEqual(fact)
    expect(pageOf(page()).fact).toBeUndefined()
    expect(pageOf(page({ fact: { ...fact, text: null } })).fact).toBeUndefined()
    expect(pageOf(page({ fact: { ...fact, figure: '' } })).fact).toBeUndefined()
  })

  it('INFO-07 has the e-mail address and both telephone numbers', () => {
    const contact = { text: null, email: 'a@b.example', phones: ['01632 960 162', '020 7946 0183'] }
    expect(pageOf(page({ contact })).contact).toEqual({ ...contact, text: undefined })
  })

  it('CMS-01 names the field that is missing', () => {
    expect(() => pageOf(page({ title: null }))).toThrow('page-x.title')
    expect(() => pageOf(page({ sections: [] }))).toThrow('page-x.sections')
    expect(() => pageOf(page({ sections: [{ ...section('A'), body: null }] }))).toThrow(
      'page-x.sections[0].body',
    )
    expect(() => pageOf(page({ sections: [{ _type: 'map' }] }))).toThrow(
      'page-x.sections[0]._type (unknown-part)',
    )
  })

  it('CMS-01 refuses a card without a text', () => {
    const cards = [{ heading: 'Why', body: paragraph('Because'), image: null, button: null }]
    const cardSection = { _type: 'cardSection', heading: null, cards }
    const [read] = pageOf(page({ sections: [cardSection] })).sections
    expect(
      read?.section.type === 'cardSection' && read.section.cards[0]?.previewLength,
    ).toBeUndefined()
    const broken = { ...cardSection, cards: [{ heading: 'Why', body: [] }] }
    expect(() => pageOf(page({ sections: [broken] }))).toThrow('sections[0].cards[0].body')
  })
})

it('CMS-22 every page that editors can mark as a health text names its author and sources', () => {
  const read = (file: string) => readFileSync(file, 'utf8')
  const marked = globSync('src/pages/**/*.astro')
    .map(read)
    .filter((page) => page.includes('versions={page.versions}'))
  expect(marked.length).toBeGreaterThan(7)
  const bodies = new Set<string>()
  for (const page of marked) {
    expect(page).toContain('health={page.health}')
    for (const [, body = ''] of page.matchAll(/<(\w+Body) /g)) bodies.add(body)
  }
  expect(bodies).toContain('SupportBody')
  for (const body of bodies)
    expect(read(`src/content/components/page-bodies/${body}.astro`), body).toContain('<HealthNote')
})

describe('a policy of the Studio', () => {
  const policy = (more: object = {}) =>
    anyContent(
      {
        slug: 'privacy-policy',
        title: 'Privacy Policy',
        description: 'What we know about you',
        lastUpdated: '2018-05-25',
        summary: paragraph('In short'),
        body: paragraph('In full'),
        ...more,
      },
      'policy-x',
    )

  it('INFO-10 has a summary and the date of the last change', () => {
    const { summary, lastUpdatedOn } = policyOf(policy())
    expect(summary).toHaveLength(1)
    expect(lastUpdatedOn).toBe('2018-05-25')
  })

  it('INFO-10 may lack the summary but not the text', () => {
    expect(policyOf(policy({ summary: null })).summary).toEqual([])
    expect(() => policyOf(policy({ body: null }))).toThrow('policy-x.body')
  })
})

it('INFO-11 CMS-06 a section of the events page for the same people as another is a fault', async () => {
  const size = { width: 900, height: 600 }
  const assetId = `image-${'a'.repeat(40)}-900x600-png`
  const image = { src: 'https://cdn.example/a.png', alt: 'A hall', assetId, ...size }
  const sections = ['community', 'freemason', 'corporate', 'community'].map((audience) => ({
    audience,
    heading: 'Events',
    text: ['For you'],
    image,
  }))
  const read = (given: object[]) =>
    withReading(
      {
        fetch: async () => ({ title: 'Events', description: 'All', sections: given }),
        parts: new Map(),
        links: undefined,
        values: undefined,
      },
      getEventsPage,
    )
  await expect(read(sections)).rejects.toThrow('sections[3].audience (repeated-value)')
  expect((await read(sections.slice(0, 3))).audiences).toHaveLength(3)
})
