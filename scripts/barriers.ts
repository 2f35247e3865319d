import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type Barrier, parseBarriers, withBarrier } from './barriers/list.ts'
import { ROOT } from './test/processes.ts'

/*
 * `npm run barriers [number …]`: puts the barriers of tests/accessibility/barriers.md into a copy of the repository and
 * prints which of them the tests notice. Exits with 1 when fewer than 38 of 40 are.
 */
const LEAST = 38
const LIST = 'tests/accessibility/barriers.md'

type Failure = { readonly title: string; readonly text: string }
type VitestReport = {
  testResults: {
    assertionResults: {
      status: string
      title: string
      fullName: string
      failureMessages: string[]
    }[]
  }[]
}
type Suite = {
  specs?: {
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
  suites?: Suite[]
}
type PlaywrightReport = Suite & { errors: { message: string }[] }

const folder = (name: string) => mkdtempSync(join(tmpdir(), `halyard-barriers-${name}-`))
const copy = folder('copy')
const dataDir = folder('data')
process.once('exit', () => {
  for (const one of [copy, dataDir]) rmSync(one, { recursive: true, force: true })
})

function copyRepository(): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  for (const file of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}

/** Runs a command in the copy and returns the JSON that it reports. */
function report<Report>(command: string, args: string[], own: NodeJS.ProcessEnv = {}): Report {
  const file = join(copy, 'report.json')
  rmSync(file, { force: true })
  const env = { ...process.env, E2E_REPORT: file, ...own }
  const program = join(copy, 'node_modules/.bin', command)
  const args_ = command === 'vitest' ? [...args, '--reporter=json', `--outputFile=${file}`] : args
  const { stdout, stderr } = spawnSync(program, args_, {
    cwd: copy,
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    throw new Error(`${command} reported nothing:\n${stdout.slice(-2000)}${stderr.slice(-2000)}`)
  }
}

function vitestFailures(files: readonly string[], title?: string): Failure[] {
  const named = title === undefined ? [] : ['-t', patternOf(title)]
  const { testResults } = report<VitestReport>('vitest', [
    'run',
    '--project',
    'unit',
    ...files,
    ...named,
  ])
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map((test) => ({ title: test.title, text: test.failureMessages.join('\n') }))
}

const specsOf = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]

function playwrightFailures(tests: readonly Barrier['test'][]): Failure[] {
  const files = new Set(tests.map(({ file }) => file))
  const titles = new Set(tests.map(({ title }) => patternOf(title)))
  const found = report<PlaywrightReport>(
    'playwright',
    ['test', ...files, '-g', [...titles].join('|')],
    { E2E_DATA_DIR: dataDir },
  )
  // Without them a site that does not start would look like tests that passed.
  const [fault] = found.errors
  if (fault !== undefined) throw new Error(`The browser tests did not run: ${fault.message}`)
  return specsOf(found)
    .filter(({ ok }) => !ok)
    .map(({ title, tests: runs }) => ({
      title,
      text: runs
        .flatMap(({ results }) => results)
        .flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
        .join('\n'),
    }))
}

/** `%s` in a title stands for any text. */
const patternOf = (title: string) =>
  title
    .split('%s')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.*')

const notices = ({ test, words }: Barrier, failures: readonly Failure[]): boolean =>
  failures.some(
    ({ title, text }) =>
      new RegExp(`^${patternOf(test.title)}`).test(title) &&
      (words === undefined || text.includes(words)),
  )

/** Puts barriers in, runs their tests, and takes them out again; returns those that were noticed. */
function noticedOf(barriers: readonly Barrier[], run: () => Failure[]): Barrier[] {
  for (const barrier of barriers) {
    const file = join(copy, barrier.file)
    writeFileSync(file, withBarrier(readFileSync(file, 'utf8'), barrier))
  }
  const failures = run()
  for (const { file } of barriers) cpSync(join(ROOT, file), join(copy, file))
  return barriers.filter((barrier) => notices(barrier, failures))
}

const isUnit = ({ test }: Barrier) => test.file.startsWith('tests/unit/')
const asked = process.argv.slice(2).map(Number)
const barriers = parseBarriers(readFileSync(join(ROOT, LIST), 'utf8')).filter(
  ({ number }) => asked.length === 0 || asked.includes(number),
)
copyRepository()

const unit = barriers.filter(isUnit)
/** A browser test stops at its first fault: barriers of styles would not be reached after those of markup. */
const kindOf = ({ file, test }: Barrier) => {
  if (test.file.endsWith('html.spec.ts')) return 'html'
  return file.endsWith('.css') ? 'styles' : 'markup'
}
const built = Map.groupBy(
  barriers.filter((barrier) => !isUnit(barrier)),
  kindOf,
)
// Without a barrier every test passes: otherwise a failure would prove nothing.
const before =
  unit.length === 0 ? [] : vitestFailures([...new Set(unit.map(({ test }) => test.file))])
const beforeBuilt =
  built.size === 0 ? [] : playwrightFailures([...built.values()].flat().map(({ test }) => test))
const faults = [...before, ...beforeBuilt]
if (faults.length > 0)
  throw new Error(
    `Tests fail without a barrier: ${faults.map(({ title, text }) => `${title}: ${text.slice(0, 800)}`).join('\n')}`,
  )

const noticed = new Set([
  ...unit.flatMap((one) => noticedOf([one], () => vitestFailures([one.test.file], one.test.title))),
  ...[...built.values()].flatMap((some) =>
    noticedOf(some, () => playwrightFailures(some.map(({ test }) => test))),
  ),
])
for (const barrier of barriers)
  console.log(`${noticed.has(barrier) ? 'noticed' : 'MISSED '}  ${barrier.number}. ${barrier.name}`)
console.log(`${noticed.size} of ${barriers.length} barriers are noticed`)
process.exitCode = noticed.size >= Math.min(LEAST, barriers.length) ? 0 : 1
