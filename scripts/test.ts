import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, type Outcome, playwrightOutcome, vitestOutcome } from './test-report.ts'

/*
 * `npm test`: checks, unit, integration and end-to-end tests in turn, on ports and folders of their own. Names of stages
 * as arguments run only these: `npm test -- types unit`. The last line is always "N passed, N failed".
 */
const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'halyard-test-'))
const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The tools' `#!/usr/bin/env node` must find the Node of this project, however this script was started.
  PATH: [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']].join(
    delimiter,
  ),
  DATA_DIR: join(scratch, 'data'),
  BUILD_DIR: join(scratch, 'build'),
  // Whatever the tools leave behind, even interrupted, goes with our own folder.
  TMPDIR: scratch,
  ASTRO_TELEMETRY_DISABLED: '1',
}
delete env['NODE_ENV']

type Stage = { name: string; run: () => Promise<Outcome> }

let current: ChildProcess | undefined
let interrupted = false

/** Ends what a stage may have left behind: its whole process group. */
function endGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // Nobody is left: as it should be.
  }
}

/** Runs a command to its end in a process group of its own; answers whether it succeeded. */
function run(command: string, args: string[], own: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (interrupted) return Promise.resolve(false)
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...own },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    current = child
    child.once('error', (error) => {
      console.error(String(error))
      done(false)
    })
    child.once('exit', (code) => {
      endGroup(child, 'SIGKILL')
      done(code === 0)
    })
  })
}

/** Several commands that count as one check; all of them run. */
const check =
  (...commands: [string, ...string[]][]) =>
  async (): Promise<Outcome> => {
    const faults: Fault[] = []
    for (const [command, ...args] of commands) {
      if (!(await run(command, args)))
        faults.push({ title: [command, ...args].join(' '), reason: [] })
    }
    const sound = faults.length === 0
    return { passed: sound ? 1 : 0, failed: sound ? 0 : 1, faults }
  }

const vitest = (project: string) => async (): Promise<Outcome> => {
  const file = join(scratch, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return vitestOutcome(file, await run('vitest', ['run', '--project', project, ...reporters]))
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

function findChromium(): string | undefined {
  const given = process.env['CHROME_PATH']
  if (given !== undefined && given !== '') return existsSync(given) ? given : undefined
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
}

async function endToEnd(): Promise<Outcome> {
  const chromium = findChromium()
  if (chromium === undefined) {
    console.error(
      'The end-to-end tests need Chromium: install it (Debian, Ubuntu: apt-get install chromium), or set CHROME_PATH to its program.',
    )
    return { passed: 0, failed: 1, faults: [{ title: 'no Chromium', reason: [] }] }
  }
  const dataDir = join(scratch, 'e2e')
  mkdirSync(dataDir, { mode: 0o700 })
  const file = join(scratch, 'e2e.json')
  const sound = await run('playwright', ['test'], {
    CHROME_PATH: chromium,
    E2E_PORT: String(await freePort()),
    E2E_DATA_DIR: dataDir,
    E2E_REPORT: file,
  })
  return playwrightOutcome(file, sound)
}

const stages: Stage[] = [
  { name: 'biome', run: check(['biome', 'ci', '.'], ['node', 'scripts/requirements.ts']) },
  { name: 'types', run: check(['astro', 'sync'], ['tsc', '--noEmit']) },
  { name: 'astro', run: check(['astro', 'check', '--minimumSeverity', 'warning']) },
  { name: 'unit', run: vitest('unit') },
  { name: 'integration', run: vitest('integration') },
  { name: 'e2e', run: endToEnd },
]

function interrupt(): void {
  interrupted = true
  const child = current
  endGroup(child, 'SIGINT')
  // Whoever does not end in time is ended.
  setTimeout(() => endGroup(child, 'SIGKILL'), 25_000).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
process.once('exit', () =>
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }),
)

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => stages.every((stage) => stage.name !== name))
if (unknown !== undefined) {
  console.error(`There is no stage ${unknown}: ${stages.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const total: Outcome = { passed: 0, failed: 0, faults: [] }
const lines: string[] = []
for (const { name, run: runStage } of stages) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const started = Date.now()
  console.log(`\n== ${name}`)
  const { passed, failed, faults } = await runStage()
  total.passed += passed
  total.failed += failed
  total.faults.push(...faults)
  const seconds = Math.round((Date.now() - started) / 1000)
  lines.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
    ...faults.map(({ title }) => `       ${title}`),
  )
}
// Reasons first: whoever sees only the end of this must still see every name.
if (total.faults.length > 0) console.log('\n== what failed')
for (const { title, reason } of total.faults) {
  console.log([title, ...reason.map((line) => `    ${line}`)].join('\n'))
}
console.log(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed`)
// An interrupted Postgres ends a moment after its tests; only then can its folder go.
if (interrupted) await pause(4_000)
process.exit(total.failed === 0 && !interrupted ? 0 : 1)
