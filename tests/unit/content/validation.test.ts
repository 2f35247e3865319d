import { describe, expect, it } from 'vitest'
import { EVENT_SECTIONS } from '#content/rules/content-choices.ts'
import { isDialled } from '#core/rules/telephone.ts'
import { banner } from '../../../schemas/documents/banner.ts'
import { eventsPage } from '../../../schemas/documents/list-pages.ts'
import { siteSettings } from '../../../schemas/documents/site-settings.ts'
import { schemaTypes } from '../../../schemas/index.ts'
import { webAddressFault } from '../../../schemas/linked-words.ts'
import { dialProblem, fileKindProblem, onlyKind } from '../../../schemas/objects/link.ts'
import { laterDayWarning, timeFields } from '../../../schemas/times.ts'
import {
  isUniqueAddress,
  isUniquePath,
  isUniqueYear,
  othersAt,
} from '../../../schemas/uniqueness.ts'
import { ownMessages } from '../../../studio/messages.ts'

type Check = (value: unknown, context?: { document: object }) => unknown

/** The checks of a field, without Sanity's rule around them. */
function checksOf({ validation }: ReturnType<typeof timeFields>[number]): Check[] {
  const checks: Check[] = []
  const rule = {
    custom: (check: Check) => checks.push(check) && rule,
    warning: () => rule,
    required: () => rule,
    length: () => rule,
    max: () => rule,
    error: () => rule,
  }
  ;(validation as unknown as (given: typeof rule) => void)(rule)
  return checks
}

const settingsField = (name: string) =>
  siteSettings.fields.find((field) => field.name === name) as unknown as Parameters<
    typeof checksOf
  >[0]

describe('validation in the Studio', () => {
  it('SITE-19 a banner must say until when it is shown, other documents need not', () => {
    const isRequired = (end?: 'until required') => {
      const said: unknown[] = []
      const rule: object = new Proxy({}, { get: (_, name) => () => said.push(name) && rule })
      const [, until] = timeFields(end) as unknown as { validation: (given: object) => void }[]
      until?.validation(rule)
      return said.includes('required')
    }
    expect([isRequired('until required'), isRequired()]).toEqual([true, false])
  })

  it('SITE-19 the form of a banner names the others at the same time, and says which are shown', async () => {
    const [title] = banner.fields as unknown as Parameters<typeof checksOf>[0][]
    const [together] = checksOf({ validation: title?.validation } as never)
    const others = [{ title: 'Our phones are down', publishAt: '2099-01-02T00:00:00Z' }]
    const getClient = () => ({ fetch: async () => others })
    const said = (unpublishAt: string) =>
      together?.('Snow', { document: { _id: 'drafts.one', unpublishAt }, getClient } as never)
    expect(await said('2099-01-03T00:00:00Z')).toBe(
      'At the same time: “Our phones are down”. Visitors see the 2 banners that begin last, the newest first',
    )
    expect(await said('2099-01-02T00:00:00Z')).toBe(true)
  })

  it('INFO-11 two sections of the events page for the same people are refused', () => {
    const sections = eventsPage.fields.find(({ name }) => name === 'sections')
    const [check] = checksOf(sections as never)
    const four = EVENT_SECTIONS.map((audience) => ({ audience }))
    expect(check?.(four)).toBe(true)
    expect(check?.([...four.slice(0, 3), { audience: 'freemason' }])).toBe(
      'Section 4 is for the same people as another',
    )
  })

  it.each(['charityName', 'product', 'charityNumber'])(
    'CMS-17 %s, which other texts take from the settings, names no setting itself',
    (name) => {
      const results = (text: string) => checksOf(settingsField(name)).map((check) => check(text))
      expect(results('The {Name of the screening} Trust')).toContain(
        'Write it without { and }: other texts take it from here',
      )
      expect(results('Halyard 2')).toEqual(results('Halyard').map(() => true))
    },
  )

  it('CMS-08 an editor who publishes reads from when a document will be shown, with the year', () => {
    const [from, until] = timeFields().map((field) => checksOf(field)[0])
    expect(from?.('2099-06-02T08:00:00Z')).toBe(
      'It will be shown from Tuesday, 02 June 2099, 09:00',
    )
    expect([from?.('2020-06-02T08:00:00Z'), from?.(undefined)]).toEqual([true, true])
    expect(laterDayWarning('2099-06-02')).toBe('It will be shown from Tuesday, 02 June 2099')
    expect([laterDayWarning('2020-06-02'), laterDayWarning(undefined)]).toEqual([true, true])
    const document = { publishAt: '2099-06-02T08:00:00Z' }
    expect(until?.('2099-06-02T08:00:00Z', { document })).toBe(
      'This must be later than “Show from”',
    )
    expect(until?.('2099-06-02T08:05:00Z', { document })).toBe(true)
    expect(until?.('+012026-01-01T10:00:00.000Z', { document })).toBe(
      'The year must have four digits',
    )
  })

  it('CMS-08 “Show until” in the past is pointed out', () => {
    const [, until] = timeFields().map((field) => checksOf(field)[1])
    expect(until?.('2020-06-02T08:00:00Z')).toBe(
      '“Show until” is in the past: Tuesday, 02 June 2020, 09:00. Visitors will not see this',
    )
    expect([until?.('2099-06-02T08:00:00Z'), until?.('soon'), until?.(undefined)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it.each(['svg', 'html', 'HTML', 'js', 'exe'])(
    'CMS-06 a .%s file to download is refused',
    (kind) => {
      expect(fileKindProblem({ asset: { _ref: `file-0123abcd-${kind}` } })).toMatch(
        `Visitors cannot download .${kind.toLowerCase()} files here`,
      )
    },
  )

  it('CMS-24 a video and its captions have one kind each', () => {
    const video = onlyKind('mp4', 'a video')
    expect(video({ asset: { _ref: 'file-0123abcd-mp4' } })).toBe(true)
    expect([video(undefined), video({})]).toEqual([true, true])
    expect(video({ asset: { _ref: 'file-0123abcd-mov' } })).toBe(
      'Choose a video: a file that ends with .mp4',
    )
  })

  it.each([
    ['111', true],
    ['01632 960 117', true],
    [undefined, true],
    ['call us', false],
    ['( )', false],
    ['12-', false],
    ['01632 960117 / 960118', false],
  ])('CMS-24 a link that dials %s', (phone, isRight) => {
    expect(dialProblem(phone) === true).toBe(isRight)
    if (phone !== undefined) expect(isDialled(phone)).toBe(isRight)
  })

  it('CMS-06 a file that visitors may download is accepted, and one that is still being chosen', () => {
    const files = [{ asset: { _ref: 'file-0123abcd-pdf' } }, {}, undefined]
    expect(files.map(fileKindProblem)).toEqual([true, true, true])
  })

  it('CMS-15 two editors who publish at the same moment read what happened', () => {
    const { resources = {} } =
      ownMessages('en-GB').find(({ namespace }) => namespace === 'structure') ?? {}
    const texts = resources as Record<string, string>
    expect(texts['panes.document-operation-results.operation-error_publish']).toMatch(
      /Another editor may have published.*Nothing is lost/,
    )
    for (const text of Object.values(texts)) expect(text).not.toMatch(/error occurred|revision/i)
  })

  it('CMS-15 a year is taken when another document has it, as draft or published', async () => {
    const asked: unknown[] = []
    const contextWith = (count: number) =>
      ({
        document: { _id: 'drafts.one', _type: 'yearStatistics' },
        getClient: () => ({
          fetch: async (_: string, params: unknown) => {
            asked.push(params)
            return count
          },
        }),
      }) as unknown as Parameters<typeof isUniqueYear>[1]
    expect(await isUniqueYear(2024, contextWith(0))).toBe(true)
    expect(await isUniqueYear(2024, contextWith(1))).toBe(false)
    expect(asked[0]).toEqual({ type: 'yearStatistics', id: 'one', value: 2024 })
  })

  it('CMS-07 an address is taken by a page of any type, as draft or published', async () => {
    const others = [
      { _id: 'a', _type: 'page', path: '/terms' },
      { _id: 'drafts.b', _type: 'policy', slug: { current: 'rules' } },
      { _id: 'c', _type: 'newsArticle', slug: { current: 'open-day' } },
      { _id: 'd', _type: 'redirect', from: '/old' },
    ]
    const context = (_type: string) =>
      ({
        document: { _id: 'drafts.one', _type },
        getClient: () => ({ fetch: async () => others }),
      }) as unknown as Parameters<typeof isUniqueAddress>[1]
    expect(await isUniqueAddress('terms', context('policy'))).toBe(false)
    expect(await isUniqueAddress('open-day', context('policy'))).toBe(true)
    expect(await isUniqueAddress('open-day', context('newsArticle'))).toBe(false)
    expect(await isUniquePath('/rules', context('page'))).toBe(false)
    expect(await isUniquePath('/news/open-day', context('page'))).toBe(false)
    expect(await isUniquePath('/old', context('page'))).toBe(true)
    expect(await othersAt('/old', context('redirect'))).toEqual(['redirect'])
    expect(await othersAt('/terms', context('redirect'))).toEqual(['page'])
  })

  it('CMS-15 our messages use no words of the program, and say how to convert HEIC', () => {
    const messages = ownMessages('en-GB').flatMap(({ resources }) => Object.values(resources))
    const strange = messages.filter((text) =>
      /slug|scheme|exception|regex|pattern|schema|console|revision/i.test(String(text)),
    )
    expect(strange).toEqual([])
    expect(messages.join(' ')).toContain('HEIC')
  })
})

describe('the address of another website', () => {
  const spans = [
    { text: 'See ', marks: [] },
    { text: 'the ', marks: ['l'] },
    { text: 'club', marks: ['em', 'l'] },
  ]
  const body = [{ _key: 'b', children: spans, markDefs: [{ _key: 'l' }] }]
  const document = { sections: [{ _key: 's', body }] }
  const inText = [
    'sections',
    { _key: 's' },
    'body',
    { _key: 'b' },
    'markDefs',
    { _key: 'l' },
    'url',
  ]

  it('CMS-02 every field for another website has that rule', () => {
    const names: string[] = []
    const visit = (part: unknown) => {
      if (typeof part !== 'object' || part === null) return
      const { name, type } = part as Record<string, unknown>
      if (type === 'url') {
        names.push(String(name))
        const found = checksOf(part as never).map((check) =>
          check('https://a:b@club.example/', { document: {} }),
        )
        expect(found, String(name)).toContain('A web address must not contain a password')
      }
      for (const inner of Object.values(part)) visit(inner)
    }
    visit(schemaTypes)
    expect(names.length).toBeGreaterThan(6)
  })

  it.each([
    ['https://club.example/', inText, true],
    [undefined, inText, true],
    ['http://club.example/', inText, expect.stringMatching(/^The link on “the club”: .* https:/)],
    ['https://a:b@club.example/', inText, expect.stringMatching(/“the club”: .* password/)],
    ['club.example', ['button', 'link', 'url'], expect.stringMatching(/^A web address starts/)],
  ])('CMS-02 CMS-15 names the words that carry it: %s', (url, path, message) => {
    expect(webAddressFault(url, { document, path })).toEqual(message)
  })
})
