import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export type ChildOptions = {
  /** As it stands in messages: "The server". */
  name: string
  /** Node's arguments: the program and its own. */
  args: readonly string[]
  folder: string
  env: Environment
  /** Where its output goes; without it, to our terminal. */
  log?: string
}

export type Child = {
  name: string
  /** What it said with its ready message; rejects with one clear line when it ends before. */
  ready: Promise<Record<string, unknown>>
  /** One clear line about its end, once it has ended, asked or not. */
  ended: Promise<string>
  /** Resolves when it exits with 0, rejects otherwise. */
  succeeded: Promise<void>
  /** Asks it to end by closing the channel, and insists after `patience` milliseconds. */
  stop: (patience?: number) => Promise<void>
}

/**
 * Starts a Node process that ends with us: the channel between us closes when we die, however that
 * happens. It gets a session of its own, so that Ctrl-C reaches us alone and we can stop things in order.
 */
export function startChild({ name, args, folder, env, log }: ChildOptions): Child {
  const output = log === undefined ? 'inherit' : openLog(log)
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
  const explain = (line: string) => (log === undefined ? line : `${line}. ${tailOf(log)}`)
  return {
    name,
    ready: quiet(
      firstReady(
        child,
        exit.then(({ line }) => explain(line)),
      ),
    ),
    ended: exit.then(({ line }) => explain(line)),
    succeeded: quiet(
      exit.then(({ ok, line }) => {
        if (!ok) throw new Error(explain(line))
      }),
    ),
    stop: (patience = 12_000) => stopChild(child, exit, patience),
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
  patience: number,
): Promise<void> {
  if (child.connected) child.disconnect()
  const insist = setTimeout(() => child.kill('SIGKILL'), patience)
  await exit
  clearTimeout(insist)
}

/** Nobody may be waiting for it; that alone must not end our process. */
function quiet<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined)
  return promise
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, 'w', 0o600)
}

function tailOf(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-12).join('\n')
  return lines === '' ? `It left no word in ${log}` : `Its last words (${log}):\n${lines}`
}
