import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { buildInto, buildStamp, isBuilt } from '#local/runtime/build.ts'
import { startChild } from '#local/runtime/child.ts'
import { lockFolder } from '#local/runtime/folder-lock.ts'
import { localKeys } from '#local/runtime/keys.ts'
import { readSettings } from '#local/runtime/settings.ts'
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
  it('refuses a data directory that another start lives on', async () => {
    const lock = lockFolder(folder.path)
    const { code, said } = await npmStart({ DATA_DIR: folder.path })
    expect(said).toContain(`${folder.path} is already in use by process ${process.pid}`)
    expect(code).toBe(1)
    lock.release()
    lockFolder(folder.path).release()
  })

  it('refuses stand-ins in production, and flags and ports that make no sense', async () => {
    const { code, said } = await npmStart({ DATA_DIR: folder.path, NODE_ENV: 'production' })
    expect(said).toContain('Stand-ins do not run with NODE_ENV=production')
    expect(code).toBe(1)
    expect(() => readSettings('/', ['--fast'], {})).toThrow('Unknown flag --fast')
    expect(() => readSettings('/', [], { PORT: '70000' })).toThrow('PORT must be a number')
  })

  it('fills and migrates nothing that the environment names', () => {
    const hosted = { DATABASE_URL: 'postgres://db.example/x', SANITY_PROJECT_ID: 'abc' }
    expect(readSettings('/', [], hosted)).toMatchObject({
      samples: false,
      standIns: { database: false, lake: false, auth: true, mail: true },
    })
    expect(readSettings('/', [], { DATABASE_URL: ' ' }).samples).toBe(true)
    expect(readSettings('/', ['--no-samples'], {}).samples).toBe(false)
  })

  it('leaves no process behind when it is killed', async () => {
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

  it('keeps its secrets over restarts, for their owner only', () => {
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

  it('is stale when a source, the content or the environment has changed', () => {
    mkdirSync(join(root, 'src/pages'), { recursive: true })
    const source = join(root, 'src/pages/index.astro')
    writeFileSync(source, 'one')
    const stamp = buildStamp(root, { SITE_URL: 'http://a.example', HOME: '/a' }, '7')
    const again = (env: Record<string, string>, revision?: string) =>
      buildStamp(root, env, revision) === stamp
    expect(again({ HOME: '/b', SITE_URL: 'http://a.example' }, '7')).toBe(true)
    expect(again({ SITE_URL: 'http://b.example' }, '7')).toBe(false)
    expect(again({ SITE_URL: 'http://a.example' }, '8')).toBe(false)
    expect(again({ SITE_URL: 'http://a.example' })).toBe(false)
    writeFileSync(source, 'two')
    expect(again({ SITE_URL: 'http://a.example' }, '7')).toBe(false)
  })

  it('takes the place of the last one only when it is whole', async () => {
    const write = (content: string) => (draft: string) => {
      mkdirSync(draft, { recursive: true })
      writeFileSync(join(draft, 'index.html'), content)
      return Promise.resolve()
    }
    await buildInto(output, 'a', write('first'))
    const failing = async (draft: string) => {
      await write('half')(draft)
      throw new Error('broken source')
    }
    await expect(buildInto(output, 'b', failing)).rejects.toThrow('broken source')
    expect(readFileSync(join(output, 'index.html'), 'utf8')).toBe('first')
    expect([isBuilt(output, 'a'), isBuilt(output, 'b')]).toEqual([true, false])
    await buildInto(output, 'b', write('second'))
    expect(readFileSync(join(output, 'index.html'), 'utf8')).toBe('second')
    rmSync(output, { recursive: true })
    expect(isBuilt(output, 'b')).toBe(false)
  })
})
