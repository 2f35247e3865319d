import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const ASSETS = 'cache/astro/assets'
const root = join(import.meta.dirname, '../..')

/** The commands of docs/operating.md, section "What runs": install, build, migrate, and the one that starts the server. */
export function documentedCommands(): { before: string[]; start: string } {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const block = /## What runs[\s\S]*?```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const lines = block.split('\n').map((line) => line.replace(/\s+#.*$/, '').trim())
  const commands = lines.filter((line) => line !== '')
  const start = commands.pop()
  if (start === undefined) throw new Error('docs/operating.md has no commands under "What runs".')
  return { before: commands, start }
}

/** Copies what git tracks, and new files that it does not ignore, as a clone would have them. */
export async function copySources(folder: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await execute('git', list, { cwd: root, maxBuffer: 2 ** 26 })
  for (const file of stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
}

/** Copies the images of the first build, and the lake's port, because Astro caches images by their URL. */
export function keepImages(dataDir: string, target: string, lakePort: number): void {
  cpSync(join(dataDir, ASSETS), join(target, ASSETS), { recursive: true })
  writeFileSync(join(target, 'lake.port'), String(lakePort))
}

/** What systemd sets for a service of a system user. */
export const SERVICE_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/nonexistent',
}

const INHERITED =
  /^(HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|HTTPS?_PROXY|NO_PROXY|npm_config_(registry|cache|userconfig))$/i

/** A server's environment: nothing of this checkout, neither its packages nor its settings. */
export function serverEnvironment(own: Record<string, string>): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => INHERITED.test(name))
  const path = (process.env['PATH'] ?? '').split(delimiter)
  return {
    ...Object.fromEntries(entries),
    PATH: path.filter((entry) => !entry.includes('node_modules')).join(delimiter),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    ...own,
  }
}

/** Runs a command to its end; throws with its output when it fails. */
export async function run(
  [program = '', ...args]: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await execute(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(
        `${args.at(-1)} failed:\n${error.stdout ?? ''}\n${error.stderr ?? String(error)}`,
      )
    },
  )
}

export type RunningServer = {
  readonly child: ChildProcess
  output(): string
  /** Sends SIGTERM and answers the exit code. */
  stop(): Promise<number | null>
}

/** Starts the server. Each program of the command replaces the one before: signals reach the server. */
export function start(
  [program = '', ...args]: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): RunningServer {
  const child = spawn(program, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
