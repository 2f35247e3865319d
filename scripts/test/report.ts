import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A failed test: file and title, and the beginning of its reason; empty for a command, which printed it itself. */
export type Fault = { title: string; reason: string[] }

/** How long the tests of a file took in all, in seconds. */
export type FileTime = { file: string; seconds: number }

/** The outcome of a stage: how many tests passed and failed, which failed and why, and how long each file took. */
export type Outcome = { passed: number; failed: number; faults: Fault[]; files: FileTime[] }

type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  specs?: { title: string; file: string; ok: boolean; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightTest = { results: { duration: number; errors: { message?: string }[] }[] }
type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: PlaywrightSuite[]
}

const REASON_LINES = 12
const REASON_WIDTH = 200

/** Without terminal colours and empty lines, cut to what a log has room for. */
const fault = (title: string, reasons: (string | undefined)[]): Fault => {
  const lines = stripVTControlCharacters(reasons.filter(Boolean).join('\n')).split('\n')
  const shown = lines.filter((line) => line.trim() !== '').slice(0, REASON_LINES)
  return { title, reason: shown.map((line) => line.slice(0, REASON_WIDTH)) }
}

function read<Report extends object>(file: string): Partial<Report> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : {}
}

/** A runner that failed without a failed test (a file that does not load, a server that does not start) counts as one. */
const atLeastOneIf = (hasFailed: boolean, failed: number) =>
  hasFailed ? Math.max(failed, 1) : failed

/** The outcome from the JSON report that Vitest wrote to `file`; `isOk`: Vitest exited with 0. */
export function vitestOutcome(file: string, isOk: boolean): Outcome {
  const report = read<VitestReport>(file)
  const results = report.testResults ?? []
  const faults = results.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [fault(path, [message])]
    return failed.map((test) => fault(`${path} › ${test.fullName}`, test.failureMessages))
  })
  const files = results.map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }))
  const failed = atLeastOneIf(!isOk, report.numFailedTests ?? 0)
  return { passed: report.numPassedTests ?? 0, failed, faults, files }
}

/** The outcome from the JSON report that Playwright wrote to `file`; `isOk`: Playwright exited with 0. */
export function playwrightOutcome(file: string, isOk: boolean): Outcome {
  const { stats, suites = [] } = read<PlaywrightReport>(file)
  const specsIn = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsIn),
  ]
  const specs = suites.flatMap(specsIn)
  const resultsOf = ({ tests }: (typeof specs)[number]) => tests.flatMap(({ results }) => results)
  const faults = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = resultsOf(spec).flatMap(({ errors: found }) => found)
      return fault(
        `${spec.file} › ${spec.title}`,
        errors.map(({ message }) => message),
      )
    })
  const seconds = new Map<string, number>()
  for (const spec of specs) {
    const spent = resultsOf(spec).reduce((sum, { duration }) => sum + duration / 1000, 0)
    seconds.set(spec.file, (seconds.get(spec.file) ?? 0) + spent)
  }
  const files = [...seconds].map(([path, spent]) => ({ file: `tests/e2e/${path}`, seconds: spent }))
  const failed = atLeastOneIf(!isOk, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0))
  return { passed: stats?.expected ?? 0, failed, faults, files }
}
