import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A failed test, by the file and the title, and the beginning of its reason; empty for a command, which said it itself. */
export type Fault = { title: string; reason: string[] }

/** What a stage came to: how many tests passed and failed, and what failed and why, to be read at the end. */
export type Outcome = { passed: number; failed: number; faults: Fault[] }

type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  specs?: { title: string; file: string; ok: boolean; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightTest = { results: { errors: { message?: string }[] }[] }
type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: PlaywrightSuite[]
}

const LINES_OF_A_REASON = 12
const WIDTH_OF_A_REASON = 200

/** Colours are for a terminal, empty lines for more room than a log has. */
const fault = (title: string, reasons: (string | undefined)[]): Fault => {
  const lines = stripVTControlCharacters(reasons.filter(Boolean).join('\n')).split('\n')
  const told = lines.filter((line) => line.trim() !== '').slice(0, LINES_OF_A_REASON)
  return { title, reason: told.map((line) => line.slice(0, WIDTH_OF_A_REASON)) }
}

function read<Report extends object>(file: string): Partial<Report> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : {}
}

/** A runner that failed without a failed test (a file that does not load, a server that does not start) counts as one. */
const outcome = (sound: boolean, passed: number, failed: number, faults: Fault[]): Outcome => ({
  passed,
  failed: sound ? failed : Math.max(failed, 1),
  faults,
})

/** What Vitest's JSON reporter wrote into `file`; `sound` when Vitest itself ended well. */
export function vitestOutcome(file: string, sound: boolean): Outcome {
  const report = read<VitestReport>(file)
  const faults = (report.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const path = relative(process.cwd(), name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [fault(path, [message])]
      return failed.map((test) => fault(`${path} › ${test.fullName}`, test.failureMessages))
    },
  )
  return outcome(sound, report.numPassedTests ?? 0, report.numFailedTests ?? 0, faults)
}

/** What Playwright's JSON reporter wrote into `file`; `sound` when Playwright itself ended well. */
export function playwrightOutcome(file: string, sound: boolean): Outcome {
  const { stats, suites = [] } = read<PlaywrightReport>(file)
  const faultsIn = (suite: PlaywrightSuite): Fault[] => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ title, file: path, tests }) =>
        fault(
          `${path} › ${title}`,
          tests.flatMap(({ results }) =>
            results.flatMap(({ errors }) => errors.map(({ message }) => message)),
          ),
        ),
      ),
    ...(suite.suites ?? []).flatMap(faultsIn),
  ]
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return outcome(sound, stats?.expected ?? 0, failed, suites.flatMap(faultsIn))
}
