import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  astroBuild,
  type BuildWay,
  canBuildIn,
} from '#content/server/publishing/build/astro-build.ts'
import { removeFolder, setContent, siteFolder, startSite, until } from './start-site.ts'

/** Replaces the Astro command: SITE_URL decides how it ends. A build that hangs has a child process. */
const ASTRO = `
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
const { BUILD_DIR, CONTENT_FAULT_FILE, MAY_REUSE_BUNDLES, SITE_URL } = process.env
mkdirSync(BUILD_DIR, { recursive: true })
writeFileSync(BUILD_DIR + '/seen.json', JSON.stringify({ env: process.env, priority: getPriority(), args: process.argv.slice(2) }))
if (MAY_REUSE_BUNDLES) process.send('reuses-bundles')
if (SITE_URL.includes('incomplete')) {
  writeFileSync(CONTENT_FAULT_FILE, JSON.stringify({ document: 'news-x', field: 'title', problem: 'missing' }))
  process.exit(3)
}
if (SITE_URL.includes('fails')) {
  console.error('it fails')
  process.exit(3)
}
if (SITE_URL.includes('hangs')) {
  const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  writeFileSync(BUILD_DIR + '/pids', process.pid + ' ' + helper.pid)
  setInterval(() => {}, 1000)
}
`

let root: string
type More = { stop?: AbortSignal; startTimeout?: () => AbortSignal; way?: BuildWay }
const run = (site: string, more: More = {}) =>
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
    ...(more.startTimeout && { startTimeout: more.startTimeout }),
  })(join(root, 'out'), more.stop ?? new AbortController().signal, more.way ?? 'reuse')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-astro-'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(root, 'astro.config.mjs'), '')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'node_modules/.bin/astro'), ASTRO)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A zombie still has its process id but has ended. */
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

const waitForExit = async (pids: readonly number[]) => {
  await until(() => !pids.some(isAlive))
}

describe('the build of the pages', () => {
  it('CMS-04 receives no database URL and no key, and runs at lower priority', async () => {
    expect(await run('good')).toMatchObject({ ok: true })
    const { env, priority, args } = JSON.parse(readFileSync(join(root, 'out/seen.json'), 'utf8'))
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
    expect(args).toEqual(['build'])
    expect(priority).toBeGreaterThan(0)
  })

  it('CMS-04 logs the output of a failed build', async () => {
    expect(await run('fails')).toMatchObject({ ok: false, cause: 'failed', fault: undefined })
    expect(readFileSync(join(root, 'logs/build.log'), 'utf8')).toContain('it fails')
  })

  it('CMS-04 is not started without its packages, and its log says which are missing and what to run', async () => {
    writeFileSync(join(root, 'package.json'), '{"dependencies":{"left-pad":"1.0.0"}}')
    const why = { kind: 'program', pages: [] }
    expect(await run('good')).toEqual({ ok: false, cause: 'failed', why })
    expect(existsSync(join(root, 'logs/failed-build.log'))).toBe(true)
    expect(existsSync(join(root, 'out'))).toBe(false)
    expect(readFileSync(join(root, 'logs/build.log'), 'utf8')).toMatch(
      /lacks the packages left-pad, .* Run in .*: npm ci /,
    )
  })

  it('CMS-04 returns the content fault of a failed build, and forgets it before the next one', async () => {
    const fault = { document: 'news-x', field: 'title', problem: 'missing' }
    expect(await run('incomplete')).toMatchObject({ ok: false, cause: 'failed', fault })
    expect(JSON.parse(readFileSync(join(root, 'logs/build-fault.json'), 'utf8'))).toEqual(fault)
    expect(await run('fails')).toMatchObject({ cause: 'failed', fault: undefined })
  })

  it('CMS-04 says that it used the bundles of an earlier build, also when it fails', async () => {
    expect(await run('good')).toEqual({ ok: true, reused: true })
    expect(await run('fails')).toMatchObject({ ok: false, reused: true })
    expect(await run('fails', { way: 'full' })).toMatchObject({ ok: false, reused: false })
    // The full build is made because the other one failed: the log says why.
    expect(readFileSync(join(root, 'logs/build.log'), 'utf8')).toBe('it fails\nit fails\n')
  })

  it('kills a build that takes too long, with its child processes', async () => {
    const timeout = new AbortController()
    const building = run('hangs', { startTimeout: () => timeout.signal })
    const pids = await pidsIn(join(root, 'out'))
    timeout.abort()
    expect(await building).toMatchObject({ ok: false, cause: 'too-slow' })
    await waitForExit(pids)
  })

  it('CMS-04 says that the system killed a build', async () => {
    const building = run('hangs')
    const pids = await pidsIn(join(root, 'out'))
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    expect(await building).toMatchObject({ ok: false, cause: 'failed', why: { kind: 'killed' } })
  })

  it('stops a build, with its child processes', async () => {
    const stop = new AbortController()
    const building = run('hangs', { stop: stop.signal })
    const pids = await pidsIn(join(root, 'out'))
    stop.abort()
    expect(await building).toMatchObject({ ok: false, cause: 'stopped' })
    await waitForExit(pids)
    expect(await run('good', { stop: stop.signal })).toMatchObject({ cause: 'stopped' })
  })

  it('CMS-04 kills the build when the site is killed', async () => {
    const folder = siteFolder()
    setContent(folder, { version: '1' })
    const site = await startSite(folder, { ASTRO_ROOT: root, SITE_URL: 'http://hangs.example' })
    await site.notify()
    const release = await until(() => /"release":"(\S+?)"/.exec(site.log())?.[1])
    const pids = await pidsIn(join(folder, 'releases', release))
    await site.kill()
    await waitForExit(pids)
    removeFolder(folder)
  })

  it('is possible only where the source tree and Astro are installed', () => {
    expect(canBuildIn(root)).toBe(true)
    rmSync(join(root, 'astro.config.mjs'))
    expect(canBuildIn(root)).toBe(false)
  })
})
