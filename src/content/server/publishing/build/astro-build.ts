import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentFault } from '#content/rules/content-fault.ts'
import {
  buildEnvironment,
  REUSES_BUNDLES,
} from '#content/server/publishing/build/build-environment.ts'
import { faultFileBeside, readFaultFile } from '#content/server/publishing/build/fault-file.ts'
import { type BuildCause, causeInLog } from '#content/server/publishing/build/log-cause.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { DEFAULTS } from '#shared/environment.ts'
import { missingPackages, missingPackagesSentence } from '#shared/node/packages.ts'
import { releasesFolderOf } from '#shared/node/releases-folder.ts'

/**
 * How a build ended. `reused`: with the bundles of an earlier build. `fault` is set when it failed because of the
 * content: only an editor can help then.
 */
export type Built =
  | { readonly ok: true; readonly reused?: boolean }
  | {
      readonly ok: false
      readonly cause: 'failed' | 'too-slow' | 'stopped'
      readonly reused?: boolean
      readonly fault?: ContentFault | undefined
      /** What the log says of the cause. */
      readonly why?: BuildCause
    }

/** Builds the pages into `folder`, which must not exist yet. Aborting `stop` ends the build early. */
export type BuildPages = (folder: string, stop: AbortSignal, way: BuildWay) => Promise<Built>

/** `reuse`: with the bundles of an earlier build, if there are any of the same sources. */
export type BuildWay = 'reuse' | 'full'

export type AstroOptions = {
  /** The source tree. */
  readonly root: string
  readonly source: Source
  /** What the build prints. A fault of the content is written beside it. */
  readonly logFile: string
  /** Aborts a build that takes too long. */
  readonly startTimeout?: () => AbortSignal
}

/** What the last failed build printed; beside the log. */
const FAILED_BUILD_LOG = 'failed-build.log'
const TIMEOUT_MS = 5 * 60_000
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'build-child.ts')).href

const programIn = (root: string) => join(root, 'node_modules/.bin/astro')

/** Whether `root` has what a build needs: the source tree and Astro. */
export const canBuildIn = (root: string): boolean =>
  existsSync(join(root, 'astro.config.mjs')) && existsSync(programIn(root))

/**
 * Runs `astro build` as a child process of lower priority, with only the environment variables that pages need. The
 * child leads a process group, which is killed when the build ends, times out or is stopped.
 */
export function astroBuild(options: AstroOptions): BuildPages {
  const { startTimeout = () => AbortSignal.timeout(TIMEOUT_MS) } = options
  return async (folder, stop, way) => {
    if (stop.aborted) return { ok: false, cause: 'stopped' }
    const faultFile = faultFileBeside(options.logFile)
    rmSync(faultFile, { force: true })
    const missing = missingPackages(options.root)
    if (missing.length > 0) {
      mkdirSync(dirname(options.logFile), { recursive: true })
      const text = `${missingPackagesSentence(options.root, missing)}\n`
      writeFileSync(options.logFile, text, { mode: 0o600 })
      keepLog(options.logFile)
      return { ok: false, cause: 'failed', why: { kind: 'program', pages: [] } }
    }
    const child = startAstro(options, folder, faultFile, way)
    let reused = false
    child.on('message', (message) => {
      reused ||= message === REUSES_BUNDLES
    })
    const timeout = startTimeout()
    const early = AbortSignal.any([stop, timeout])
    const kill = () => killGroup(child)
    early.addEventListener('abort', kill)
    const { code, signal } = await exitOf(child)
    early.removeEventListener('abort', kill)
    // Astro's own child processes may still run.
    killGroup(child)
    if (code === 0) return { ok: true, reused }
    if (stop.aborted) return { ok: false, cause: 'stopped' }
    if (timeout.aborted) return { ok: false, cause: 'too-slow' }
    keepLog(options.logFile)
    const cause = causeInLog(options.logFile)
    const why: BuildCause = signal === 'SIGKILL' ? { ...cause, kind: 'killed' } : cause
    return { ok: false, cause: 'failed', reused, fault: readFaultFile(faultFile), why }
  }
}

function startAstro(
  options: AstroOptions,
  folder: string,
  faultFile: string,
  way: BuildWay,
): ChildProcess {
  const { root, source, logFile } = options
  const dataDir = resolve(source['DATA_DIR'] ?? DEFAULTS.DATA_DIR)
  const releasesDir = resolve(releasesFolderOf(dataDir, source['RELEASES_DIR']))
  const given = { ...source, DATA_DIR: dataDir, RELEASES_DIR: releasesDir }
  mkdirSync(dirname(logFile), { recursive: true })
  // A full build follows one with kept bundles that failed: the log keeps both.
  const log = openSync(logFile, way === 'reuse' ? 'w' : 'a', 0o600)
  try {
    const child = spawn(process.execPath, ['--import', PRELOAD, programIn(root), 'build'], {
      cwd: root,
      env: { ...buildEnvironment(given, folder, faultFile, way === 'reuse') },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    })
    lowerPriority(child)
    return child
  } finally {
    closeSync(log)
  }
}

/** A build that succeeds afterwards, without the document at fault, writes another log. */
function keepLog(logFile: string): void {
  try {
    copyFileSync(logFile, join(dirname(logFile), FAILED_BUILD_LOG))
  } catch {
    // The disk is full: the log itself is still there.
  }
}

/** Requests of visitors come before the build. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already, or the system forbids it: the build runs at normal priority.
  }
}

type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }
const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolveExit) => {
    child.once('error', () => resolveExit({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolveExit({ code, signal }))
  })

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has no process left.
  }
}
