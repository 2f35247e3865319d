import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { astroBuild, canBuildIn } from '#server/publishing/astro-build.ts'
import { removeFolder, setContent, siteFolder, startSite, until } from './a-site.ts'

/** A program in Astro's place: it does what the content says, in a process group with a helper of its own. */
const ASTRO = `
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
const { BUILD_DIR, SITE_URL } = process.env
mkdirSync(BUILD_DIR, { recursive: true })
writeFileSync(BUILD_DIR + '/seen.json', JSON.stringify({ env: process.env, priority: getPriority(), words: process.argv.slice(2) }))
if (SITE_URL.includes('fails')) {
  console.error('[ContentError] it fails')
  process.exit(3)
}
if (SITE_URL.includes('hangs')) {
  const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  writeFileSync(BUILD_DIR + '/pids', process.pid + ' ' + helper.pid)
  setInterval(() => {}, 1000)
}
`

let root: string
const run = (site: string, more: { stop?: AbortSignal; timeOut?: () => AbortSignal } = {}) =>
  astroBuild({
    root,
    logFile: join(root, 'logs/build.log'),
    source: {
      SITE_URL: `http://${site}.example`,
      SANITY_READ_TOKEN: 'read',
      SANITY_WRITE_TOKEN: 'write',
      SANITY_WEBHOOK_SECRET: 'webhook',
      DATABASE_URL: 'postgres://secret',
      SUPABASE_SECRET_KEY: 'secret',
      DATA_KEYS: 'k1:secret',
      LOOKUP_KEY: 'secret',
      SMTP_URL: 'smtp://secret',
      DEPLOY_HOOK_URL: 'https://secret',
      NODE_ENV: 'production',
      PUBLIC_API_BASE: '/api',
      PATH: '/usr/bin',
      DATA_DIR: 'data',
    },
    ...(more.timeOut && { timeOut: more.timeOut }),
  })(join(root, 'out'), more.stop ?? new AbortController().signal)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-astro-'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(root, 'astro.config.mjs'), '')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'node_modules/.bin/astro'), ASTRO)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A process that nobody waits for any more still has its number, and is dead all the same. */
const isZombie = (pid: number) => {
  const file = `/proc/${pid}/status`
  return existsSync(file) && /^State:\s+Z/m.test(readFileSync(file, 'utf8'))
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

const pidsIn = (folder: string) =>
  until(() => {
    const file = join(folder, 'pids')
    const pids = existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : []
    return pids.length === 2 && pids
  })

const allEnd = async (pids: readonly number[]) => {
  await until(() => !pids.some(isAlive))
}

describe('the build of the pages', () => {
  it('CMS-04 knows neither the database nor any key, and lets visitors go first', async () => {
    expect(await run('good')).toEqual({ ok: true })
    const { env, priority, words } = JSON.parse(readFileSync(join(root, 'out/seen.json'), 'utf8'))
    expect(env).toMatchObject({
      BUILD_DIR: join(root, 'out'),
      SITE_URL: 'http://good.example',
      SANITY_READ_TOKEN: 'read',
      PUBLIC_API_BASE: '/api',
      PATH: '/usr/bin',
    })
    expect(env.DATA_DIR).toMatch(/^\/.+\/data$/)
    expect(
      Object.values(env).filter((value) => /secret|write|webhook/.test(String(value))),
    ).toEqual([])
    expect(env.NODE_ENV).toBeUndefined()
    expect(words).toEqual(['build'])
    expect(priority).toBeGreaterThan(0)
  })

  it('CMS-04 that fails hands over what it said', async () => {
    const built = await run('fails')
    expect(built).toMatchObject({ ok: false, cause: 'failed' })
    expect(!built.ok && built.output).toContain('[ContentError] it fails')
  })

  it('that takes too long is ended, with its helpers', async () => {
    const time = new AbortController()
    const building = run('hangs', { timeOut: () => time.signal })
    const pids = await pidsIn(join(root, 'out'))
    time.abort()
    expect(await building).toMatchObject({ ok: false, cause: 'too-slow' })
    await allEnd(pids)
  })

  it('ends when it is told to, with its helpers', async () => {
    const stop = new AbortController()
    const building = run('hangs', { stop: stop.signal })
    const pids = await pidsIn(join(root, 'out'))
    stop.abort()
    expect(await building).toMatchObject({ ok: false, cause: 'stopped' })
    await allEnd(pids)
    expect(await run('good', { stop: stop.signal })).toMatchObject({ cause: 'stopped' })
  })

  it('CMS-04 ends with a site that is killed', async () => {
    const folder = siteFolder()
    setContent(folder, { version: '1' })
    const site = await startSite(folder, { ASTRO_ROOT: root, SITE_URL: 'http://hangs.example' })
    await site.notify()
    const release = await until(() => /"release":"(\S+?)"/.exec(site.log())?.[1])
    const pids = await pidsIn(join(folder, 'releases', release))
    await site.kill()
    await allEnd(pids)
    removeFolder(folder)
  })

  it('is possible only where the sources with Astro are', () => {
    expect(canBuildIn(root)).toBe(true)
    rmSync(join(root, 'astro.config.mjs'))
    expect(canBuildIn(root)).toBe(false)
  })
})
