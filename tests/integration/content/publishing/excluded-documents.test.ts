import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PublishedDocument } from '#content/rules/release-record.ts'
import type { BuildPages } from '#content/server/publishing/build/astro-build.ts'
import type { BuildCause } from '#content/server/publishing/build/log-cause.ts'
import { excludedIn } from '#content/server/publishing/content/excluded-documents.ts'
import { publishByLocalBuild } from '#content/server/publishing/publish/local-build.ts'
import { createLive, type Live } from '#content/server/publishing/releases/live.ts'
import { openBuild } from '#content/server/publishing/releases/open-build.ts'
import { rollBack } from '#content/server/publishing/releases/operations.ts'
import { createLogger } from '#core/server/logger.ts'
import { writeBuild } from './sample-build.ts'
import { removeFolder, siteFolder } from './start-site.ts'

const running = new AbortController().signal
const logger = createLogger('silent')

let folder: string
let releasesDir: string
let live: Live
let published: PublishedDocument[]
/** The ids of documents with which no build succeeds, for a cause that no reader finds. */
let hostile: Set<string>
/** The ids of the documents whose time has not come. */
let scheduled: Set<string>
let builds: number
let meanwhile: () => void

const document = (name: string, rev: number): PublishedDocument => ({
  _id: name,
  _rev: `r${rev}`,
  _type: 'newsArticle',
  slug: { current: name },
})
const pathOf = (id: string) => `/news/${id}`

type Failing = 'names-pages' | 'says-nothing'

/** A build that shows each document that is not held back, and fails with a hostile one. */
const builder =
  (failing: Failing, broken: () => BuildCause['kind'] | undefined = () => undefined): BuildPages =>
  async (dir) => {
    builds += 1
    meanwhile()
    const held = excludedIn(releasesDir, published)
    const bad = published.filter(({ _id }) => hostile.has(_id) && !held.has(_id))
    const kind = broken()
    if (kind !== undefined || bad.length > 0) {
      // Astro makes four pages at a time.
      const pages = failing === 'names-pages' ? bad.slice(0, 4).map(({ _id }) => pathOf(_id)) : []
      return { ok: false, cause: 'failed', why: { kind: kind ?? 'unknown', pages } }
    }
    const documents = published.map(({ _id, _rev }) => ({
      id: _id,
      rev: _rev,
      ...(held.has(_id) ? { because: 'faulty' as const } : { path: pathOf(_id) }),
      ...(scheduled.has(_id) && { because: 'scheduled' as const }),
    }))
    writeBuild(dir, String(builds), undefined, { documents })
    return { ok: true }
  }

const publisher = (build: BuildPages) =>
  publishByLocalBuild({
    live,
    releasesDir,
    build,
    logger,
    readPublished: async () => published,
    now: () => new Date(),
    onLive: () => undefined,
    removePicturesSince: () => undefined,
    invalidateBundles: () => undefined,
  })

/** The ids of the documents that visitors see as they are published now. */
const shown = () => {
  const revisions = new Map(published.map(({ _id, _rev }) => [_id, _rev]))
  return live.current.manifest.documents
    .filter(({ id, rev, because }) => because === undefined && revisions.get(id) === rev)
    .map(({ id }) => id)
}
const innocent = () => published.map(({ _id }) => _id).filter((id) => !hostile.has(id))
const change = (...ids: string[]) => {
  published = published.map((one) =>
    ids.includes(one._id) ? { ...one, _rev: `${one._rev}+` } : one,
  )
}

const open = () => {
  folder = siteFolder()
  releasesDir = join(folder, 'releases')
  live = createLive(openBuild(join(folder, 'first')))
  published = ['one', 'two', 'three'].map((name) => document(name, 1))
  hostile = new Set()
  scheduled = new Set()
  builds = 0
  meanwhile = () => undefined
}
beforeEach(open)
afterEach(() => removeFolder(folder))

describe('a document with which no build succeeds, for whatever cause', () => {
  it('CMS-06 another editor’s change is live, and the document is built again once it changes', async () => {
    const publish = publisher(builder('says-nothing'))
    await publish(running)
    published = [...published, document('bad', 1)]
    hostile = new Set(['bad'])
    change('two')
    expect(await publish(running)).toMatchObject({ result: 'done', status: { state: 'live' } })
    expect(shown()).toEqual(['one', 'two', 'three'])
    // It is known now: one build per publication, also after a restart.
    change('one')
    builds = 0
    expect(await publisher(builder('says-nothing'))(running)).toMatchObject({ result: 'done' })
    expect([builds, shown()]).toEqual([1, ['one', 'two', 'three']])
    hostile = new Set()
    change('bad')
    await publish(running)
    expect(shown()).toEqual(['one', 'two', 'three', 'bad'])
  })

  it('CMS-06 whichever of many changed documents are at fault, exactly these are held back', async () => {
    const scenario = fc.record({
      many: fc.integer({ min: 1, max: 9 }),
      bad: fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 3 }),
      failing: fc.constantFrom<Failing>('names-pages', 'says-nothing'),
    })
    const check = async ({
      many,
      bad,
      failing,
    }: {
      many: number
      bad: number[]
      failing: Failing
    }) => {
      removeFolder(folder)
      open()
      const publish = publisher(builder(failing))
      await publish(running)
      const fresh = Array.from({ length: many }, (_, index) => document(`new-${index}`, 1))
      published = [...published, ...fresh]
      hostile = new Set(bad.map((index) => `new-${index % many}`))
      builds = 0
      const { result } = await publish(running)
      expect([result, shown()]).toEqual(['done', innocent()])
      // The failed build, one without all of them, at most two for each halving of each, and a second try with each.
      expect(builds).toBeLessThanOrEqual(2 + hostile.size * (2 * Math.ceil(Math.log2(many)) + 3))
    }
    await fc.assert(fc.asyncProperty(scenario, check), { numRuns: 10 })
  })

  it('CMS-06 a failure that has nothing to do with the content holds nothing back', async () => {
    let isBroken = false
    const publish = publisher(builder('says-nothing', () => (isBroken ? 'unknown' : undefined)))
    await publish(running)
    isBroken = true
    change('one', 'two')
    builds = 0
    expect(await publish(running)).toMatchObject({ result: 'retry', kind: 'unknown' })
    expect([builds, excludedIn(releasesDir, published).size]).toEqual([2, 0])
    // Control: the live site stayed as it was, and the next build shows everything.
    expect(shown()).toEqual(['three'])
    isBroken = false
    await publish(running)
    expect(shown()).toEqual(innocent())
  })

  it.each([1, 2, 3, 4, 5])(
    'CMS-06 a failure that passes holds no document back: build %i',
    async (failing) => {
      const publish = publisher(
        builder('says-nothing', () => (builds === failing ? 'unknown' : undefined)),
      )
      builds = 10
      await publish(running)
      hostile = new Set(['three'])
      change('one', 'two', 'three')
      builds = 0
      // The second build is the one without all of them: then the next try searches.
      if ((await publish(running)).result === 'retry') await publish(running)
      expect([...excludedIn(releasesDir, published)]).toEqual(['three'])
      expect(shown()).toEqual(innocent())
    },
  )

  it('CMS-06 the only document that changed is built once more before it is held back', async () => {
    const publish = publisher(builder('says-nothing', () => (builds === 1 ? 'unknown' : undefined)))
    builds = 1
    await publish(running)
    builds = 0
    change('one')
    expect(await publish(running)).toMatchObject({ result: 'done' })
    expect([excludedIn(releasesDir, published).size, shown()]).toEqual([0, innocent()])
  })

  it.each(['disk', 'content-lake', 'killed'] as const)(
    'CMS-06 a failure of the kind %s is no reason to look for a document, nor to blame one',
    async (kind) => {
      let failing = 1
      const publish = publisher(
        builder('says-nothing', () => (builds === failing ? kind : undefined)),
      )
      builds = 1
      await publish(running)
      change('one')
      builds = 0
      expect(await publish(running)).toMatchObject({ result: 'retry', kind })
      expect([builds, excludedIn(releasesDir, published).size]).toEqual([1, 0])
      // During a search it ends the search, which the next try begins again.
      hostile = new Set(['two'])
      change('two')
      failing = 3
      builds = 0
      expect(await publish(running)).toMatchObject({ result: 'retry' })
      expect([builds, excludedIn(releasesDir, published).size]).toEqual([3, 0])
      await publish(running)
      expect([...excludedIn(releasesDir, published)]).toEqual(['two'])
    },
  )

  it('CMS-06 a document that appears at its time is a suspect, although a release was built with its revision', async () => {
    const publish = publisher(builder('says-nothing'))
    published = [...published, document('later', 1)]
    scheduled = new Set(['later'])
    await publish(running)
    scheduled = new Set()
    hostile = new Set(['later'])
    change('one')
    expect(await publish(running)).toMatchObject({ result: 'done' })
    expect([...excludedIn(releasesDir, published)]).toEqual(['later'])
    expect(shown()).toEqual(innocent())
  })

  it('CMS-06 among very many hostile documents another editor’s change is live after the first search', async () => {
    const publish = publisher(builder('names-pages'))
    await publish(running)
    const bad = Array.from({ length: 120 }, (_, index) => document(`bad-${index}`, 1))
    published = [...bad, ...published]
    hostile = new Set(bad.map(({ _id }) => _id))
    change('two')
    published = published.map((one, index) => ({
      ...one,
      _updatedAt: new Date(Date.UTC(2026, 10, one._id === 'two' ? 27 : 26, 0, index)).toISOString(),
    }))
    builds = 0
    // The search goes on a minute later: with what it has found, so that it ends.
    expect(await publish(running)).toMatchObject({ result: 'retry', status: { state: 'live' } })
    expect(shown()).toEqual(innocent())
    expect(builds).toBeLessThan(30)
    const found = excludedIn(releasesDir, published).size
    expect(found).toBeGreaterThan(0)
    await publish(running)
    expect(excludedIn(releasesDir, published).size).toBeGreaterThan(found)
    expect(shown()).toEqual(innocent())
  })

  it('CMS-06 a rollback by an operator and another publication end the search', async () => {
    const publish = publisher(builder('says-nothing'))
    await publish(running)
    change('one')
    await publish(running)
    hostile = new Set(['two'])
    change('one', 'two', 'three')
    builds = 0
    meanwhile = () => {
      if (builds === 3) rollBack(releasesDir)
    }
    await publish(running)
    expect(builds).toBe(3)
    meanwhile = () => {
      if (builds === 3) change('one')
    }
    builds = 0
    await publish(running)
    expect(builds).toBe(3)
    // What was held back to find the document is not held back any longer.
    meanwhile = () => undefined
    await publish(running)
    expect(shown()).toEqual(innocent())
  })
})
