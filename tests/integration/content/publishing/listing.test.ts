import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAboutPage } from '#content/read/about.ts'
import { getInformationHub } from '#content/read/information-hub.ts'
import { getNewsPage } from '#content/read/news.ts'
import { withReading } from '#content/read/reading.ts'
import { listTestimonials } from '#content/read/testimonials.ts'
import { approvalId, contentHash } from '#content/rules/health-text.ts'
import { prepareContent, type SiteContent } from '../../../../integrations/prepare-content.ts'
import { clientFor, startTestLake, TEST_TOKEN, type TestLake } from '../../lake/test-lake.ts'

const ASSET = 'image-0a1b2c-30x20-png'
const image = { _type: 'figure', alt: 'A logo', asset: { _type: 'reference', _ref: ASSET } }
const refs = (...ids: string[]) =>
  ids.map((_ref) => ({ _type: 'reference', _key: _ref, _ref, _weak: true }))
const text = (words: string) => [
  { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: words, marks: [] }] },
]
const card = { _type: 'card', _key: 'c', heading: 'Card', body: text('Words') }
const member = (name: string, group?: string, order?: number) => ({
  _id: `team-${name}`,
  _type: 'teamMember',
  name,
  title: 'Role',
  group,
  order,
})
const partner = (name: string, kind: string) => ({
  _id: `partner-${name}`,
  _type: 'partner',
  name,
  kind,
  logo: image,
})
const story = (name: string, order?: number) => ({
  _id: `story-${name}`,
  _type: 'patientStory',
  title: name,
  name,
  slug: { current: name },
  description: 'A story',
  image,
  article: text('A story'),
  order,
})
const article = (name: string) => ({
  ...story(name),
  _id: `info-${name}`,
  _type: 'infoArticle',
  body: text('x'),
})
const organisation = (title: string) => ({
  _id: `support-${title}`,
  _type: 'supportOrganisation',
  title,
  icon: image,
})
const testimonial = (name: string, order?: number) => ({
  _id: `testimonial-${name}`,
  _type: 'testimonial',
  name,
  role: 'Role',
  content: 'Good',
  stars: 5,
  image,
  order,
})

/** Pages whose lists were written before entries listed themselves. */
const PAGES = [
  {
    _id: 'aboutPage',
    _type: 'aboutPage',
    title: 'About',
    description: 'Us',
    cards: [card],
    getInvolved: [card],
    executiveTeam: refs('team-Zoe', 'team-Old', 'team-Moved', 'team-gone'),
    trustees: refs('team-Bea'),
    goldSponsor: refs('partner-Gold')[0],
    partners: refs('partner-Quay', 'partner-Gold'),
  },
  {
    _id: 'newsPage',
    _type: 'newsPage',
    title: 'News',
    description: 'All',
    bannerText: 'Words',
    stories: refs('story-desmond'),
  },
  {
    _id: 'informationHubPage',
    _type: 'informationHubPage',
    title: 'Hub',
    description: 'All',
    elderlyLinkText: 'Over 80',
    articles: refs('info-psa'),
  },
  {
    _id: 'homePage',
    _type: 'homePage',
    heroTitle: 'Hello',
    heroSubtitle: 'You',
    screening: { heading: 'Screening', text: ['x'] },
    about: { heading: 'About', text: ['x'], image },
    testimonials: refs('testimonial-Golf'),
  },
]

let lake: TestLake
let site: SiteContent

beforeAll(async () => {
  lake = await startTestLake()
  const asset = {
    _id: ASSET,
    _type: 'sanity.imageAsset',
    path: 'images/halyard0/production/0a1b2c-30x20.png',
    metadata: { dimensions: { width: 30, height: 20 } },
  }
  const documents = [
    asset,
    ...PAGES,
    member('Zoe', 'executive'),
    member('Adam', 'executive'),
    member('Second', 'executive', 2),
    member('Old'),
    member('Moved', 'patron'),
    member('Bea', 'trustee'),
    member('Nobody'),
    partner('Gold', 'sponsor'),
    partner('Silver', 'sponsor'),
    partner('Quay', 'supporter'),
    partner('Anchor', 'supporter'),
    story('alan'),
    story('desmond'),
    story('zeb', 1),
    article('psa'),
    article('ageing'),
    organisation('Shed'),
    organisation('Bench'),
    testimonial('Golf'),
    testimonial('Police', 2),
    testimonial('Lodge', 1),
    testimonial('Army'),
  ]
  const client = clientFor(lake.lake.origin, TEST_TOKEN)
  await client.mutate(documents.map((document) => ({ create: document })) as never)
  for (const text of [article('psa'), article('ageing')]) {
    const hash = await contentHash(text)
    await client.create({ _id: approvalId(text._id), _type: 'approval', hash })
  }
  const content = { projectId: 'halyard0', dataset: 'production', apiHost: lake.lake.origin }
  const readAll = async () => [
    await getAboutPage(),
    await getInformationHub(),
    await getNewsPage(),
    await listTestimonials(),
  ]
  site = await prepareContent({ content, at: new Date(), readAll })
})
afterAll(() => lake.stop())

/** What the pages show. */
const shown = <Value>(read: () => Promise<Value>) => withReading(site.reading, read)

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)

describe('entries that no page names', () => {
  it('CMS-14 ABOUT-02 a team member is shown in the group of their own field, first those that the page names', async () => {
    const { team } = await shown(getAboutPage)
    expect(names(team.executive)).toEqual(['Zoe', 'Old', 'Second', 'Adam'])
    expect(names(team.trustee)).toEqual(['Bea'])
    expect(names(team.patron)).toEqual(['Moved'])
  })

  it('CMS-14 a member without a group belongs to the list that names them; without either, staff are told', async () => {
    const { team } = await shown(getAboutPage)
    expect(names(team.executive)).toContain('Old')
    expect(site.faults).toEqual([
      {
        document: 'team-Nobody',
        field: 'group',
        problem: 'missing',
        type: 'teamMember',
        page: '/about-us',
        shown: 'nothing',
      },
    ])
  })

  it('CMS-14 ABOUT-03 a partner is shown under its kind, the gold sponsor in its own box only', async () => {
    const { goldSponsor, sponsors, supporters } = await shown(getAboutPage)
    expect(goldSponsor?.name).toBe('Gold')
    expect(names(sponsors)).toEqual(['Silver'])
    expect(names(supporters)).toEqual(['Quay', 'Anchor'])
  })

  it('CMS-14 stories, articles, organisations and testimonials follow those that the page names, by number and name', async () => {
    const hub = await shown(getInformationHub)
    expect(names((await shown(getNewsPage)).stories)).toEqual(['desmond', 'zeb', 'alan'])
    expect(names(hub.articles)).toEqual(['psa', 'ageing'])
    expect(names(hub.resources)).toEqual(['Bench', 'Shed'])
    expect(names(await shown(listTestimonials))).toEqual(['Golf', 'Lodge', 'Police', 'Army'])
  })
})
