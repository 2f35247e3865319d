import { describe, expect, it, vi } from 'vitest'
import { readBanners } from '#content/read/banners.ts'
import { withReading } from '#content/read/reading.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { areTogether } from '#content/rules/banners.ts'
import { nextChange } from '#content/rules/content-times.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'
import { dataset } from '../../../content/source/dataset.ts'
import { prepareContent } from '../../../integrations/prepare-content.ts'

const CONTEXT = { identity: 't', projectId: 't', dataset: 't', now: new Date('2026-11-22') }
const CONTENT = { projectId: 'halyard0', dataset: 'production' }
const banner = dataset.find(({ _type }) => _type === 'banner') as Record<string, unknown>
let documents: readonly object[]

vi.mock('@sanity/client', () => ({
  createClient: () => ({
    fetch: async (query: string, params = {}) =>
      runQuery(viewOf(documents as never, 'raw'), query, params, CONTEXT),
  }),
}))

/** The banners of a build at an instant, and its faults of banners. */
async function bannersAt(at: string, more: object = {}, others: object[] = []) {
  documents = [...dataset, ...others].map((one) => ({
    _rev: 'r',
    ...one,
    ...('_id' in one && one._id === banner['_id'] ? more : {}),
    ...('_type' in one && one._type === 'menus' ? { marks: [] } : {}),
  }))
  let shown: string[] = []
  const { faults } = await prepareContent({
    content: CONTENT,
    at: new Date(at),
    readAll: async () => {
      shown = (await getSiteSettings()).banners.map((one) => JSON.stringify(one))
    },
  })
  return { shown, faults: faults.filter(({ type }) => type === 'banner') }
}

describe('a banner', () => {
  it('SITE-19 CMS-08 is in a build between its times, and a build is due at each', async () => {
    const [from, until] = ['2026-01-05T09:00:00.000Z', '2026-01-05T17:00:00.000Z']
    expect(banner).toMatchObject({ publishAt: from, unpublishAt: until })
    for (const [at, count] of [
      ['2026-01-05T08:59:59Z', 0],
      [from, 1],
      ['2026-01-05T16:59:59Z', 1],
      [until, 0],
    ] as const)
      expect((await bannersAt(at)).shown, at).toHaveLength(count)
    expect(nextChange([banner], new Date('2026-01-01'))).toEqual(new Date(from))
    expect(nextChange([banner], new Date(from))).toEqual(new Date(until))
  })

  it('SITE-19 CMS-17 shows the present values of the settings, and its links', async () => {
    const { shown } = await bannersAt('2026-01-05T12:00:00Z', { title: 'Call {Medical enquiries}' })
    expect(shown[0]).toContain('Call 01632 960 145')
    expect(shown[0]).toContain('mailto:bookings@halyard.example')
    expect(shown[0]).toContain('"href":"/book-event-main"')
  })

  it.each([
    ['title', { title: 'x'.repeat(121) }, 'too-long'],
    ['unpublishAt', { unpublishAt: null }, 'missing'],
  ])('SITE-19 CMS-06 with a faulty %s it is left out', async (field, more, problem) => {
    const { shown, faults } = await bannersAt('2026-01-05T12:00:00Z', more)
    expect(shown).toEqual([])
    expect(faults).toMatchObject([{ field, problem, shown: 'nothing' }])
  })

  it('SITE-19 CMS-06 without words it is left out, and holds no page back', async () => {
    const { shown, faults } = await bannersAt('2026-01-05T12:00:00Z', { title: '' })
    expect(shown).toEqual([])
    expect(faults).toMatchObject([{ field: 'title', problem: 'missing', shown: 'nothing' }])
  })

  it('SITE-19 of three at one time visitors see the two that began last, the newest first, and a faulty one takes no place', async () => {
    const other = (title: string, more: object) => ({
      ...banner,
      _id: title,
      title,
      publishAt: undefined,
      ...more,
    })
    const others = [
      other('Published at ten', { _updatedAt: '2026-01-05T10:00:00Z' }),
      other('From eleven', { publishAt: '2026-01-05T11:00:00.000Z' }),
    ]
    const titles = async (more: object[]) =>
      (await bannersAt('2026-01-05T12:00:00Z', {}, more)).shown.map(
        (one) => (JSON.parse(one) as { title: string }).title,
      )
    expect(await titles(others)).toEqual(['From eleven', 'Published at ten'])
    expect(await titles([other('Faulty', { unpublishAt: null }), ...others.slice(1)])).toEqual([
      'From eleven',
      banner['title'],
    ])
  })

  it('SITE-19 CMS-05 a preview shows all that begin later, and none that has ended', async () => {
    const ended = { ...banner, body: undefined }
    const later = {
      ...ended,
      _id: 'later',
      title: 'Later',
      publishAt: '2099-01-01T00:00:00.000Z',
      unpublishAt: '2099-01-02T00:00:00.000Z',
    }
    const others = ['Second', 'Third'].map((title) => ({ ...later, _id: title, title }))
    const found = viewOf([ended, later, ...others] as never, 'raw')
    const fetch = async (query: string) => runQuery(found, query, {}, CONTEXT)
    const reading = { fetch, parts: new Map(), links: undefined, values: undefined }
    const shown = await withReading(reading, readBanners)
    expect(shown.map(({ title }) => title)).toEqual(['Second', 'Third', 'Later'])
  })

  it('SITE-19 two are shown together when they have a moment in common, now or later', () => {
    const day = (from: number | undefined, until: number) => ({
      ...(from && { publishAt: `2026-01-0${from}T00:00:00Z` }),
      unpublishAt: `2026-01-0${until}T00:00:00Z`,
    })
    const now = new Date('2026-01-03T12:00:00Z')
    const cases: [ReturnType<typeof day>, ReturnType<typeof day>, boolean][] = [
      [day(1, 5), day(4, 6), true],
      [day(4, 6), day(1, 5), true],
      [day(1, 5), day(5, 6), false],
      [day(undefined, 4), day(undefined, 5), true],
      [day(undefined, 4), day(4, 5), false],
      [day(1, 3), day(2, 3), false],
    ]
    for (const [one, another, is] of cases)
      expect(areTogether(one, another, now), JSON.stringify([one, another])).toBe(is)
  })
})
