import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export type ChildOptions = {
  /** Name in messages, such as "The server". */
  name: string
  /** Node's arguments: the program and its own. */
  args: readonly string[]
  folder: string
  env: Environment
  /** Log file for its output; without it the output goes to the terminal. */
  log?: string
  /** Adds to the log file instead of beginning a new one. */
  keepsLog?: boolean
}

export type Child = {
  name: string
  /** The content of its ready message; rejects with a one-line message if it exits first. */
  ready: Promise<Record<string, unknown>>
  /** Resolves with a one-line message when it has exited for any reason. */
  ended: Promise<string>
  /** Resolves when it exits with 0, rejects otherwise. */
  succeeded: Promise<void>
  /** Closes the IPC channel, which asks it to exit; sends SIGKILL after `timeoutMs`. */
  stop: (timeoutMs?: number) => Promise<void>
}

/**
 * Starts a Node process that exits when this process does: the IPC channel closes even if this process is killed.
 * The child gets its own process group, so that Ctrl-C reaches only this process, which then stops things in order.
 */
export function startChild({ name, args, folder, env, log, keepsLog }: ChildOptions): Child {
  const output = log === undefined ? 'inherit' : openLog(log, keepsLog ? 'a' : 'w')
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', output, output, 'ipc'],
    detached: true,
  })
  if (typeof output === 'number') closeSync(output)
  const exit = new Promise<{ ok: boolean; line: string }>((resolve) => {
    child.once('error', (error) => resolve({ ok: false, line: `${name} did not start: ${error}` }))
    child.once('exit', (code, signal) =>
      resolve({ ok: code === 0, line: `${name} ended (${signal ?? `exit code ${code}`})` }),
    )
  })
  const withLog = (line: string) => (log === undefined ? line : `${line}. ${tailOf(log)}`)
  return {
    name,
    ready: handled(
      firstReady(
        child,
        exit.then(({ line }) => withLog(line)),
      ),
    ),
    ended: exit.then(({ line }) => withLog(line)),
    succeeded: handled(
      exit.then(({ ok, line }) => {
        if (!ok) throw new Error(withLog(line))
      }),
    ),
    stop: (timeoutMs = 12_000) => stopChild(child, exit, timeoutMs),
  }
}

function firstReady(child: ChildProcess, ended: Promise<string>): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'ready' in message) resolve({ ...message })
    })
    void ended.then((line) => reject(new Error(line)))
  })
}

async function stopChild(
  child: ChildProcess,
  exit: Promise<unknown>,
  timeoutMs: number,
): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await exit
  clearTimeout(timer)
}

/** Marks a rejection as handled: an unhandled one would end this process. */
export function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}

function openLog(file: string, flag: 'a' | 'w'): number {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, flag, 0o600)
}

function tailOf(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-12).join('\n')
  return lines === '' ? `Its log is empty: ${log}` : `Last lines of ${log}:\n${lines}`
}
