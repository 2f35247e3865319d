import { describe, expect, it } from 'vitest'
import type { Menus } from '#content/read/menus.ts'
import { withReading } from '#content/read/reading.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { isInMenu, MAIN_MENU } from '#content/rules/menus.ts'
import { siteLinks } from '#content/rules/site-links.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'
import { buildReading } from '#tests/fixtures/reading.ts'
import { dataset } from '../../../content/source/dataset.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const CONTEXT = { identity: 'test', projectId: 'test', dataset: 'test', now: NOW }
const sample = (type: string) => dataset.find(({ _type }) => _type === type)
type Entry = { label: string; place?: string; link?: object; sub?: Entry[] }
type Stored = {
  _id: string
  _type: string
  main: Entry[]
  groups: { heading: string; links: Entry[] }[]
  legal: Entry[]
  social: object[]
  marks: object[]
}
const stored = { ...sample('menus'), marks: [] } as unknown as Stored

/** The menus of a build of these documents, and its faults. */
async function readMenus(menus: object | undefined, kept = {}) {
  const settings = sample('siteSettings')
  const documents = [settings, menus, ...dataset.filter(({ _type }) => _type === 'policy')]
  const given = documents.filter((one) => one !== undefined)
  const links = siteLinks({
    documents: given.map((one) => ({ _rev: 'r', ...one })) as never,
    redirects: [],
    explainerPath: undefined,
  })
  const fetch = async (query: string) => runQuery(viewOf(given as never, 'raw'), query, {}, CONTEXT)
  const { reading, record } = buildReading(kept, [], { fetch, links, values: settings as object })
  const { menus: read } = await withReading(reading, getSiteSettings)
  return { menus: read, faults: record().faults.map(({ field, problem }) => `${field} ${problem}`) }
}

const words = ({ main }: Menus) => main.map(({ label, sub }) => [label, ...sub.map((s) => s.label)])

describe('the menus', () => {
  it('SITE-03 SITE-18 the sample is the main menu of the specification', async () => {
    const { menus } = await readMenus(stored)
    expect(words(menus)).toEqual([
      ['HOME'],
      ['ABOUT US', 'About Halyard', 'Our Team', 'Our Sponsors & Supporters'],
      ['EVENTS', 'Community', 'Freemasons', 'Corporate', 'Speaker Requests'],
      [
        'INFORMATION HUB',
        'Prostate Disease and Cancer',
        "Men's Health",
        'Health in the Workplace',
        'Research and Data',
      ],
      ['NEWS', 'Patient Journey', 'Latest News', 'Newsletters'],
    ])
    for (const { href, sub } of menus.main)
      for (const link of sub) expect(link.href.startsWith(`${href}#`)).toBe(true)
    expect(menus.main[1]?.sub[0]?.href).toBe('/about-us#about-halyard')
  })

  it('SITE-06 SITE-18 the sample has the footer of the specification, and the links below it', async () => {
    const { menus, faults } = await readMenus(stored)
    expect(menus.groups.map(({ links }) => links.map(({ href }) => href))).toEqual([
      [
        '/',
        '/about-us',
        '/events',
        '/information-hub',
        '/news',
        '/refund-policy',
        '/privacy-policy',
      ],
    ])
    expect(menus.legal.map(({ label }) => label)).toEqual(['Accessibility', 'Cookies'])
    // The two other pages are not among the documents of this test.
    expect(faults).toEqual(['legal[0].link.page leads-nowhere', 'legal[1].link.page leads-nowhere'])
  })

  it('SITE-18 a content that is older than the document has the menus of the specification', async () => {
    const { menus, faults } = await readMenus(undefined)
    const { menus: whole } = await readMenus(stored)
    expect(words(menus)).toEqual(words(whole))
    expect(menus.groups).toEqual(whole.groups)
    expect(faults).toEqual([])
  })

  it('SITE-18 CMS-06 the deleted document has its last good version', async () => {
    const main = [{ label: 'Start', place: 'home' }, ...stored.main.slice(1)]
    const { menus, faults } = await readMenus(undefined, { menus: { menus: { ...stored, main } } })
    expect(menus.main[0]?.label).toBe('Start')
    expect(faults).toContain('undefined not-published')
  })

  it('SITE-18 a fixed entry can be renamed and moved, also into a sub-menu', async () => {
    const [home, about, ...others] = stored.main as [Entry, Entry, ...Entry[]]
    const moved = { ...about, sub: [...(about.sub ?? []), { label: 'Start page', place: 'home' }] }
    const { menus } = await readMenus({ ...stored, main: [...others, moved] })
    expect(words(menus).map(([first]) => first)).toEqual([
      'EVENTS',
      'INFORMATION HUB',
      'NEWS',
      'ABOUT US',
    ])
    expect(words(menus)[3]).toContain('Start page')
    expect(JSON.stringify(menus)).not.toContain(home.label)
  })

  it('SITE-18 a fixed entry that is missing all the same is in its default place', async () => {
    for (const { place, label } of MAIN_MENU) {
      const main = stored.main.filter((entry) => entry.place !== place)
      const { menus } = await readMenus({ ...stored, main })
      expect(words(menus), label).toEqual(words((await readMenus(stored)).menus))
    }
    const { menus } = await readMenus({ ...stored, main: [], groups: [] })
    expect(words(menus)).toHaveLength(5)
    expect(menus.groups).toEqual((await readMenus(stored)).menus.groups)
  })

  it('SITE-18 a fixed entry may stand in the last line of the footer instead', async () => {
    const [group] = stored.groups
    const links = group?.links.filter(({ place }) => place !== 'privacy-policy')
    const legal = [{ label: 'Privacy', place: 'privacy-policy' }]
    const { menus } = await readMenus({ ...stored, groups: [{ heading: 'Find', links }], legal })
    expect(menus.groups[0]?.links).toHaveLength(6)
    expect(menus.legal).toMatchObject([{ label: 'Privacy', href: '/privacy-policy' }])
  })

  it('SITE-18 a group without a shown link is left out, a sub-menu stays below words', async () => {
    const lost = { label: 'Old', link: { _type: 'link', kind: 'page', page: { _ref: 'page-old' } } }
    const main = [
      ...stored.main,
      { ...lost, label: 'Get involved', sub: [{ label: 'Biscuits', place: 'refund-policy' }] },
      { ...lost, sub: [lost] },
    ]
    const groups = [...stored.groups, { heading: 'Past', links: [lost] }]
    const { menus, faults } = await readMenus({ ...stored, main, groups })
    expect(menus.main.at(-1)).toMatchObject({
      label: 'Get involved',
      href: undefined,
      sub: [{ href: '/refund-policy' }],
    })
    expect(menus.main).toHaveLength(6)
    expect(menus.groups).toHaveLength(1)
    expect(faults).toContain('groups[1].links[0].link.page leads-nowhere')
  })

  it('SITE-18 an editor adds a policy, which is in a menu then', async () => {
    const link = { _type: 'link', kind: 'page', page: { _ref: 'policy-cookies' } }
    const menus = { ...stored, main: [], groups: [], legal: [{ label: 'Biscuits', link }] }
    const read = await readMenus(menus)
    expect(read.menus.legal).toMatchObject([{ label: 'Biscuits', href: '/cookies' }])
    expect(isInMenu(menus, 'policy-cookies', '/cookies')).toBe(true)
    expect(isInMenu(menus, 'policy-complaints', '/complaints')).toBe(false)
    expect(isInMenu(menus, 'policy-privacy', '/privacy-policy')).toBe(false)
    expect(isInMenu(stored, 'policy-privacy', '/privacy-policy')).toBe(true)
    expect(isInMenu(undefined, 'policy-privacy', '/privacy-policy')).toBe(true)
  })

  it.each([
    ['main', { label: 'A', place: 'constructor' }, 'main[0].place unknown-value'],
    ['main', { label: 'A' }, 'main[0].link missing'],
    ['legal', { label: '', place: 'home' }, 'legal[0].label missing'],
    ['legal', { label: 'x'.repeat(61), place: 'home' }, 'legal[0].label too-long'],
    [
      'main',
      { label: 'A', place: 'home', sub: Array(41).fill({ label: 'B', place: 'news' }) },
      'main[0].sub bad-count',
    ],
    ['social', { label: 'A', url: 'javascript:alert(1)' }, 'social[0].url bad-address'],
    ['marks', { label: 'A', url: 'ftp://a.example' }, 'marks[0].url bad-address'],
    ['groups', { heading: 'A', links: [] }, 'groups[0].links empty-list'],
  ])('CMS-06 SITE-18 %s with %j is a fault', async (field, entry, fault) => {
    const kept = { menus: { menus: { ...stored, legal: [] } } }
    const { faults } = await readMenus({ ...stored, [field]: [entry] }, kept)
    expect(faults).toContain(fault)
  })
})
