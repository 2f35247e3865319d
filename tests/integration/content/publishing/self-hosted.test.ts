import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PublishedDocument, ReleaseRecord } from '#content/rules/release-record.ts'
import type { BuildPages, BuildWay, Built } from '#content/server/publishing/build/astro-build.ts'
import { publishByLocalBuild } from '#content/server/publishing/publish/local-build.ts'
import { readCurrentRelease } from '#content/server/publishing/releases/current-release.ts'
import { createLive, type Live } from '#content/server/publishing/releases/live.ts'
import { openBuild } from '#content/server/publishing/releases/open-build.ts'
import { rollBack } from '#content/server/publishing/releases/operations.ts'
import { releaseNamesIn } from '#content/server/publishing/releases/releases.ts'
import { createLogger } from '#core/server/logger.ts'
import { writeBuild } from './sample-build.ts'
import { removeFolder, siteFolder } from './start-site.ts'

const logger = createLogger('silent')
const running = new AbortController().signal

let folder: string
let releasesDir: string
let live: Live
let pictureRemovals: number
let invalidated: number
let published: PublishedDocument[]

beforeEach(() => {
  folder = siteFolder()
  releasesDir = join(folder, 'releases')
  live = createLive(openBuild(join(folder, 'first')))
  pictureRemovals = 0
  invalidated = 0
  published = []
})
afterEach(() => removeFolder(folder))

const publisher = (build: BuildPages) =>
  publishByLocalBuild({
    live,
    releasesDir,
    build,
    logger,
    now: () => new Date(),
    readPublished: async () => published,
    onLive: () => undefined,
    removePicturesSince: () => {
      pictureRemovals += 1
    },
    invalidateBundles: () => {
      invalidated += 1
    },
  })
const publish = (build: BuildPages) => publisher(build)(running)

const builds =
  (version: string, meanwhile = () => {}): BuildPages =>
  (dir) => {
    writeBuild(dir, version)
    meanwhile()
    return Promise.resolve({ ok: true })
  }

it('CMS-04 a build does not undo a rollback that happened during it', async () => {
  await publish(builds('1'))
  await publish(builds('2'))
  const published = await publish(builds('3', () => rollBack(releasesDir)))
  expect(published).toMatchObject({ result: 'done', status: { state: 'live' } })
  expect(published.status?.message).toMatch(/earlier version was chosen/)
  expect(live.current.manifest.id).toBe('build-2')
  expect(readCurrentRelease(releasesDir)?.previous).toBe(releaseNamesIn(releasesDir)[1])
  expect(releaseNamesIn(releasesDir)).toHaveLength(2)
})

/** A build whose pages show these documents. */
const showing =
  (version: string, documents: ReleaseRecord['documents']): BuildPages =>
  (dir) => {
    writeBuild(dir, version, undefined, { documents })
    return Promise.resolve({ ok: true })
  }

it('CMS-04 CMS-08 a rollback names the documents that it would show again, and is refused until the operator agrees', async () => {
  const story = { id: 'story', path: '/stories/anna' }
  const event = { id: 'event', path: '/news/day' }
  const kept = { id: 'kept', path: '/news/kept' }
  await publish(showing('1', [story, event, kept]))
  await publish(
    showing('2', [
      { ...event, because: 'ended' },
      { ...kept, because: 'faulty' },
    ]),
  )
  expect(() => rollBack(releasesDir)).toThrow(
    /since:\n {2}\/stories\/anna\n {2}\/news\/day\nTo show/,
  )
  expect(readCurrentRelease(releasesDir)?.rolledBack).toBeUndefined()
  rollBack(releasesDir, { showWithdrawn: true })
  expect(readCurrentRelease(releasesDir)?.rolledBack).toBe(true)
  // The return to the newest release shows no withdrawn document.
  rollBack(releasesDir)
  expect(readCurrentRelease(releasesDir)?.rolledBack).toBe(false)
})

it.each(['too-slow', 'stopped'] as const)(
  'CMS-04 a killed build leaves neither a release nor pictures: %s',
  async (cause) => {
    const published = await publish((dir) => {
      writeBuild(dir, '1')
      return Promise.resolve({ ok: false, cause })
    })
    expect(published.result).toBe(cause === 'stopped' ? 'stopped' : 'retry')
    expect([releaseNamesIn(releasesDir), pictureRemovals, live.current]).toEqual([
      [],
      1,
      live.first,
    ])
  },
)

it('CMS-04 an error during a publication does not change the live site', async () => {
  const published = await publish(() => Promise.reject(new Error('EMFILE')))
  expect(published).toMatchObject({ result: 'retry', status: { state: 'failed' } })
  const incomplete = await publish((dir) => {
    writeBuild(dir, '1')
    removeFolder(join(dir, 'client/404.html'))
    return Promise.resolve({ ok: true })
  })
  expect(incomplete.status?.message).toMatch(/its files are not complete/)
  expect([releaseNamesIn(releasesDir), live.current]).toEqual([[], live.first])
})

describe('a build with the bundles of an earlier one', () => {
  const failed = { ok: false, cause: 'failed' } as const
  const fault = { document: 'news-x', field: 'title', problem: 'missing' } as const
  type End = 'good' | 'no-heading' | (Built & { ok: false })
  /** Notes the way of each build; each way ends as given. */
  const recorded = (ends: Record<BuildWay, End>) => {
    const ways: string[] = []
    const build: BuildPages = (dir, _, way) => {
      ways.push(way)
      const end = ends[way]
      const reused = way === 'reuse'
      if (typeof end === 'object') return Promise.resolve({ ...end, reused })
      writeBuild(dir, way, end === 'good' ? undefined : end)
      return Promise.resolve({ ok: true, reused })
    }
    return { ways, build }
  }

  it('CMS-04 is published', async () => {
    const { ways, build } = recorded({ reuse: 'good', full: failed })
    expect(await publish(build)).toMatchObject({ result: 'done' })
    expect([ways, invalidated, live.current.manifest.id]).toEqual([['reuse'], 0, 'build-reuse'])
  })

  it.each([failed, 'no-heading'] as const)(
    'CMS-04 is followed by a full one at once when it fails, and given up the second time: %j',
    async (end) => {
      const { ways, build } = recorded({ reuse: end, full: 'good' })
      const publishAgain = publisher(build)
      expect(await publishAgain(running)).toMatchObject({ result: 'done' })
      expect([ways, invalidated]).toEqual([['reuse', 'full'], 0])
      expect(live.current.manifest.id).toBe('build-full')
      expect(releaseNamesIn(releasesDir)).toHaveLength(1)
      expect(await publishAgain(running)).toMatchObject({ result: 'done' })
      expect(invalidated).toBe(1)
    },
  )

  it('CMS-04 is tried again when the full one failed as well: the cause was another', async () => {
    const { ways, build } = recorded({ reuse: failed, full: failed })
    expect(await publish(build)).toMatchObject({ result: 'retry' })
    expect([ways, invalidated, live.current]).toEqual([['reuse', 'full'], 0, live.first])
  })

  it('CMS-04 ends with a fault of the content, as a full one would', async () => {
    const { ways, build } = recorded({ reuse: { ...failed, fault }, full: 'good' })
    expect(await publish(build)).toMatchObject({ result: 'failed' })
    expect([ways, invalidated]).toEqual([['reuse'], 0])
  })
})
