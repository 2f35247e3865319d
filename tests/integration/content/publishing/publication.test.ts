import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeBuild } from './sample-build.ts'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './start-site.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const FAST_TIMERS = { TIMER_SPEED: '20' }

let folder: string
let site: Site
const releases = () => readdirSync(join(folder, 'releases')).filter((name) => /^\d{8}T/.test(name))
const isBuildRequested = () => existsSync(join(folder, 'releases/requested'))

beforeEach(async () => {
  folder = siteFolder()
  site = await startSite(folder, FAST_TIMERS)
})
afterEach(async () => {
  await site.kill()
  expect(site.log()).not.toContain('cannot be read')
  removeFolder(folder)
})

const restart = async (env: Record<string, string> = FAST_TIMERS) => {
  await site.kill()
  site = await startSite(folder, env)
}

async function runCommand(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'scripts/releases.ts'), command],
    { cwd: folder, env: { RELEASES_DIR: 'releases' } },
  )
  return stdout
}

describe('a publication', () => {
  it('CMS-04 is shown on public pages, on its own page, on pages rendered on demand and on error pages', async () => {
    await site.publish('1')
    expect((await site.get('/news/entry-1')).status).toBe(200)
    expect((await site.get('/news/entry-first')).status).toBe(404)
    expect((await site.get('/missing')).text).toContain('Build 1<')
    expect((await site.get('/event/1')).text).toContain('settings of 1')
    const broken = await site.get('/throw')
    expect(broken.text).toContain('Build 1<')
    expect(broken.headers['content-security-policy']).toContain('sha256-1')
    await until(() => !isBuildRequested())
  })

  it('CMS-04 still serves the styles of the previous and of the first build', async () => {
    for (const version of ['1', '2', '3']) await site.publish(version)
    const statusOf = async (version: string) =>
      (await site.get(`/_astro/style.${version}.css`)).status
    expect(await statusOf('3')).toBe(200)
    expect(await statusOf('2')).toBe(200)
    expect(await statusOf('first')).toBe(200)
    expect(await statusOf('1')).toBe(404)
    // A running request keeps its release a little longer.
    expect(releases().length).toBeLessThanOrEqual(3)
  })

  it('CMS-04 many simultaneous notices start few builds, and the last content is shown', async () => {
    setContent(folder, { version: '1' })
    const statuses = await Promise.all(Array.from({ length: 40 }, () => site.notify()))
    expect(new Set(statuses)).toEqual(new Set([202]))
    setContent(folder, { version: '2' })
    await site.notify()
    await until(async () => (await site.shown()) === '2')
    expect(site.log().match(/build started/g)?.length).toBeLessThan(20)
  })
})

describe('a restart after a crash', () => {
  it('CMS-04 publishes when the process was killed after the notice or during the build', async () => {
    setContent(folder, { version: '1', fault: 'hangs' })
    expect(await site.notify()).toBe(202)
    await restart()
    expect(await site.shown()).toBe('first')
    await until(() => releases().length === 0 && /build started/.test(site.log()))
    setContent(folder, { version: '2' })
    await restart()
    await until(async () => (await site.shown()) === '2')
    await until(() => !isBuildRequested())
  })

  it('CMS-04 shows the published version', async () => {
    await site.publish('1')
    await site.publish('2')
    await restart()
    expect(await site.shown()).toBe('2')
    expect((await site.get('/_astro/style.1.css')).status).toBe(200)
  })

  it('CMS-04 with a new first build, shows its pages at once, then builds the published content again', async () => {
    await site.publish('1')
    const old = releases()
    setContent(folder, { version: '2', fault: 'hangs' })
    writeBuild(join(folder, 'first'), 'newer')
    await restart()
    expect(await site.shown()).toBe('newer')
    setContent(folder, { version: '2' })
    await restart()
    await until(async () => (await site.shown()) === '2')
    await until(() => old.every((name) => !releases().includes(name)))
  })

  it('CMS-04 another process that opens the releases does not change what the server shows', async () => {
    await site.publish('1')
    const before = releases()
    const { openReleases } = await import('#content/server/publishing/releases/releases.ts')
    const { openBuild } = await import('#content/server/publishing/releases/open-build.ts')
    const { createLogger } = await import('#core/server/logger.ts')
    writeBuild(join(folder, 'other'), 'other')
    openReleases(join(folder, 'releases'), openBuild(join(folder, 'other')), createLogger('silent'))
    expect(releases()).toEqual(before)
    expect(await site.shown()).toBe('1')
  })

  it('CMS-04 of two servers with one folder of releases only one builds; the other follows, and takes over when the first was killed', async () => {
    const builds = () => site.log().match(/build started/g)?.length ?? 0
    const second = await startSite(folder, FAST_TIMERS)
    try {
      await site.publish('1')
      await until(async () => (await second.shown()) === '1')
      setContent(folder, { version: '2', fault: 'hangs' })
      expect(await second.notify()).toBe(202)
      await until(() => builds() === 2)
      setContent(folder, { version: '2' })
      await site.kill()
      await until(async () => (await second.shown()) === '2')
      expect(builds()).toBe(3)
      await until(() => !isBuildRequested())
      expect(releases()).toHaveLength(2)
    } finally {
      await second.kill()
    }
  })

  it('CMS-04 builds a lost release again', async () => {
    await site.publish('1')
    for (const name of releases()) rmSync(join(folder, 'releases', name), { recursive: true })
    await restart()
    await until(async () => (await site.shown()) === '1')
  })

  it('starts despite an incomplete release and a malformed file of the current release', async () => {
    await site.publish('1')
    const [name = ''] = releases()
    rmSync(join(folder, 'releases', name, 'build.json'))
    writeFileSync(join(folder, 'releases/current'), '{')
    await restart()
    await until(async () => (await site.shown()) === '1')
    await until(() => !releases().includes(name))
  })
})

describe('the releases command', () => {
  it('CMS-04 rolls back and forward; the next publication ends the rollback', async () => {
    await site.publish('1')
    await site.publish('2')
    expect(await runCommand('list')).toMatch(/^first\n.+ before; rollback\n.+ shown\n$/)
    await runCommand('rollback')
    await until(async () => (await site.shown()) === '1')
    await restart()
    expect(await site.shown()).toBe('1')
    await runCommand('rollback')
    await until(async () => (await site.shown()) === '2')
    await site.publish('3')
    await runCommand('rollback')
    await until(async () => (await site.shown()) === '2')
  })

  it('rolls back to the first build, and fails when nothing was published', async () => {
    await expect(runCommand('rollback')).rejects.toThrow(/Nothing was published/)
    await site.publish('1')
    await runCommand('rollback')
    await until(async () => (await site.shown()) === 'first')
  })

  it('CMS-04 a rollback also cancels a waiting retry', async () => {
    await site.publish('1')
    await site.publish('2')
    setContent(folder, { version: '3', fault: 'crash' })
    await site.notify()
    await until(() => /"result":"retry"/.test(site.log()))
    await runCommand('rollback')
    await until(async () => (await site.shown()) === '1')
    setContent(folder, { version: '3' })
    await restart()
    await until(() => !isBuildRequested())
    expect(await site.shown()).toBe('1')
  })

  it('CMS-04 requests a build without a notice', async () => {
    setContent(folder, { version: '1' })
    await runCommand('build')
    await until(async () => (await site.shown()) === '1')
    await until(() => !isBuildRequested())
  })
})
