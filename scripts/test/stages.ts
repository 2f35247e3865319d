import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { TEST_PROCESS_ENV } from '../../tests/fixtures/process-env.ts'
import { baseCommit, changedFiles, specsFor } from './changed.ts'
import { checkChromium } from './chromium.ts'
import { nearestTests, readTexts } from './nearest.ts'
import { ROOT, run } from './processes.ts'
import { type Fault, type Outcome, playwrightOutcome, vitestOutcome } from './report.ts'
import { siteUnderTest, startEnv } from './site.ts'
import { TIER, type Tier } from './tiers.ts'

type Print = ((output: string) => void) | undefined
export type Stage = {
  readonly name: string
  /** Rejects with a sentence when the stage cannot run here; called before any stage runs. */
  readonly check?: () => Promise<void>
  readonly run: (print: Print) => Promise<Outcome>
}

/** Stages that run beside each other, by name; the production installation waits for the network and uses one core. */
export const lanesOf = (tier: Tier): readonly (readonly string[])[] =>
  tier === 'quick'
    ? [
        ['biome', 'site', 'unit'],
        ['types', 'integration'],
      ]
    : [
        ['biome', 'production', 'site'],
        ['types', 'unit', 'integration'],
      ]

/** The pages and components; first, because it generates types. */
const PAGES = 'astro check --minimumSeverity warning --tsconfig tsconfig.astro.json'.split(' ')
/** The other files. By its path: TypeScript 6, which `astro check` needs, has a `tsc` too. */
const FILES = 'node node_modules/@typescript/native/bin/tsc -p . --singleThreaded'.split(' ')

/** Folder for the images that the production stage has generated: the end-to-end tests need the same. */
const IMAGES = 'images'

/** The environment of every stage: the tools' Node is the project's own, and everything written goes to `scratch`. */
function environment(scratch: string, tier: Tier): NodeJS.ProcessEnv {
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
    [TIER]: tier,
    ...(tier === 'all' ? { ATTACK: 'long', E2E_ALL: '1' } : {}),
  }
  delete env['NODE_ENV']
  return env
}

/** Test files of the integration tests in a quick run: about half a minute. */
const MOST_NEAR = 15

const NOTHING: Outcome = { passed: 0, failed: 0, faults: [], files: [] }
const nothing = () => Promise.resolve(NOTHING)

/** Several commands that count as one test; all of them run. */
const check =
  (env: NodeJS.ProcessEnv, ...commands: string[][]) =>
  async (print: Print): Promise<Outcome> => {
    const faults: Fault[] = []
    const outputs: string[] = []
    const collect = print && ((output: string) => outputs.push(output))
    for (const [command = '', ...args] of commands) {
      if (!(await run(command, args, env, collect)))
        faults.push({ title: [command, ...args].join(' '), reason: [] })
    }
    print?.(outputs.join(''))
    const isOk = faults.length === 0
    return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, faults, files: [] }
  }

/**
 * Every stage, in order. A quick run has only the integration and browser tests that are nearest to what changed since `main`, on a
 * site whose data and build are kept from one run to the next; nothing else depends on git.
 */
export function stagesOf(scratch: string, tier: Tier): Stage[] {
  const isQuick = tier === 'quick'
  const env = environment(scratch, tier)
  const images = join(scratch, IMAGES)
  const changed = isQuick ? changedFiles(baseCommit()) : undefined
  /** Undefined: all. */
  const specs = changed && specsFor(changed)
  const near = changed && nearestTests(changed, readTexts(), MOST_NEAR)

  const vitest =
    (project: string, ...more: string[]) =>
    async (print: Print) => {
      const file = join(scratch, `${project}.json`)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const args = ['run', '--project', project, ...reporters, ...more]
      return vitestOutcome(file, await run('vitest', args, env, print))
    }

  /** Starts the site once: then the end-to-end tests do not wait for content, pages, samples and Studio. */
  async function prepareSite(print: Print): Promise<Outcome> {
    const own = { ...env, ...startEnv(await siteUnderTest(scratch, images, isQuick)) }
    return check(own, ['node', 'local/start.ts', '--prepare'])(print)
  }

  async function endToEnd(print: Print): Promise<Outcome> {
    const { dataDir, port } = await siteUnderTest(scratch, images, isQuick)
    const file = join(scratch, 'e2e.json')
    const own = {
      ...env,
      ...TEST_PROCESS_ENV,
      // Compiled tests, by their content; the default is TMPDIR, which is new in each run.
      PWTEST_CACHE_DIR: join(ROOT, 'node_modules/.cache/playwright'),
      E2E_PORT: port,
      E2E_DATA_DIR: dataDir,
      E2E_REPORT: file,
    }
    return playwrightOutcome(file, await run('playwright', ['test', ...(specs ?? [])], own, print))
  }

  return [
    { name: 'biome', run: check(env, ['biome', 'ci', '.'], ['node', 'scripts/requirements.ts']) },
    ...(isQuick ? [] : [{ name: 'production', run: vitest('production') }]),
    { name: 'site', run: specs?.length === 0 ? nothing : prepareSite },
    { name: 'types', run: check(env, PAGES, FILES) },
    { name: 'unit', run: vitest('unit') },
    {
      name: 'integration',
      run: near?.length === 0 ? nothing : vitest('integration', ...(near ?? [])),
    },
    specs?.length === 0
      ? { name: 'e2e', run: nothing }
      : { name: 'e2e', check: () => checkChromium(process.env), run: endToEnd },
  ]
}
