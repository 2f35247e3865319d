import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stablePort } from '#local/runtime/ports.ts'
import { AUTH_KEYS, MAIL_FROM, SITE_URL, TEST_KEYS } from '#tests/fixtures/api-site.ts'
import { KEEP_COMPILED, TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { bundledServer } from '#tests/fixtures/server-bundle.ts'
import { writeBuild } from '#tests/integration/content/publishing/sample-build.ts'

const root = join(import.meta.dirname, '../../..')

/** A process of `server.ts` that is killed and started again at the same address. */
export type KilledServer = {
  readonly url: string
  /** The id of the process that runs now. */
  pid(): number
  isRunning(): boolean
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Starts it again, with these settings beside the others; resolves when it listens. */
  start(env?: NodeJS.ProcessEnv): Promise<void>
  /** Resolves when it has ended by itself. */
  ended(): Promise<void>
  /** Its output so far. */
  log(): string
}

export type ServerOptions = {
  readonly folder: string
  readonly databaseUrl: string
  /** DATA_DIR, when it is not the folder. */
  readonly dataDir?: string
  /** A name for its build. */
  readonly version?: string
  /** A program with a fault, from the root of the repository; without, the server as production runs it. */
  readonly program?: string
}

function environment(
  { folder, databaseUrl, dataDir }: ServerOptions,
  port: number,
): NodeJS.ProcessEnv {
  return {
    ...TEST_PROCESS_ENV,
    ...AUTH_KEYS,
    ...TEST_KEYS,
    SITE_URL,
    PORT: String(port),
    BUILD_DIR: join(folder, 'build'),
    DATA_DIR: dataDir ?? folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    // Every patient has a network of their own.
    TRUST_PROXY: '1',
    // Nothing listens there: identity, content and mail are down all the time.
    SUPABASE_URL: 'http://127.0.0.1:9',
    SANITY_PROJECT_ID: 'halyard0',
    SANITY_API_HOST: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM,
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

/** Resolves when the process listens; rejects with the end of its log when it ends before. */
function untilReady(child: ChildProcess, log: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () =>
      reject(new Error(`The server ended: ${readFileSync(log, 'utf8').slice(-1000)}`)),
    )
  })
}

/** Prepares a server process in a folder of its own. `start` it first; `kill` it at the end. */
export async function killedServer(options: ServerOptions): Promise<KilledServer> {
  const { folder } = options
  const program = options.program ? join(root, options.program) : await bundledServer()
  mkdirSync(folder, { recursive: true })
  writeBuild(join(folder, 'build'), options.version ?? 'first')
  const port = await stablePort(join(folder, 'port'))
  const log = join(folder, 'server.log')
  let child: ChildProcess | undefined
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === undefined || hasEnded(child)) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== undefined && !hasEnded(child),
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    log: () => readFileSync(log, 'utf8'),
    async ended() {
      if (child === undefined || hasEnded(child)) return
      await new Promise((resolve) => child?.once('exit', resolve))
    },
    async start(env = {}) {
      const output = openSync(log, 'a')
      child = fork(program, {
        cwd: folder,
        env: { ...environment(options, port), ...env },
        execArgv: KEEP_COMPILED,
        stdio: ['ignore', output, output, 'ipc'],
      })
      closeSync(output)
      await untilReady(child, log)
    },
  }
}
