import { describe, expect, it, vi } from 'vitest'
import { EXTERNAL_LINK_FIELDS } from '#content/commands/link-report.ts'
import { DOCUMENT_TYPES, isSingleton } from '#content/rules/document-types.ts'
import { schemaTypes } from '#schemas/index.ts'
import { dayInWords } from '#schemas/times.ts'
import { dataset } from '../../../content/source/dataset.ts'

/** Schemas are plain data: the package `sanity`, which takes seconds to load, is not needed to read them. */
vi.mock('sanity', () => {
  const same = (definition: unknown) => definition
  return { defineType: same, defineField: same, defineArrayMember: same }
})

type Definition = {
  name?: string
  type: string
  fields?: Definition[]
  of?: Definition[]
  options?: { list?: (string | { value: unknown })[] }
  validation?: (rule: unknown) => unknown
  hidden?: unknown
}

const types = new Map((schemaTypes as unknown as Definition[]).map((type) => [type.name, type]))
const SYSTEM_FIELDS = ['_id', '_type', '_key', '_ref', '_sanityAsset']
const PLAIN: Record<string, string> = {
  string: 'string',
  text: 'string',
  url: 'string',
  date: 'string',
  datetime: 'string',
  number: 'number',
  boolean: 'boolean',
}

/** The fields of days, and of days and times, at any depth. */
const dayFields = (definition: Definition): Definition[] => [
  ...(/^date(time)?$/.test(definition.type) ? [definition] : []),
  ...(definition.fields ?? []).flatMap(dayFields),
  ...(definition.of ?? []).flatMap(dayFields),
]

/** What the checks of a field that block Publish say to a value. */
function refusalsOf({ validation }: Definition, value: unknown): unknown[] {
  const said: unknown[] = []
  const rule: object = new Proxy(
    {},
    {
      get: (_target, name) => (check: unknown) => {
        if (name === 'custom')
          said.push((check as (given: unknown, at: object) => unknown)(value, {}))
        if (name === 'warning') said.pop()
        return rule
      },
    },
  )
  validation?.(rule)
  return said.filter((word) => word !== true)
}

/** Whether the validation of a field calls `required()`; other rules are ignored. */
function isRequired(definition: Definition): boolean {
  let required = false
  const rule: unknown = new Proxy(
    {},
    {
      get: (_target, name) => () => {
        if (name === 'required') required = true
        return rule
      },
    },
  )
  definition.validation?.(rule)
  return required
}

function faults(value: unknown, definition: Definition, where: string): string[] {
  const plain = PLAIN[definition.type]
  if (plain)
    return typeof value === plain
      ? listFaults(value, definition, where)
      : [`${where} is not a ${plain}`]
  const type = types.get(definition.type)
  const of = definition.of ?? type?.of
  if (of) return arrayFaults(value, of, where)
  if (typeof value !== 'object' || value === null) return [`${where} is not an object`]
  if (['slug', 'file', 'reference'].includes(definition.type)) return []
  return objectFaults(
    value as Record<string, unknown>,
    definition.fields ?? type?.fields ?? [],
    where,
  )
}

function listFaults(value: unknown, { options }: Definition, where: string): string[] {
  const allowed = options?.list?.map((item) => (typeof item === 'string' ? item : item.value))
  return allowed && !allowed.includes(value) ? [`${where} has the unknown value ${value}`] : []
}

function arrayFaults(value: unknown, of: Definition[], where: string): string[] {
  if (!Array.isArray(value)) return [`${where} is not a list`]
  return value.flatMap((item: Record<string, unknown>, index) => {
    const place = `${where}[${index}]`
    const member = of.find(({ name, type }) => (name ?? type) === item['_type']) ?? of[0]
    if (!member) return []
    if (typeof item === 'object' && !item['_key']) return [`${place} has no key`]
    if (typeof item === 'object' && ![member.name, member.type].includes(String(item['_type'])))
      return [`${place} may not be a ${item['_type']}`]
    return member.type === 'block' ? [] : faults(item, member, place)
  })
}

function objectFaults(
  value: Record<string, unknown>,
  fields: Definition[],
  where: string,
): string[] {
  const unknown = Object.keys(value)
    .filter((name) => !SYSTEM_FIELDS.includes(name) && !fields.some((field) => field.name === name))
    .map((name) => `${where}.${name} is not in the schema`)
  const known = fields.flatMap((field) => {
    const child = value[field.name ?? '']
    const place = `${where}.${field.name}`
    if (child === undefined) return isRequired(field) ? [`${place} is missing`] : []
    return faults(child, field, place)
  })
  return [...unknown, ...known]
}

describe('lists of the Studio', () => {
  it('CMS-13 write a day in British words, and nothing for a day that is missing', () => {
    expect(dayInWords('2026-02-03')).toBe('Tuesday, 03 February 2026')
    expect(dayInWords(undefined)).toBe('')
    expect(dayInWords('2026-02')).toBe('')
  })
})

type Previewed = { preview: { prepare: (selected: object) => object } }

describe('CMS-08 lists of the Studio', () => {
  const shown = (type: string, document: object) => {
    const definition = schemaTypes.find(({ name }) => name === type) as unknown as Previewed
    return definition.preview.prepare({ _id: 'x', _type: type, ...document })
  }

  it('tell what is scheduled and what has ended from what visitors see', () => {
    expect(shown('partner', { title: 'A', publishAt: '2099-06-02T08:00:00Z' })).toMatchObject({
      title: 'A',
      subtitle: 'SCHEDULED 02/06/2099',
    })
    expect(
      shown('partner', { title: 'A', subtitle: 'Sponsor', unpublishAt: '2020-01-02T08:00:00Z' }),
    ).toMatchObject({ subtitle: 'ENDED 02/01/2020 · Sponsor' })
    expect(shown('newsArticle', { publishedOn: '2099-06-02', day: '2099-06-02' })).toMatchObject({
      subtitle: 'SCHEDULED 02/06/2099 · Tuesday, 02 June 2099',
    })
    const now = { publishAt: '2020-01-02T08:00:00Z', unpublishAt: '2099-06-02T08:00:00Z' }
    expect(shown('partner', { subtitle: 'Sponsor', ...now })).toMatchObject({ subtitle: 'Sponsor' })
  })

  it('say nothing of the times of a page that the program needs, which have no effect', () => {
    const page = { path: '/support-us', subtitle: '/support-us', publishAt: '2099-06-02T08:00:00Z' }
    expect(shown('page', page)).toMatchObject({ subtitle: '/support-us' })
  })
})

describe('the sample dataset and the schema', () => {
  it.each(dataset.map((document) => [document._id, document] as const))(
    'CMS-01 %s matches its schema',
    (id, document) => {
      const type = types.get(document._type)
      expect(type, document._type).toBeDefined()
      expect(faults(document, { type: document._type }, id)).toEqual([])
    },
  )

  it('CMS-01 the check finds a missing field, an unknown field, a wrong type and an unknown value', () => {
    const wrong = { name: 'A', group: 'other', title: 3, extra: '' }
    expect(faults(wrong, { type: 'teamMember' }, 'x')).toEqual([
      'x.extra is not in the schema',
      'x.title is not a string',
      'x.group has the unknown value other',
    ])
    expect(faults({ group: 'patron', title: 'B' }, { type: 'teamMember' }, 'x')).toEqual([
      'x.name is missing',
    ])
  })

  it('CMS-01 a document type with one document has exactly one, whose id is the type', () => {
    for (const type of DOCUMENT_TYPES.filter(isSingleton)) {
      const ids = dataset.filter((document) => document._type === type).map(({ _id }) => _id)
      expect(ids).toEqual([type])
    }
  })

  it.each([
    ['page', { path: '/support-us' }, true],
    ['page', { path: '/open-days' }, false],
    ['policy', { slug: { current: 'cookies' } }, true],
    ['policy', { slug: { current: 'modern-slavery' } }, false],
  ])(
    'CMS-08 the times of a document without effect are hidden: %s %j',
    (type, fields, expected) => {
      const document = { _id: 'p', _type: type, ...fields }
      const times = types.get(type)?.fields?.filter(({ name }) => /ublishAt$/.test(name ?? ''))
      const hidden = times?.map((field) =>
        (field.hidden as (context: object) => boolean)({ document }),
      )
      expect(hidden).toEqual([expected, expected])
    },
  )

  it('CMS-07 every field for a web address is checked by npm run links', () => {
    const addressesIn = ({ name, type, fields = [], of = [] }: Definition): unknown[] => [
      ...(type === 'url' ? [name] : []),
      ...[...fields, ...of].flatMap(addressesIn),
    ]
    const found = new Set([...types.values()].flatMap(addressesIn))
    expect([...found].sort()).toEqual([...EXTERNAL_LINK_FIELDS].sort())
  })

  it('CMS-01 the schema has every document type of the requirements, each with a preview', () => {
    const documents = [...types.values()].filter((type) => type.type === 'document')
    const names = documents.map((type) => type.name)
    expect(names.toSorted()).toEqual(DOCUMENT_TYPES.toSorted())
    expect(names).toEqual(
      expect.arrayContaining([
        'aboutPage',
        'eventsPage',
        'homePage',
        'infoArticle',
        'informationHubPage',
        'newsArticle',
        'newsPage',
        'page',
        'partner',
        'patientStory',
        'policy',
        'researchItem',
        'siteSettings',
        'supportOrganisation',
        'teamMember',
        'testChoicePage',
        'testimonial',
        'yearStatistics',
      ]),
    )
    expect(documents.filter((type) => !('preview' in type))).toEqual([])
  })
})

describe('a day in a form', () => {
  const fields = [...types.values()].flatMap(dayFields)

  it.each(['2026-02-31', '2026', '2026-11', '2026-12', '20261126', '2026-W48', 'tomorrow', ''])(
    'CMS-13 CMS-15 %j blocks Publish, in every field',
    (text) => {
      expect(fields.length).toBeGreaterThan(4)
      for (const field of fields)
        expect(refusalsOf(field, text), field.name).toEqual([
          expect.stringMatching(/Write the day as 26\/11\/2026/),
        ])
    },
  )

  it('CMS-13 CMS-15 a day, a day with its time, and none are accepted', () => {
    for (const field of fields) {
      const whole = field.type === 'date' ? '2026-11-26' : '2026-11-26T14:30:00.000Z'
      expect([whole, undefined].flatMap((value) => refusalsOf(field, value))).toEqual([])
    }
  })
})
