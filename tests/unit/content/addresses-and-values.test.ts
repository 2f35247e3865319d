import { beforeEach, describe, expect, it } from 'vitest'
import { listOtherPages } from '#content/read/pages.ts'
import { listPartners } from '#content/read/partners.ts'
import { listOtherPolicies } from '#content/read/policies.ts'
import { withReading } from '#content/read/reading.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { listYearFigures } from '#content/read/statistics.ts'
import { listTestimonials } from '#content/read/testimonials.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'
import { buildReading } from '#tests/fixtures/reading.ts'
import { dataset } from '../../../content/source/dataset.ts'

const CONTEXT = {
  identity: 'test',
  projectId: 'test',
  dataset: 'test',
  now: new Date('2026-11-22T12:00:00Z'),
}
const asset = {
  _id: 'image-abc-30x20-png',
  _type: 'sanity.imageAsset',
  url: 'https://cdn.sanity.io/images/abc-30x20.png',
  metadata: { dimensions: { width: 30, height: 20 } },
}
const image = { _type: 'figure', alt: 'A picture', asset: { _ref: asset._id } }
let documents: object[]

const block = { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Words' }] }
const page = (_id: string, path: string | null) => ({
  _id,
  _type: 'page',
  path,
  title: _id,
  description: 'About it',
  sections: [{ _type: 'textSection', _key: 't', body: [block] }],
})
const policy = (_id: string, slug: string, lastUpdated = '2026-11-01') => ({
  _id,
  _type: 'policy',
  slug: { current: slug },
  title: _id,
  description: 'A notice',
  lastUpdated,
  body: [block],
})
const partner = (_id: string, website: string) => ({
  _id,
  _type: 'partner',
  name: _id,
  kind: 'sponsor',
  logo: image,
  website,
})
const testimonial = (_id: string, stars: number) => ({
  _id,
  _type: 'testimonial',
  name: _id,
  role: 'Steward',
  content: 'Kind people',
  stars,
  image,
})

const sample = (type: string) => dataset.find(({ _type }) => _type === type) ?? {}
const home = { ...sample('homePage'), testimonials: [] } as Record<string, object>
const BASE = [
  asset,
  sample('siteSettings'),
  { ...home, about: { ...home['about'], image } },
  page('explainer', '/halyard-screening-event'),
]

let reads: ReturnType<typeof buildReading>
beforeEach(() => {
  const fetch = async (query: string) =>
    runQuery(viewOf(documents as never, 'raw'), query, {}, CONTEXT)
  reads = buildReading({}, [], { fetch, values: sample('siteSettings') })
})
/** As a build reads. */
const read = <Value>(reader: () => Promise<Value>) => withReading(reads.reading, reader)

/** The faults of what was read: `document.field problem (what visitors see)`. */
const faults = () =>
  reads
    .record()
    .faults.map(
      ({ document, field, problem, shown }) => `${document}.${field} ${problem} (${shown})`,
    )

describe('addresses of pages and policies', () => {
  it('CMS-06 a malformed address, one of the program and none are faults that name the field', async () => {
    documents = [
      ...BASE,
      page('golf', '/golf'),
      page('upper', '/Golf'),
      page('program', '/signup'),
      page('list', '/news/page/2'),
      page('none', null),
      page('required', '/support-us'),
    ]
    expect((await read(listOtherPages)).map(({ path }) => path)).toEqual(['/golf'])
    expect(faults()).toEqual([
      'list.path address-taken (nothing)',
      'none.path missing (nothing)',
      'program.path address-taken (nothing)',
      'upper.path bad-address (nothing)',
    ])
  })

  it('CMS-02 CMS-06 an address that is longer than a folder of the file system may be is a fault', async () => {
    documents = [
      ...BASE,
      page('part', `/${'a'.repeat(151)}`),
      page('whole', `/${'a'.repeat(100)}/${'b'.repeat(100)}`),
      page('escaped', '/caf%C3%A9'),
      page('letters', '/café'),
      page('fits', `/${'a'.repeat(150)}`),
      policy('policy', 'a'.repeat(256)),
    ]
    expect((await read(listOtherPages)).map(({ title }) => title)).toEqual(['fits'])
    expect(await read(listOtherPolicies)).toEqual([])
    expect(faults()).toEqual([
      'escaped.path bad-address (nothing)',
      'letters.path bad-address (nothing)',
      'part.path long-address (nothing)',
      'whole.path long-address (nothing)',
      'policy.slug long-address (nothing)',
    ])
  })

  it.each([
    ['Ω', 'bad-address'],
    ['a'.repeat(140), 'long-address'],
  ])('CMS-06 the name of the screening is part of an address: %s', async (product, problem) => {
    documents = [{ ...sample('siteSettings'), product }]
    await expect(read(getSiteSettings)).rejects.toThrow(`siteSettings.product (${problem})`)
  })

  it('CMS-06 a page and a policy at one address are both named: the page is shown', async () => {
    documents = [...BASE, page('page', '/terms'), policy('policy', 'terms'), policy('own', 'own')]
    expect((await read(listOtherPages)).map(({ path }) => path)).toEqual(['/terms'])
    expect((await read(listOtherPolicies)).map(({ slug }) => slug)).toEqual(['own'])
    expect(faults()).toEqual([
      'page.path address-taken (published)',
      'policy.slug address-taken (nothing)',
    ])
  })

  it('CMS-06 a second page with an address like that of the page about the screening is a fault', async () => {
    documents = [page('other', '/golf-screening-event'), ...BASE]
    expect(await read(listOtherPages)).toEqual([])
    expect(faults()).toEqual(['other.path address-taken (nothing)'])
  })

  it('CMS-06 a policy at an address of the program is a fault', async () => {
    documents = [...BASE, policy('bad', 'signup')]
    expect(await read(listOtherPolicies)).toEqual([])
    expect(faults()).toEqual(['bad.slug address-taken (nothing)'])
  })
})

describe('values of imported documents', () => {
  it('CMS-06 INFO-05 a second document for a year is a fault: ids of the page come from the year', async () => {
    const year = sample('yearStatistics')
    documents = [...BASE, { ...year, _id: 'one' }, { ...year, _id: 'two' }]
    expect(await read(listYearFigures)).toHaveLength(1)
    expect(faults()).toEqual(['two.year address-taken (nothing)'])
  })

  it('CMS-06 a date of a policy that is none is a fault', async () => {
    documents = [...BASE, policy('soon', 'soon', 'soon'), policy('own', 'own')]
    expect((await read(listOtherPolicies)).map(({ slug }) => slug)).toEqual(['own'])
    expect(faults()).toEqual(['soon.lastUpdated bad-date (nothing)'])
  })

  it.each([0, 6, 4.5, 1e6])('CMS-06 a testimonial with %s stars is a fault', async (stars) => {
    documents = [...BASE, testimonial('bad', stars), testimonial('good', 4)]
    expect((await read(listTestimonials)).map(({ id }) => id)).toEqual(['good'])
    expect(faults()).toEqual(['bad.stars unknown-value (nothing)'])
  })

  it.each(['javascript:alert(1)', 'www.example.org', 'mailto:a@b.example'])(
    'CMS-06 the website %s of a partner is a fault',
    async (website) => {
      documents = [...BASE, partner('bad', website), partner('good', 'https://example.org')]
      expect((await read(listPartners)).map(({ id }) => id)).toEqual(['good'])
      expect(faults()).toEqual(['bad.website bad-address (nothing)'])
    },
  )

  it('CMS-06 a donation page that is no web address is a fault', async () => {
    documents = [{ ...sample('siteSettings'), donateUrl: 'javascript:alert(1)' }]
    await expect(read(getSiteSettings)).rejects.toThrow('siteSettings.donateUrl (bad-address)')
  })
})
