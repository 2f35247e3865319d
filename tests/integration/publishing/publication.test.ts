import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, type Site, setContent, siteFolder, startSite, until } from './a-site.ts'
import { writeBuild } from './hand-made.ts'

const ROOT = join(import.meta.dirname, '../../..')
const HURRY = { HURRY: '20' }

let folder: string
let site: Site
const releases = () => readdirSync(join(folder, 'releases')).filter((name) => /^\d{8}T/.test(name))
const isAsked = () => existsSync(join(folder, 'releases/requested'))

beforeEach(async () => {
  folder = siteFolder()
  site = await startSite(folder, HURRY)
})
afterEach(async () => {
  await site.kill()
  expect(site.log()).not.toContain('cannot be read')
  removeFolder(folder)
})

const again = async (env: Record<string, string> = HURRY) => {
  await site.kill()
  site = await startSite(folder, env)
}

async function operate(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'scripts/releases.ts'), command],
    { cwd: folder, env: { RELEASES_DIR: 'releases' } },
  )
  return stdout
}

describe('a publication', () => {
  it('CMS-04 is on the public page, on its own address, and in pages on demand and error pages', async () => {
    await site.publish('1')
    expect((await site.get('/news/entry-1')).status).toBe(200)
    expect((await site.get('/news/entry-first')).status).toBe(404)
    expect((await site.get('/missing')).text).toContain('Build 1<')
    expect((await site.get('/event/1')).text).toContain('settings of 1')
    const broken = await site.get('/throw')
    expect(broken.text).toContain('Build 1<')
    expect(broken.headers['content-security-policy']).toContain('sha256-1')
    await until(() => !isAsked())
  })

  it('CMS-04 open pages still find the styles of the build before and of the first', async () => {
    for (const version of ['1', '2', '3']) await site.publish(version)
    const statusOf = async (version: string) =>
      (await site.get(`/_astro/style.${version}.css`)).status
    expect(await statusOf('3')).toBe(200)
    expect(await statusOf('2')).toBe(200)
    expect(await statusOf('first')).toBe(200)
    expect(await statusOf('1')).toBe(404)
    // A request that still runs keeps its own a little longer.
    expect(releases().length).toBeLessThanOrEqual(3)
  })

  it('CMS-04 many notices at once make few builds, and the last is on the page', async () => {
    setContent(folder, { version: '1' })
    const statuses = await Promise.all(Array.from({ length: 40 }, () => site.notify()))
    expect(new Set(statuses)).toEqual(new Set([202]))
    setContent(folder, { version: '2' })
    await site.notify()
    await until(async () => (await site.shown()) === '2')
    expect(site.log().match(/build started/g)?.length).toBeLessThan(20)
  })
})

describe('an end without warning', () => {
  it('CMS-04 in the moment after the notice, or during the build: the next start publishes', async () => {
    setContent(folder, { version: '1', fault: 'hangs' })
    expect(await site.notify()).toBe(202)
    await again()
    expect(await site.shown()).toBe('first')
    await until(() => releases().length === 0 && /build started/.test(site.log()))
    setContent(folder, { version: '2' })
    await again()
    await until(async () => (await site.shown()) === '2')
    await until(() => !isAsked())
  })

  it('CMS-04 what was published is shown after a restart', async () => {
    await site.publish('1')
    await site.publish('2')
    await again()
    expect(await site.shown()).toBe('2')
    expect((await site.get('/_astro/style.1.css')).status).toBe(200)
  })

  it('CMS-04 another first build: its pages at once, then what was published since it was made', async () => {
    await site.publish('1')
    const old = releases()
    setContent(folder, { version: '2', fault: 'hangs' })
    writeBuild(join(folder, 'first'), 'newer')
    await again()
    expect(await site.shown()).toBe('newer')
    setContent(folder, { version: '2' })
    await again()
    await until(async () => (await site.shown()) === '2')
    await until(() => old.every((name) => !releases().includes(name)))
  })

  it('CMS-04 a process that never serves changes nothing for the one that does', async () => {
    await site.publish('1')
    const before = releases()
    const { openReleases } = await import('#server/publishing/releases/releases.ts')
    const { openBuild } = await import('#server/publishing/releases/open-build.ts')
    const { createLogger } = await import('#server/logger.ts')
    writeBuild(join(folder, 'other'), 'other')
    openReleases(join(folder, 'releases'), openBuild(join(folder, 'other')), createLogger('silent'))
    expect(releases()).toEqual(before)
    expect(await site.shown()).toBe('1')
  })

  it('CMS-04 a release that was lost is made anew', async () => {
    await site.publish('1')
    for (const name of releases()) rmSync(join(folder, 'releases', name), { recursive: true })
    await again()
    await until(async () => (await site.shown()) === '1')
  })

  it('drafts of builds and nonsense in the pointer end no start', async () => {
    await site.publish('1')
    const [name = ''] = releases()
    rmSync(join(folder, 'releases', name, 'build.json'))
    writeFileSync(join(folder, 'releases/current'), '{')
    await again()
    await until(async () => (await site.shown()) === '1')
    await until(() => !releases().includes(name))
  })
})

describe('an operator', () => {
  it('CMS-04 rolls back, and forth; the next publication ends it', async () => {
    await site.publish('1')
    await site.publish('2')
    expect(await operate('list')).toMatch(/^first\n.+ before; rollback\n.+ shown\n$/)
    await operate('rollback')
    await until(async () => (await site.shown()) === '1')
    await again()
    expect(await site.shown()).toBe('1')
    await operate('rollback')
    await until(async () => (await site.shown()) === '2')
    await site.publish('3')
    await operate('rollback')
    await until(async () => (await site.shown()) === '2')
  })

  it('rolls back to the first build, and hears when there is nothing to go back to', async () => {
    await expect(operate('rollback')).rejects.toThrow(/Nothing was published/)
    await site.publish('1')
    await operate('rollback')
    await until(async () => (await site.shown()) === 'first')
  })

  it('CMS-04 rolls back for good, even when a build waits to be tried again', async () => {
    await site.publish('1')
    await site.publish('2')
    setContent(folder, { version: '3', fault: 'crash' })
    await site.notify()
    await until(() => /"result":"retry"/.test(site.log()))
    await operate('rollback')
    await until(async () => (await site.shown()) === '1')
    setContent(folder, { version: '3' })
    await again()
    await until(() => !isAsked())
    expect(await site.shown()).toBe('1')
  })

  it('CMS-04 asks for a build without a notice', async () => {
    setContent(folder, { version: '1' })
    await operate('build')
    await until(async () => (await site.shown()) === '1')
    await until(() => !isAsked())
  })
})
