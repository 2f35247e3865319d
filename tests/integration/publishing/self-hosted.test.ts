import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLogger } from '#server/logger.ts'
import type { BuildPages } from '#server/publishing/astro-build.ts'
import { openBuild } from '#server/publishing/build.ts'
import { createLive, type Live } from '#server/publishing/live.ts'
import { rollBack } from '#server/publishing/operations.ts'
import { readPointer } from '#server/publishing/pointer.ts'
import { selfHosted } from '#server/publishing/publish.ts'
import { namesIn } from '#server/publishing/releases.ts'
import { removeFolder, siteFolder } from './a-site.ts'
import { writeBuild } from './hand-made.ts'

const logger = createLogger('silent')
const running = new AbortController().signal

let folder: string
let releasesDir: string
let live: Live
let forgotten: number

beforeEach(() => {
  folder = siteFolder()
  releasesDir = join(folder, 'releases')
  live = createLive(openBuild(join(folder, 'first')))
  forgotten = 0
})
afterEach(() => removeFolder(folder))

const publish = (build: BuildPages) =>
  selfHosted({
    live,
    releasesDir,
    build,
    logger,
    now: () => new Date(),
    forgetPictures: () => {
      forgotten += 1
    },
  })(running)

const builds =
  (version: string, meanwhile = () => {}): BuildPages =>
  (dir) => {
    writeBuild(dir, version)
    meanwhile()
    return Promise.resolve({ ok: true })
  }

it('CMS-04 a rollback during a build is not undone by it', async () => {
  await publish(builds('1'))
  await publish(builds('2'))
  const published = await publish(builds('3', () => rollBack(releasesDir)))
  expect(published).toMatchObject({ ending: 'done', status: { state: 'live' } })
  expect(published.status?.message).toMatch(/earlier version was chosen/)
  expect(live.current.manifest.id).toBe('build-2')
  expect(readPointer(releasesDir)?.previous).toBe(namesIn(releasesDir)[1])
  expect(namesIn(releasesDir)).toHaveLength(2)
})

it.each(['too-slow', 'stopped'] as const)(
  'CMS-04 a build that was killed leaves neither a draft nor pictures: %s',
  async (cause) => {
    const published = await publish((dir) => {
      writeBuild(dir, '1')
      return Promise.resolve({ ok: false, cause, output: '' })
    })
    expect(published.ending).toBe(cause === 'stopped' ? 'stopped' : 'later')
    expect([namesIn(releasesDir), forgotten, live.current]).toEqual([[], 1, live.first])
  },
)

it('CMS-04 whatever is thrown on the way leaves the live site as it was', async () => {
  const published = await publish(() => Promise.reject(new Error('EMFILE')))
  expect(published).toMatchObject({ ending: 'later', status: { state: 'failed' } })
  const halfWritten = await publish((dir) => {
    writeBuild(dir, '1')
    removeFolder(join(dir, 'client/404.html'))
    return Promise.resolve({ ok: true })
  })
  expect(halfWritten.status?.message).toMatch(/its files are not complete/)
  expect([namesIn(releasesDir), live.current]).toEqual([[], live.first])
})
