import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startPostgres } from '#local/postgres/start-postgres.ts'
import { EXIT_WITH_PARENT } from '#local/runtime/site.ts'
import { createSupervisor, type Supervisor } from '#local/runtime/supervisor.ts'
import { MOST_EARLY_ENDS, restartDelayMs } from '#shared/restart.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

/** The real rule with waits a thousandth as long. */
const soon = (livesMs: readonly number[]) => {
  const wait = restartDelayMs(livesMs)
  return wait === undefined ? undefined : wait / 1_000
}

function supervised(): Supervisor & { readonly said: string[] } {
  const said: string[] = []
  return { ...createSupervisor({ report: (line) => said.push(line), delayMs: soon }), said }
}

const program = (name: string) => ({
  name: 'The program',
  args: [...EXIT_WITH_PARENT, join(import.meta.dirname, `processes/${name}.ts`)],
  folder: process.cwd(),
  env: {},
  log: join(folder.path, `${name}.log`),
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('OPS-12 a process that was killed is started again, and stopped at the end', async () => {
  const supervisor = supervised()
  const pids: number[] = []
  const first = supervisor.keep(program('sleeper'))
  pids.push(Number((await first.ready)['pid']))
  process.kill(pids[0] ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(supervisor.said).toHaveLength(2), 10_000)
  expect(supervisor.said).toEqual([
    'The program ended (SIGKILL). Starting it again ...',
    'The program is running again',
  ])
  await supervisor.stop()
  expect(isAlive(pids[0] ?? 0)).toBe(false)
})

it('OPS-12 a process that keeps ending is given up with the last lines of its log', async () => {
  const supervisor = supervised()
  supervisor.keep(program('brief'))
  await expect(supervisor.failure).rejects.toThrow(
    `The program ended ${MOST_EARLY_ENDS} times soon after its start.`,
  )
  const restarts = supervisor.said.filter((line) => line.includes('Starting it again'))
  expect(restarts).toHaveLength(MOST_EARLY_ENDS - 1)
  const log = readFileSync(join(folder.path, 'brief.log'), 'utf8')
  expect(log.trim().split('\n')).toHaveLength(MOST_EARLY_ENDS)
  await supervisor.stop()
})

it('OPS-12 a process that ends before it was ready is a failure of the start', async () => {
  const supervisor = supervised()
  supervisor.keep(program('missing'))
  await expect(supervisor.failure).rejects.toThrow('The program ended (exit code 1)')
  expect(supervisor.said).toEqual([])
  await supervisor.stop()
})

it('OPS-12 Postgres is started again on its data and port', async () => {
  const supervisor = supervised()
  const urls: string[] = []
  const kept = supervisor.keepRunning('Postgres', () => {
    const pending = startPostgres(join(folder.path, 'postgres'))
    return {
      ready: pending.then(({ url }) => urls.push(url)),
      ended: pending.then(async ({ ended, stop }) => {
        await ended
        await stop()
        return 'Postgres ended'
      }),
      stop: async () => (await pending).stop(),
    }
  })
  await kept.ready
  const file = join(folder.path, 'postgres/pg17/postmaster.pid')
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
  await vi.waitFor(() => expect(urls).toHaveLength(2), 30_000)
  expect(urls[1]).toBe(urls[0])
  await supervisor.stop()
})
