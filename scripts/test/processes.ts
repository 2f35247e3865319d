import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

const running = new Set<ChildProcess>()
let interrupted = false

export const isInterrupted = (): boolean => interrupted

/** Signals a command and everything it started: its process group. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}

/** Asks every running command to end, kills what is left after 25 seconds, and starts no further one. */
export function interruptAll(): void {
  interrupted = true
  const children = [...running]
  for (const child of children) signalGroup(child, 'SIGINT')
  setTimeout(() => {
    for (const child of children) signalGroup(child, 'SIGKILL')
  }, 25_000).unref()
}

/**
 * Runs a command in a separate process group; resolves to whether it exited with 0. `print` receives the whole output
 * at the end, for commands that run beside others; without it the output goes to the terminal as it comes.
 */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print?: (output: string) => void,
): Promise<boolean> {
  if (interrupted) return Promise.resolve(false)
  return new Promise((done) => {
    const out = print === undefined ? 'inherit' : 'pipe'
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', out, out],
      detached: true,
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    }
    running.add(child)
    child.once('error', (error) => {
      console.error(String(error))
      running.delete(child)
      done(false)
    })
    // Not 'close': what a killed group leaves behind could keep the pipes open.
    child.once('exit', (code) => {
      signalGroup(child, 'SIGKILL')
      running.delete(child)
      print?.(Buffer.concat(chunks).toString('utf8'))
      done(code === 0)
    })
  })
}
