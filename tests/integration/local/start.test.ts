import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { buildInto, isBuilt, readStamp } from '#local/runtime/build.ts'
import { startChild } from '#local/runtime/child.ts'
import { releasesFolder } from '#local/runtime/folders.ts'
import { localKeys } from '#local/runtime/keys.ts'
import { loopback, loopback6 } from '#local/runtime/ports.ts'
import { readSettings } from '#local/runtime/settings.ts'
import { webhookEnv } from '#local/runtime/stand-ins.ts'
import { pageCodeHash, studioCodeHash } from '#shared/node/build-hash.ts'
import { lockFolder } from '#shared/node/folder-lock.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()

afterAll(() => folder.remove())

async function npmStart(env: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, ['local/start.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const said = await text(child.stdout)
  return { code: await ended, said }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('npm start', () => {
  it('refuses a data directory that another start uses', async () => {
    const lock = lockFolder(folder.path)
    const { code, said } = await npmStart({ DATA_DIR: folder.path })
    expect(said).toContain(`${folder.path} is already in use by process ${process.pid}`)
    expect(code).toBe(1)
    lock.release()
    lockFolder(folder.path).release()
  })

  it('OPS-12 names a data directory that cannot be written', async () => {
    const file = join(folder.path, 'a-file')
    writeFileSync(file, '')
    const { code, said } = await npmStart({ DATA_DIR: join(file, 'data') })
    expect(said).toContain(`The data folder ${file}/data cannot be written (ENOTDIR)`)
    expect(said).toContain('set DATA_DIR')
    expect(code).toBe(1)
  })

  it('OPS-12 refuses a port that another program has, also where only browsers look for it', async () => {
    const refusedAt = async (host: string) => {
      const other = createServer().listen(0, host)
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const { code, said } = await npmStart({
        DATA_DIR: join(folder.path, `port of ${host}`),
        PORT: String(port),
      })
      other.close()
      expect(code).toBe(1)
      expect(said).toContain('is in use by another program: stop that one, or set PORT')
      return said.replaceAll(String(port), 'PORT')
    }
    const loopbacks = Object.values(networkInterfaces()).flatMap((found = []) => found)
    const hasIpv6 = loopbacks.some(({ address }) => address === loopback6)
    const [said, said6] = await Promise.all([refusedAt(loopback), hasIpv6 && refusedAt(loopback6)])
    expect(said).toContain('Port PORT is in use')
    if (hasIpv6) expect(said6).toContain('[::1]:PORT, which is http://localhost:PORT for browsers')
  })

  it('refuses stand-ins in production, unknown flags and invalid ports', async () => {
    const { code, said } = await npmStart({ DATA_DIR: folder.path, NODE_ENV: 'production' })
    expect(said).toContain('Stand-ins do not run with NODE_ENV=production')
    expect(code).toBe(1)
    expect(() => readSettings('/', ['--fast'], {})).toThrow('Unknown flag --fast')
    expect(readSettings('/', ['--prepare'], {}).prepare).toBe(true)
    expect(readSettings('/', [], {}).prepare).toBe(false)
    expect(() => readSettings('/', [], { PORT: '70000' })).toThrow('PORT must be a number')
  })

  it('does not migrate or fill services that the environment names', () => {
    const hosted = { DATABASE_URL: 'postgres://db.example/x', SANITY_PROJECT_ID: 'abc' }
    expect(readSettings('/', [], hosted)).toMatchObject({
      samples: false,
      standIns: { database: false, lake: false, auth: true, mail: true, sms: true, paypal: true },
    })
    expect(readSettings('/', [], { PAYPAL_CLIENT_ID: 'x' }).standIns.paypal).toBe(false)
    expect(readSettings('/', [], { SMTP_URL: 'smtp://x' }).standIns.paypal).toBe(false)
    expect(readSettings('/', [], { DATABASE_URL: ' ' }).samples).toBe(true)
    expect(readSettings('/', ['--no-samples'], {}).samples).toBe(false)
  })

  it('leaves no process running when it is killed', async () => {
    const parent = startChild({
      name: 'The parent',
      args: [join(import.meta.dirname, 'processes/parent.ts')],
      folder: process.cwd(),
      env: {},
    })
    const { pid } = await parent.ready
    expect(isAlive(Number(pid))).toBe(true)
    await parent.stop(0)
    await vi.waitFor(() => expect(isAlive(Number(pid))).toBe(false), 5_000)
  })

  it('keeps its secrets over restarts, readable by the owner only', () => {
    const keys = localKeys(folder.path)
    expect(localKeys(folder.path)).toEqual(keys)
    expect(statSync(join(folder.path, 'keys.json')).mode & 0o777).toBe(0o600)
    expect(new Set(Object.values(keys)).size).toBe(Object.keys(keys).length)
    expect(Buffer.from(keys.dataKeys.split(':')[1] ?? '', 'base64')).toHaveLength(32)
  })
})

describe('the build', () => {
  const root = join(folder.path, 'root')
  const output = join(folder.path, 'build')
  const write = (content: string) => (draft: string) => {
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'index.html'), content)
    return Promise.resolve()
  }

  it('is stale after a change of sources or environment, but not after a publication', async () => {
    mkdirSync(join(root, 'src/pages'), { recursive: true })
    const source = join(root, 'src/pages/index.astro')
    writeFileSync(source, 'one')
    const env = { SITE_URL: 'http://a.example', HOME: '/a' }
    const code = pageCodeHash(root, env)
    expect(pageCodeHash(root, { ...env, HOME: '/b' })).toBe(code)
    expect(pageCodeHash(root, { ...env, SITE_URL: 'http://b.example' })).not.toBe(code)
    await buildInto(output, { code, content: 'revision-7' }, write('page'))
    expect(isBuilt(output, pageCodeHash(root, env))).toBe(true)
    expect(readStamp(output)?.content).toBe('revision-7')
    writeFileSync(source, 'two')
    expect(isBuilt(output, pageCodeHash(root, env))).toBe(false)
  })

  it('CMS-04 has a new code hash for each source and variable of the pages, and for nothing else', () => {
    const write = (path: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), 'one')
    }
    const isInput = {
      'src/b': true,
      'shared/b': true,
      'public/b': true,
      'integrations/b': true,
      'schemas/b': false,
      'studio/b': false,
      'README.md': false,
      'astro.config.mjs': true,
      'package-lock.json': true,
      'package.json': true,
      'tsconfig.json': true,
    }
    for (const [path, expected] of Object.entries(isInput)) {
      const before = pageCodeHash(root, {})
      write(path)
      expect(pageCodeHash(root, {}) !== before, path).toBe(expected)
    }
    const isVariable = {
      SITE_URL: true,
      SITE_ENV: true,
      PUBLIC_X: true,
      SANITY_PROJECT_ID: true,
      SANITY_DATASET: true,
      SANITY_API_HOST: true,
      SANITY_READ_TOKEN: false,
      DATA_DIR: false,
      HOME: false,
    }
    const code = pageCodeHash(root, {})
    for (const [name, expected] of Object.entries(isVariable))
      expect(pageCodeHash(root, { [name]: 'x' }) !== code, name).toBe(expected)
  })

  it('CMS-02 has a new code hash of the Studio for each of its sources, but not for its output', () => {
    const isInput = {
      'studio/a': true,
      'schemas/a': true,
      'shared/a': true,
      'src/content/rules/a': true,
      'src/content/server/a': false,
      'studio/dist/a': false,
      'studio/.sanity/a': false,
    }
    for (const [path, expected] of Object.entries(isInput)) {
      const before = studioCodeHash(root, 'http://a.example')
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), 'one')
      expect(studioCodeHash(root, 'http://a.example') !== before, path).toBe(expected)
    }
  })

  it('CMS-02 has a new code hash of the Studio for another site URL', () => {
    mkdirSync(join(root, 'studio'), { recursive: true })
    writeFileSync(join(root, 'studio/sanity.config.ts'), 'one')
    const stamp = studioCodeHash(root, 'http://a.example')
    expect(studioCodeHash(root, 'http://a.example')).toBe(stamp)
    expect(studioCodeHash(root, 'http://b.example')).not.toBe(stamp)
  })

  it('CMS-01 passes its revision to the lake, and deletes the delivery record if there are no releases', async () => {
    const settings = readSettings('/', [], { DATA_DIR: folder.path, PORT: '4400' })
    const keys = localKeys(folder.path)
    const told = join(folder.path, 'lake/told.json')
    mkdirSync(join(folder.path, 'lake'), { recursive: true })
    await buildInto(output, { code: 'a', content: 'revision-7' }, write('page'))
    mkdirSync(releasesFolder(settings))
    for (const [trace, isKept] of [
      ['build.log', false],
      ['requested', true],
      ['current', true],
    ] as const) {
      writeFileSync(told, '{"revision":"revision-8"}')
      writeFileSync(join(releasesFolder(settings), trace), '')
      expect(webhookEnv(settings, keys)).toEqual({
        LAKE_WEBHOOK_URL: 'http://localhost:4400/api/content-webhook',
        LAKE_WEBHOOK_SECRET: keys.webhookSecret,
        LAKE_BUILT_REVISION: 'revision-7',
      })
      expect(existsSync(told)).toBe(isKept)
    }
    rmSync(output, { recursive: true })
    expect(webhookEnv(settings, keys)['LAKE_BUILT_REVISION']).toBeUndefined()
  })

  it('replaces the previous one only after it has succeeded', async () => {
    await buildInto(output, { code: 'a' }, write('first'))
    const failing = async (draft: string) => {
      await write('half')(draft)
      throw new Error('broken source')
    }
    await expect(buildInto(output, { code: 'b' }, failing)).rejects.toThrow('broken source')
    expect(readFileSync(join(output, 'index.html'), 'utf8')).toBe('first')
    expect([isBuilt(output, 'a'), isBuilt(output, 'b')]).toEqual([true, false])
    await buildInto(output, { code: 'b' }, write('second'))
    expect(readFileSync(join(output, 'index.html'), 'utf8')).toBe('second')
    rmSync(output, { recursive: true })
    expect(isBuilt(output, 'b')).toBe(false)
  })
})
