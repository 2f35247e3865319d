import { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { beforeEach, expect, it, vi } from 'vitest'
import { startWorkers, type Workers } from '#app/worker-processes.ts'
import { LONGEST_DELAY_MS, MOST_EARLY_ENDS } from '#shared/restart.ts'

/** A child process that the test ends. */
class Child extends ChildProcess {
  override readonly pid: number | undefined
  constructor(pid?: number) {
    super()
    this.pid = pid
  }
  override kill(): boolean {
    if (this.pid !== undefined) this.emit('exit', 0, null)
    return this.pid !== undefined
  }
}

let begun: Child[][]
let make: (number: number) => Child
let workers: Workers
let failed: Error | undefined

/** How often worker `number` was started. */
const starts = (number: number) => begun[number]?.length ?? 0
const last = (number: number): Child => {
  const child = begun[number]?.at(-1)
  if (child === undefined) throw new Error(`Worker ${number} was never started.`)
  return child
}
const listen = (number: number) => last(number).emit('message', { ready: true })
const end = async (number: number) => {
  last(number).emit('exit', 1, null)
  await vi.advanceTimersByTimeAsync(LONGEST_DELAY_MS)
}

beforeEach(async () => {
  vi.useFakeTimers()
  begun = []
  failed = undefined
  make = () => new Child(4_711)
  workers = startWorkers({
    count: 2,
    logger: pino({ level: 'silent' }),
    begin: (number) => {
      const child = make(number)
      begun[number] = [...(begun[number] ?? []), child]
      return child
    },
  })
  workers.failure.catch((error: Error) => {
    failed = error
  })
  listen(1)
  listen(2)
  await workers.ready
})
it('OPS-04 a worker that keeps ending is started again for ever while another one listens', async () => {
  for (let ends = 1; ends <= MOST_EARLY_ENDS + 10; ends += 1) {
    await end(1)
    expect([failed, starts(1)]).toEqual([undefined, ends + 1])
  }
  expect(starts(2)).toBe(1)
})

it('OPS-04 a single end of the last healthy worker does not give up the others', async () => {
  for (let ends = 0; ends < MOST_EARLY_ENDS; ends += 1) await end(1)
  last(2).emit('exit', 1, null)
  await end(1)
  expect(failed).toBeUndefined()
  expect(starts(2)).toBe(2)
})

it('OPS-04 fails when every worker has ended too often, and starts none again', async () => {
  for (let ends = 0; ends < MOST_EARLY_ENDS; ends += 1) {
    await end(1)
    expect(failed).toBeUndefined()
    await end(2)
  }
  expect(failed?.message).toContain('ended too often')
  expect(starts(2)).toBe(MOST_EARLY_ENDS)
})

it('OPS-04 a worker that listens again is no longer given up', async () => {
  for (let ends = 0; ends < MOST_EARLY_ENDS; ends += 1) await end(1)
  listen(1)
  for (let ends = 0; ends < MOST_EARLY_ENDS; ends += 1) await end(2)
  expect(failed).toBeUndefined()
})

it.each([
  ['emits an error', () => new Child(undefined)],
  [
    'throws',
    () => {
      throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
    },
  ],
])('OPS-04 a worker whose fork %s is started again later', async (_, failing) => {
  const healthy = make
  make = failing
  last(1).emit('exit', 1, null)
  await vi.advanceTimersByTimeAsync(500)
  make = healthy
  const before = starts(1)
  if (before === 2) last(1).emit('error', Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' }))
  await vi.advanceTimersByTimeAsync(LONGEST_DELAY_MS)
  expect(starts(1)).toBe(before + 1)
  expect(failed).toBeUndefined()
})

it('OPS-04 an error of a worker that runs does not start a second one', async () => {
  last(1).emit('error', new Error('The message was not sent.'))
  await vi.advanceTimersByTimeAsync(LONGEST_DELAY_MS)
  expect(starts(1)).toBe(1)
})

it('OPS-04 stopping does not wait for a worker that was never started', async () => {
  make = () => new Child(undefined)
  last(1).emit('exit', 1, null)
  await vi.advanceTimersByTimeAsync(500)
  await workers.stop()
  expect(starts(1)).toBe(2)
})
