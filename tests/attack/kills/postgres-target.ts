import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CONNECTION_NAME } from '#core/server/database/database.ts'
import { type Postgres, startPostgres } from '#local/postgres/start-postgres.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { Random } from '../random.ts'
import { type Targets, untilAnswering } from './run.ts'
import type { KilledServer } from './servers.ts'

/** A cluster of its own, whose processes are killed. */
export type KilledPostgres = {
  readonly url: string
  readonly targets: (servers: readonly KilledServer[], path: string) => Targets
  /** How often which part was killed. */
  readonly kills: { postmaster: number; cluster: number; backend: number }
  close(): Promise<void>
}

/** The processes that this one has started. */
function childrenOf(pid: number): number[] {
  const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const pairs = all.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

/** Whether there was such a process. */
function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
const kill = (pid: number) => signal(pid, 'SIGKILL')

/** The processes of the servers' connections, which may be in the middle of a booking. */
async function backends(url: string): Promise<number[]> {
  const database = openSqlDatabase({ url, poolMax: 1 })
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity 
      where application_name = $1 and pid <> pg_backend_pid() order by state, pid`,
    [CONNECTION_NAME],
  )
  await database.close()
  return rows.map(({ pid }) => pid)
}

/** Kills one connection's process: Postgres then ends all the others and recovers by itself. Resolves when they have ended. */
async function killBackend(url: string, random: Random): Promise<void> {
  const pids = await backends(url)
  const pid = pids[random.whole(pids.length)]
  if (pid === undefined || !kill(pid)) throw new Error('There is no connection.')
  while (pids.some((each) => signal(each, 0))) await pause(5)
}

/** Starts a cluster in `folder`; it writes as safely as in production unless `settings` say otherwise. */
export async function killedPostgres(
  folder: string,
  settings: readonly string[] = [],
): Promise<KilledPostgres> {
  let postgres: Postgres = await startPostgres(folder)
  const { url } = postgres
  const admin = openSqlDatabase({ url, poolMax: 1 })
  for (const setting of settings) await admin.query(`alter system set ${setting}`)
  await admin.query('select pg_reload_conf()')
  await admin.close()
  const kills = { postmaster: 0, cluster: 0, backend: 0 }
  const postmaster = () =>
    Number.parseInt(readFileSync(join(folder, 'pg17/postmaster.pid'), 'utf8'), 10)

  async function killPart(random: Random): Promise<number> {
    const part = random.pick(['postmaster', 'cluster', 'cluster', 'backend'] as const)
    if (part === 'backend') await killBackend(url, random)
    else {
      const pid = postmaster()
      const all = part === 'cluster' ? [pid, ...childrenOf(pid)] : [pid]
      for (const each of all) kill(each)
      await postgres.ended
      await postgres.stop()
    }
    kills[part] += 1
    return 1
  }

  return {
    url,
    kills,
    targets: (servers, path) => {
      const pids = servers.map((server) => server.pid())
      let isDown = false
      return {
        async kill(random) {
          const before = kills.backend
          const count = await killPart(random)
          isDown = kills.backend === before
          return count
        },
        async recover() {
          if (isDown) postgres = await startPostgres(folder)
          isDown = false
          await untilAnswering(
            servers.map((server) => server.url),
            path,
          )
          const now = servers.map((server) => (server.isRunning() ? server.pid() : 0))
          if (now.join() !== pids.join()) throw new Error('A server ended with its database.')
        },
      }
    },
    close: () => postgres.stop(),
  }
}
