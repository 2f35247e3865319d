import { beforeEach, describe, expect, it } from 'vitest'
import type { PublishedDocument, ReleaseRecord } from '#content/rules/release-record.ts'
import { catchUp } from '#content/server/publishing/publish/catch-up.ts'
import { createLogger } from '#core/server/logger.ts'

const document = (_id: string, _rev = '1'): PublishedDocument => ({ _id, _rev, _type: 'story' })

/** The release `id`, built from `documents`. */
const releaseOf = (id: string, documents: readonly PublishedDocument[]) => ({
  id,
  documents: documents.map(({ _id, _rev }) => ({ id: _id, rev: _rev })),
})

let published: PublishedDocument[]
let newest: ReleaseRecord & { readonly id: string }
let requests: number
let isRolledBack: boolean
let check: ReturnType<typeof catchUp>

beforeEach(() => {
  requests = 0
  isRolledBack = false
  check = catchUp({
    readPublished: () => Promise.resolve(published),
    newest: () => newest,
    isPending: () => false,
    request: () => {
      requests += 1
    },
    rollback: { isRolledBackContent: () => isRolledBack },
    logger: createLogger('silent'),
  })
})

describe('content that was published without a webhook', () => {
  it('CMS-09 is requested again when the same content returns after another release', async () => {
    const before = [document('a')]
    newest = releaseOf('first', [])
    published = before
    expect(await check()).toBe('requested')
    newest = releaseOf('second', before)
    newest = releaseOf('third', [...before, document('withdrawn')])
    // The webhook of the unpublishing was missed, and no check ran while 'second' was the newest release.
    expect(await check()).toBe('requested')
    expect(requests).toBe(2)
  })

  it('CMS-09 is requested once while it cannot be built', async () => {
    newest = releaseOf('first', [])
    published = [document('a')]
    expect([await check(), await check(), await check()]).toEqual([
      'requested',
      'pending',
      'pending',
    ])
    published = [document('a', '2')]
    expect(await check()).toBe('requested')
  })

  it('CMS-09 no build is requested for the content that an operator has rolled back', async () => {
    newest = releaseOf('first', [])
    published = [document('a')]
    isRolledBack = true
    expect([await check(), requests]).toEqual(['current', 0])
    isRolledBack = false
    expect([await check(), requests]).toEqual(['requested', 1])
  })
})
