import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { baseCommit, changedFiles, specsFor } from './changed.ts'
import { findChromium } from './chromium.ts'
import { ROOT, run } from './processes.ts'
import { type Fault, type Outcome, playwrightOutcome, vitestOutcome } from './report.ts'

type Print = ((output: string) => void) | undefined
export type Stage = { readonly name: string; readonly run: (print: Print) => Promise<Outcome> }

/** Folder for the images that the production stage has generated: the end-to-end tests need the same. */
const IMAGES = 'images'

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** The environment of every stage: the tools' Node is the project's own, and everything written goes to `scratch`. */
function environment(scratch: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(
      delimiter,
    ),
    DATA_DIR: join(scratch, 'data'),
    BUILD_DIR: join(scratch, 'build'),
    TMPDIR: scratch,
    IMAGES_TO: join(scratch, IMAGES),
    ASTRO_TELEMETRY_DISABLED: '1',
  }
  delete env['NODE_ENV']
  return env
}

const NOTHING: Outcome = { passed: 0, failed: 0, faults: [], files: [] }

/** Several commands that count as one test; all of them run. */
const check =
  (env: NodeJS.ProcessEnv, ...commands: [string, ...string[]][]) =>
  async (print: Print): Promise<Outcome> => {
    const faults: Fault[] = []
    const outputs: string[] = []
    const collect = print && ((output: string) => outputs.push(output))
    for (const [command, ...args] of commands) {
      if (!(await run(command, args, env, collect)))
        faults.push({ title: [command, ...args].join(' '), reason: [] })
    }
    print?.(outputs.join(''))
    const sound = faults.length === 0
    return { passed: sound ? 1 : 0, failed: sound ? 0 : 1, faults, files: [] }
  }

/**
 * The stages of `npm test` in lanes that run beside each other: what one leaves of the processors, while browsers, databases
 * or killed processes wait for each other, the other uses. `isQuick`: of the integration and browser tests only those that
 * see what changed since `main`, on a site whose data and build are kept from one run to the next.
 */
export function lanesOf(scratch: string, isQuick: boolean): Stage[][] {
  const env = environment(scratch)
  const base = isQuick ? baseCommit() : undefined

  const vitest =
    (project: string, ...more: string[]) =>
    async (print: Print) => {
      const file = join(scratch, `${project}.json`)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const args = ['run', '--project', project, ...reporters, ...more]
      return vitestOutcome(file, await run('vitest', args, env, print))
    }

  async function endToEnd(print: Print): Promise<Outcome> {
    const chromium = findChromium(process.env)
    if (chromium === undefined) {
      const title =
        'The end-to-end tests need Chromium: install it (Debian, Ubuntu: apt-get install chromium-headless-shell), or set CHROME_PATH to its program.'
      return { passed: 0, failed: 1, faults: [{ title, reason: [] }], files: [] }
    }
    const specs = base === undefined ? [] : specsFor(changedFiles(base))
    if (base !== undefined && specs.length === 0) return NOTHING
    const dataDir = join(isQuick ? tmpdir() : scratch, `halyard-e2e-${process.getuid?.() ?? 0}`)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const images = join(scratch, IMAGES)
    if (existsSync(images)) cpSync(images, dataDir, { recursive: true })
    const file = join(scratch, 'e2e.json')
    const own = {
      ...env,
      CHROME_PATH: chromium,
      E2E_PORT: String(await freePort()),
      E2E_DATA_DIR: dataDir,
      E2E_REPORT: file,
    }
    return playwrightOutcome(file, await run('playwright', ['test', ...specs], own, print))
  }

  const integrationTests = vitest(
    'integration',
    ...(base === undefined ? [] : [`--changed=${base}`, '--passWithNoTests']),
  )
  const biome = {
    name: 'biome',
    run: check(env, ['biome', 'ci', '.'], ['node', 'scripts/requirements.ts']),
  }
  const production = { name: 'production', run: vitest('production') }
  // Every .astro, .ts and .tsx file of tsconfig.json: `tsc` would check the same files again.
  const types = {
    name: 'types',
    run: check(env, ['astro', 'check', '--minimumSeverity', 'warning']),
  }
  const unit = { name: 'unit', run: vitest('unit') }
  const integration = { name: 'integration', run: integrationTests }
  const e2e = { name: 'e2e', run: endToEnd }
  return isQuick
    ? [
        [biome, unit, e2e],
        [types, integration],
      ]
    : // The browser tests take the images of the production stage.
      [
        [production, e2e],
        [biome, types, unit, integration],
      ]
}
