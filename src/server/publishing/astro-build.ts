import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Source } from '#server/config/env.ts'
import { buildEnvironment } from '#server/publishing/build-environment.ts'

/** How a build ended: what it wrote on the way is for the log, and for the words to staff. */
export type Built =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly cause: 'failed' | 'too-slow' | 'stopped'
      readonly output: string
    }

/** Builds the pages into a folder that is not there yet. Ends early when told to. */
export type BuildPages = (folder: string, stop: AbortSignal) => Promise<Built>

export type AstroOptions = {
  /** The source tree. */
  readonly root: string
  readonly source: Source
  readonly logFile: string
  /** Ends a build that takes too long. */
  readonly timeOut?: () => AbortSignal
}

const WITHIN_MS = 5 * 60_000
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href

const programIn = (root: string) => join(root, 'node_modules/.bin/astro')

/** Whether this copy of Halyard has what a build needs: the source tree with Astro. */
export const canBuildIn = (root: string): boolean =>
  existsSync(join(root, 'astro.config.mjs')) && existsSync(programIn(root))

/**
 * `astro build` as a child of lower priority, with nothing of our environment but what pages are made of. However it
 * or we end, nothing of it stays behind.
 */
export function astroBuild(options: AstroOptions): BuildPages {
  const { root, source, logFile, timeOut: begin = () => AbortSignal.timeout(WITHIN_MS) } = options
  const build = async (folder: string, stop: AbortSignal): Promise<Built> => {
    if (stop.aborted) return { ok: false, cause: 'stopped', output: '' }
    const given = { ...source, DATA_DIR: resolve(source['DATA_DIR'] ?? '.data') }
    const child = startAstro(root, buildEnvironment(given, folder), logFile)
    const timeOut = begin()
    const early = AbortSignal.any([stop, timeOut])
    const kill = () => killGroup(child)
    early.addEventListener('abort', kill)
    const code = await exitOf(child)
    early.removeEventListener('abort', kill)
    // What it may have started ends with it.
    killGroup(child)
    if (code === 0) return { ok: true }
    const output = readFileSync(logFile, 'utf8')
    if (stop.aborted) return { ok: false, cause: 'stopped', output }
    return { ok: false, cause: timeOut.aborted ? 'too-slow' : 'failed', output }
  }
  return build
}

function startAstro(root: string, env: Source, logFile: string): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w', 0o600)
  try {
    const child = spawn(process.execPath, ['--import', PRELOAD, programIn(root), 'build'], {
      cwd: root,
      env: { ...env },
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    })
    lowerPriority(child)
    return child
  } finally {
    closeSync(log)
  }
}

/** Visitors come first. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us.
  }
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((end) => {
    child.once('error', () => end(null))
    child.once('exit', (code) => end(code))
  })

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}
