import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { stablePort } from '#local/runtime/ports.ts'
import { AUTH_KEYS, MAIL_FROM, TEST_KEYS } from '#tests/fixtures/api-site.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { KEEP_COMPILED, TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { bundledServer } from '#tests/fixtures/server-bundle.ts'
import { writeBuild } from '../content/publishing/sample-build.ts'

/* The server with WEB_CONCURRENCY on a sample build and a real database, while its processes are killed. */
/** Enough that requests are under way at every kill; more of them slow down the start of the processes. */
const VISITORS = 3
const PATHS = ['/', '/news', '/event/1', '/api/events', '/api/session-of-nobody'] as const
/** Statuses of a request that was answered. */
const ANSWERED = [200, 404]

let db: TestDatabase
let folder: string
let port: number
let program: string
let output = ''
let said = ''
const pids = new Set<number>()

beforeAll(async () => {
  db = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'halyard-workers-'))
  writeBuild(join(folder, 'build'), 'first')
  port = await stablePort(join(folder, 'port'))
  program = await bundledServer()
})
afterEach(async () => {
  for (const pid of pids) kill(pid)
  pids.clear()
  await vi.waitFor(async () => expect(await answers()).toBe(false), 10_000)
  output = ''
  said = ''
})
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function startServer(concurrency: number, more: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, [...KEEP_COMPILED, program], {
    env: {
      ...TEST_PROCESS_ENV,
      ...AUTH_KEYS,
      ...TEST_KEYS,
      SITE_URL: `http://localhost:${port}`,
      PORT: String(port),
      WEB_CONCURRENCY: String(concurrency),
      DATABASE_POOL_MAX: '4',
      BUILD_DIR: join(folder, 'build'),
      DATA_DIR: folder,
      DATABASE_URL: db.url,
      // Nothing listens there.
      SUPABASE_URL: 'http://127.0.0.1:9',
      SANITY_PROJECT_ID: 'halyard0',
      SANITY_API_HOST: 'http://127.0.0.1:9',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
    for (const pid of workers()) pids.add(pid)
  })
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  pids.add(child.pid ?? 0)
  return child
}

/** The ids of all workers so far, in the order of their starts. */
const workers = (number = '\\d+') =>
  [
    ...output.matchAll(new RegExp(`"worker":${number},"pid":(\\d+),"msg":"worker started"`, 'g')),
  ].map(([, pid]) => Number(pid))
const listening = () => output.split('"msg":"listening"').length - 1
const untilListening = (count: number) =>
  vi.waitFor(() => expect(listening()).toBe(count), { timeout: 30_000, interval: 20 })

function ask(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false })
    const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    request.on('error', reject)
  })
}

const exitOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

const answers = () =>
  ask('/').then(
    () => true,
    () => false,
  )

/** Resolves when the processes that were killed have ended: until then their sockets still take connections and cut them. */
let untilEnded = Promise.resolve()
function killWorker(number: number): void {
  const pid = workers(String(number)).at(-1) ?? 0
  kill(pid)
  untilEnded = vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000)
}

/** Visitors who ask one page after the other. They repeat a request whose connection was cut, once. */
function startVisitors() {
  const seen = { answered: 0, repeated: 0, failed: [] as string[] }
  const turns = Array.from({ length: VISITORS }, () => 0)
  let running = true
  const answered = async (path: string) => {
    const status = await ask(path)
    if (!ANSWERED.includes(status)) throw new Error(`${path} answered ${status}`)
    seen.answered += 1
  }
  const repeat = async (path: string) => {
    seen.repeated += 1
    await untilEnded
    await answered(path)
  }
  const visitor = async (_: unknown, index: number) => {
    for (let turn = index; running; turn += 1) {
      const path = PATHS[turn % PATHS.length] ?? '/'
      await answered(path)
        .catch(() => repeat(path))
        .catch((error: Error) => seen.failed.push(error.message))
      turns[index] = (turns[index] ?? 0) + 1
    }
  }
  const visitors = Array.from({ length: VISITORS }, visitor)
  return {
    seen,
    /** Waits until no request is under way that began before: one request must not meet two kills. */
    async untilAllAsked() {
      const before = [...turns]
      await vi.waitFor(() => {
        for (const [index, count] of before.entries()) {
          expect(turns[index]).toBeGreaterThan(count + 5)
        }
      }, 10_000)
    },
    async stop() {
      running = false
      await Promise.all(visitors)
      return seen
    },
  }
}

it('OPS-04 visitors do not notice that any process of several is killed, the first one included', async () => {
  const first = startServer(2)
  await untilListening(2)
  const visitors = startVisitors()
  for (const [kills, number] of [1, 2, 1].entries()) {
    await visitors.untilAllAsked()
    killWorker(number)
    await untilListening(3 + kills)
  }
  await visitors.untilAllAsked()
  first.kill('SIGKILL')
  const second = startServer(2)
  await untilListening(7)
  const { failed, repeated, answered } = await visitors.stop()
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(200)
  // At most the requests that were under way on a killed process.
  expect(repeated).toBeLessThanOrEqual(3 * VISITORS)
  second.kill('SIGTERM')
  expect(await exitOf(second)).toBe(0)
})

it('visitors notice that the only process is killed', async () => {
  const only = startServer(1)
  await untilListening(1)
  const visitors = startVisitors()
  await vi.waitFor(() => expect(visitors.seen.answered).toBeGreaterThan(50), 10_000)
  only.kill('SIGKILL')
  await vi.waitFor(() => expect(visitors.seen.failed.length).toBeGreaterThan(0), 10_000)
  await visitors.stop()
})

it('OPS-01 the start refuses a database elsewhere without TLS, before it sends a password', async () => {
  const elsewhere = db.url.replace('127.0.0.1', '0.0.0.0')
  expect(await exitOf(startServer(1, { DATABASE_URL: elsewhere }))).toBe(1)
  expect(said).toContain('The database offers no encrypted connection')
  expect(said).not.toContain(new URL(db.url).password)
  expect(output).toBe('')
})

it('OPS-01 a build that was made for one environment refuses to run as another', async () => {
  const server = startServer(1, {
    SITE_ENV: 'production',
    SITE_URL: 'https://www.halyard.example',
    SMTP_URL: 'smtps://127.0.0.1:9',
    SUPABASE_URL: 'https://127.0.0.1:9',
  })
  expect(await exitOf(server)).toBe(1)
  expect(said).toContain(
    `The build in ${join(folder, 'build')} was made for SITE_ENV=local, but this process runs as production.`,
  )
})

it('OPS-04 a worker that cannot start ends the server with its message', async () => {
  rmSync(join(folder, 'build/build.json'))
  expect(await exitOf(startServer(2))).toBe(1)
})
