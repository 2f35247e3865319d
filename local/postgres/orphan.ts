import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Stops a PostgreSQL server that a killed start left running on this data folder. If the process id in the pid file now
 * belongs to another program, as happens in restarted containers, only the stale pid file is deleted.
 */
export async function stopOrphan(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'postmaster.pid')
  const pid = readPid(file)
  if (pid === undefined || !isAlive(pid)) return
  if (!commandOf(pid).includes(dataFolder)) {
    rmSync(file, { force: true })
    return
  }
  for (const [signal, seconds] of [['SIGINT', 20] as const, ['SIGQUIT', 5] as const]) {
    signalTo(pid, signal)
    if (await isGoneWithin(pid, seconds)) return
  }
  throw new Error(`The PostgreSQL of an earlier start (process ${pid}) did not stop.`)
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  return signalTo(pid, 0)
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

async function isGoneWithin(pid: number, seconds: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (!isAlive(pid)) return true
    await pause(20)
  }
  return false
}
