import { expect, it } from 'vitest'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import { type LiveReport, liveStateOf } from '#content/rules/live-state.ts'
import { liveStateWords } from '#content/texts/live-state.ts'
import { watchPublishing } from '../../../studio/publishing.ts'

const AT = new Date('2026-11-22T12:00:00Z')
const FAULT: PublishedFault = {
  document: 'news-alpha',
  type: 'newsArticle',
  field: 'image.alt',
  problem: 'missing',
  page: '/news/alpha',
  shown: 'former',
}

/** The report that the Studio makes of what the website has written. */
const reportOf = (found: object): Promise<LiveReport | undefined> =>
  new Promise((tell) => {
    const client = {
      fetch: () => Promise.resolve(found),
      listen: () => ({
        subscribe: ({ next }: { next: () => void }) => {
          next()
          return { unsubscribe: () => undefined }
        },
      }),
    }
    watchPublishing(client as unknown as Parameters<typeof watchPublishing>[0], tell, 'news-alpha')
  })

it.each<[string, object]>([
  ['after the publication', { state: 'live', faults: [FAULT] }],
  ['while another one is built', { state: 'building' }],
  ['after one that failed', { state: 'failed', message: 'It took too long.' }],
])(
  'CMS-09 the form names the fault of its document, and that the last good version is shown: %s',
  async (_, state) => {
    const status = { ...state, at: AT.toISOString(), seenAt: AT.toISOString() }
    const document = { id: 'news-alpha', rev: 'r2', path: '/news/alpha', because: 'faulty' }
    const report = await reportOf({ status, document: { ...document, fault: FAULT } })
    const found = liveStateOf({ rev: 'r2', publishedAt: AT }, report, AT)
    expect(found && liveStateWords(found)).toBe(
      'Visitors still see its last good version at /news/alpha, because “Image, alternative text” is missing. Correct it and publish again.',
    )
  },
)
