import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loopback } from '../runtime/ports.ts'
import type { Binaries } from './binaries.ts'
import type { Privilege } from './privilege.ts'

/** The whole environment of PostgreSQL; messages in English. */
export const serverEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

const settings: Readonly<Record<string, string>> = {
  listen_addresses: loopback,
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their parameters may contain patients' data, so they are not logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

export type Server = { child: ChildProcess; log: string }

/** Starts the server. It logs to a file: a pipe would block it while this process is busy. */
export function spawnServer(
  { postgres }: Binaries,
  { prefix }: Privilege,
  place: { folder: string; data: string; port: number },
): Server {
  const log = join(place.folder, 'postgres.log')
  // A new file: processes of a server that was killed may still write to the one before.
  rmSync(log, { force: true })
  const output = openSync(log, 'w', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program = postgres, ...args] = [...prefix, postgres, '-D', place.data]
  // Its own process group: Ctrl-C reaches only this process, which then stops the server.
  const child = spawn(program, [...args, '-p', String(place.port), ...options], {
    cwd: place.folder,
    env: serverEnv,
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  return { child, log }
}

/** Waits for the status `ready` in line 8 of the pid file, as pg_ctl does. Throws with the server's log. */
export async function waitUntilReady({ child, log }: Server, data: string): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  while (failure === undefined && !hasEnded(child)) {
    if (statusIn(join(data, 'postmaster.pid'), child.pid) === 'ready') return
    await pause(15)
  }
  const reason = failure?.message ?? readFileSync(log, 'utf8').slice(-2000).trim()
  throw new Error(`PostgreSQL did not start: ${reason}`)
}

/** Stops the server: smart shutdown, after 2 s fast, after 12 s immediate (PostgreSQL's shutdown modes). */
export function stopServer({ child }: Server): Promise<void> {
  return new Promise((resolve) => {
    if (hasEnded(child)) return resolve()
    const fast = setTimeout(() => child.kill('SIGINT'), 2_000)
    const immediate = setTimeout(() => child.kill('SIGQUIT'), 12_000)
    child.once('exit', () => {
      clearTimeout(fast)
      clearTimeout(immediate)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function statusIn(pidFile: string, pid: number | undefined): string | undefined {
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    return Number(lines[0]) === pid ? lines[7]?.trim() : undefined
  } catch {
    return undefined
  }
}
