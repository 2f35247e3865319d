import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { EXIT_WITH_PARENT } from '#local/runtime/site.ts'
import { createSupervisor, type Supervisor } from '#local/runtime/supervisor.ts'
import { LONGEST_DELAY_MS, MOST_EARLY_ENDS, restartDelayMs } from '#shared/restart.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

/** The real rule with waits a thousandth as long. */
const soon = (livesMs: readonly number[]) => (restartDelayMs(livesMs) ?? LONGEST_DELAY_MS) / 1_000

function supervised(): Supervisor & { readonly said: string[] } {
  const said: string[] = []
  return { ...createSupervisor({ report: (line) => said.push(line), delayMs: soon }), said }
}

const program = (name: string) => ({
  name: 'The program',
  args: [
    ...EXIT_WITH_PARENT,
    join(import.meta.dirname, `processes/${name}.ts`),
    join(folder.path, `${name}.log`),
  ],
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

it('OPS-12 a process that ends again and again is reported once with its log, and still restarted', async () => {
  const supervisor = supervised()
  let failed = false
  supervisor.failure.catch(() => {
    failed = true
  })
  supervisor.keep(program('brief'))
  const log = join(folder.path, 'brief.log')
  const runs = () => readFileSync(log, 'utf8').trim().split('\n').length
  await vi.waitFor(() => expect(runs()).toBeGreaterThan(MOST_EARLY_ENDS + 2), 20_000)
  await supervisor.stop()
  const often = supervisor.said.filter((line) => line.includes(`ended ${MOST_EARLY_ENDS} times`))
  expect(often).toHaveLength(1)
  expect(often[0]).toContain('a brief life')
  expect(supervisor.said.filter((line) => line.includes('Starting it again'))).toHaveLength(
    MOST_EARLY_ENDS - 1,
  )
  expect(failed).toBe(false)
})

it('OPS-12 a process that reports another address than before is restarted until it reports the first one', async () => {
  const supervisor = supervised()
  const first = supervisor.keep(program('wanderer'))
  const { url, pid } = await first.ready
  process.kill(Number(pid), 'SIGKILL')
  await vi.waitFor(() => expect(supervisor.said).toContain('The program is running again'), 20_000)
  await supervisor.stop()
  expect(supervisor.said).toEqual([
    'The program ended (SIGKILL). Starting it again ...',
    // Ended by the supervisor: killed by the signal, or exited on it.
    expect.stringMatching(/^The program ended \(.+\)\. Starting it again \.\.\.$/),
    'The program is running again',
  ])
  const log = readFileSync(join(folder.path, 'wanderer.log'), 'utf8').trim().split('\n')
  expect(log.map((line) => line === url)).toEqual([true, false, true])
})

it('OPS-12 a process that ends before it was ready is a failure of the start', async () => {
  const supervisor = supervised()
  supervisor.keep(program('missing'))
  await expect(supervisor.failure).rejects.toThrow('The program ended (exit code 1)')
  expect(supervisor.said).toEqual([])
  await supervisor.stop()
})
