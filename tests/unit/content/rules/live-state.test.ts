import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import { type LiveReport, liveStateOf, SILENT_AFTER_MS } from '#content/rules/live-state.ts'
import { NOT_SHOWN_REASONS } from '#content/rules/release-record.ts'
import { liveStateWords } from '#content/texts/live-state.ts'
import { PUBLISHING_STATES } from '#core/rules/publishing-status.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)
const PUBLISHED = { rev: 'r2', publishedAt: ago(5) }
const REPORT: LiveReport = {
  state: 'live',
  at: ago(2),
  seenAt: ago(2),
  message: undefined,
  fault: undefined,
  faults: [],
  expectedMs: 9_000,
  document: { id: 'n', rev: 'r2', path: '/news/open-day' },
}
const OLD = { id: 'n', rev: 'r1', path: '/news/open-day' }
const FAULTY = { ...OLD, rev: 'r2', because: 'faulty' } as const
const FAULT: PublishedFault = {
  document: 'n',
  type: 'newsArticle',
  field: 'image.alt',
  problem: 'missing',
  page: '/news/open-day',
  shown: 'former',
}
const words = (report: Partial<LiveReport>, published = PUBLISHED) => {
  const state = liveStateOf(published, { ...REPORT, ...report }, NOW)
  return state && liveStateWords(state)
}

describe('the state of a published document in its form', () => {
  it('CMS-09 is live when the running release was built from this revision and shows it', () => {
    expect(liveStateOf(PUBLISHED, REPORT, NOW)).toEqual({ state: 'live', path: '/news/open-day' })
  })

  it.each<[string, Partial<LiveReport>, string]>([
    ['during a build', { state: 'building', at: ago(3), document: OLD }, 'Building, about 6 s'],
    [
      'during a slow build',
      { state: 'building', at: ago(30), document: OLD },
      'Building, about 8 s',
    ],
    [
      'before the first measured build',
      { state: 'building', at: ago(2), expectedMs: undefined, document: undefined },
      'Building, about 10 s',
    ],
    ['before the webhook is noticed', { document: OLD, at: ago(900) }, 'Building, about 4 s'],
    [
      'after an earlier failure, before the webhook is noticed',
      { state: 'failed', at: ago(900), message: 'Why.', document: OLD },
      'Building, about 4 s',
    ],
    [
      'after a failure',
      { state: 'failed', at: ago(1), message: 'The document x: Title is missing.', document: OLD },
      'Visitors still see an earlier version at /news/open-day, because the document x: Title is missing.',
    ],
    [
      'after the failure of its first build',
      { state: 'failed', at: ago(1), message: 'It took too long.', document: undefined },
      'Not on the site, because it took too long.',
    ],
    [
      'with a wrong field, and shown in its last good version',
      { document: { ...FAULTY, fault: { ...FAULT, shown: 'former' } } },
      'Visitors still see its last good version at /news/open-day, because “Image, alternative text” is missing. Correct it and publish again.',
    ],
    [
      'with a wrong field, and never shown',
      { document: { ...FAULTY, fault: { ...FAULT, shown: 'nothing' } } },
      'Not on the site, because “Image, alternative text” is missing. Correct it and publish again.',
    ],
    [
      'with a lost picture',
      { document: { ...FAULTY, fault: { ...FAULT, problem: 'file-lost', shown: 'former' } } },
      'Visitors still see its last good version at /news/open-day, because “Image, alternative text” is lost or damaged in the content store: upload it again and publish.',
    ],
    [
      'of a health text without approval (CMS-22)',
      {
        document: {
          ...FAULTY,
          fault: { ...FAULT, field: undefined, problem: 'not-approved', shown: 'former' },
        },
      },
      'Visitors still see its last good version at /news/open-day, because it is a health text that a second person has not approved yet: “Approve” is in their … menu next to Publish.',
    ],
    [
      'with a wrong field, in a release that does not name it',
      { document: FAULTY },
      'Not on the site, because a field of it is missing or wrong. Correct it and publish again.',
    ],
    [
      'with an address in use',
      { document: { ...OLD, rev: 'r2', because: 'address-taken' } },
      'Not on the site, because another page has the same address.',
    ],
    [
      'a banner beside newer ones (SITE-19)',
      { document: { id: 'n', rev: 'r2', path: '/', because: 'newer-banners' } },
      'Not on the site, because two newer banners are shown.',
    ],
    [
      'scheduled',
      {
        document: { ...OLD, rev: 'r2', because: 'scheduled', at: '2027-03-03T09:00:00Z' },
      },
      'Not on the site yet. It will be shown from 03/03/2027, 09:00.',
    ],
    [
      'a redirect that is left out',
      { document: { ...OLD, rev: 'r2', because: 'leads-nowhere' } },
      'Not on the site, because it leads to nothing that visitors can see, or in a circle.',
    ],
    [
      'after the website stopped reporting',
      { seenAt: ago(3600) },
      'Not on the site, because the website has not reported since 22/11/2026, 11:00.',
    ],
  ])('CMS-09 is not live %s', (_, report, text) => {
    expect(words(report)).toBe(text)
  })

  it('CMS-09 shows a missed webhook, and an operator’s choice of an earlier release', () => {
    const published = { rev: 'r2', publishedAt: ago(60) }
    expect(words({ document: OLD }, published)).toContain('has not noticed it yet')
    expect(words({ document: OLD, message: 'An earlier version.' }, published)).toContain(
      'an earlier version of the website was chosen',
    )
  })

  it('CMS-09 is undefined without a report, and for a document without a page', () => {
    expect(liveStateOf(PUBLISHED, undefined, NOW)).toBeUndefined()
    expect(words({ document: { id: 'n', rev: 'r2' } })).toBeUndefined()
  })

  it('CMS-09 is never live for another revision, for a document that the release does not show, or without a recent report', () => {
    const report = fc.record({
      state: fc.constantFrom(...PUBLISHING_STATES),
      at: fc.integer({ min: -7200, max: 7200 }).map(ago),
      seenAt: fc.integer({ min: -7200, max: 7200 }).map(ago),
      message: fc.option(fc.string(), { nil: undefined }),
      fault: fc.constant(undefined),
      faults: fc.constant([]),
      expectedMs: fc.option(fc.nat(60_000), { nil: undefined }),
      document: fc.option(
        fc.record(
          {
            id: fc.constant('n'),
            rev: fc.constantFrom('r1', 'r2'),
            path: fc.constant('/news/open-day'),
            because: fc.constantFrom(...NOT_SHOWN_REASONS),
          },
          { requiredKeys: ['id'] },
        ),
        { nil: undefined },
      ),
    })
    fc.assert(
      fc.property(report, (given) => {
        const isLive = liveStateOf(PUBLISHED, given, NOW)?.state === 'live'
        const isShown = given.document?.rev === 'r2' && given.document.because === undefined
        const isRecent = NOW.getTime() - given.seenAt.getTime() <= SILENT_AFTER_MS
        const hasPath = given.document?.path !== undefined
        return isLive === (isShown && isRecent && hasPath)
      }),
    )
  })
})
