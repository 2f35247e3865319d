import { beforeEach, expect, it, vi } from 'vitest'
import { eventTurns } from '#events/server/event-turns.ts'

/* A pool of ten: six may wait for one event, eight for all of them. */
const POOL = 10
const [LOCKED, OTHER, THIRD] = [1, 2, 3]

beforeEach(() => vi.useFakeTimers())
/** Work that goes on until the test ends it. */
function worksUntilEnded() {
  const running: (() => void)[] = []
  return {
    running,
    work: () => new Promise<string>((resolve) => running.push(() => resolve('done'))),
  }
}

it('API-06 of many at one event six work at a time, and every other event has room', async () => {
  const turns = eventTurns(POOL)
  const { running, work } = worksUntilEnded()
  const all = Array.from({ length: 50 }, () => turns.take(LOCKED, work))
  expect(running).toHaveLength(6)
  expect(await turns.take(OTHER, () => Promise.resolve('at once'))).toBe('at once')
  while (running.length > 0) {
    running.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(running.length).toBeLessThanOrEqual(6)
  }
  expect(await Promise.all(all)).toEqual(Array(50).fill('done'))
})

it('API-06 all events together leave two connections of ten', async () => {
  const turns = eventTurns(POOL)
  const { running, work } = worksUntilEnded()
  for (const event of [LOCKED, OTHER, THIRD]) {
    for (let n = 0; n < 6; n += 1) void turns.take(event, work)
  }
  expect(running).toHaveLength(8)
  running.shift()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(running).toHaveLength(8)
})

it('API-06 a turn that does not come within eight seconds is refused without working', async () => {
  const turns = eventTurns(POOL)
  const { running, work } = worksUntilEnded()
  for (let n = 0; n < 6; n += 1) void turns.take(LOCKED, work)
  const waiting = Array.from({ length: 1_000 }, () => turns.take(LOCKED, work))
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await Promise.all(waiting)).toEqual(Array(1_000).fill(undefined))
  expect(running).toHaveLength(6)
})

it('BOOK-06 a patient who holds a place is first, also when many wait', async () => {
  const turns = eventTurns(POOL)
  const { running, work } = worksUntilEnded()
  for (let n = 0; n < 1_000; n += 1) void turns.take(LOCKED, work)
  const order: string[] = []
  const noted = (name: string) => () => {
    order.push(name)
    return Promise.resolve(name)
  }
  const urgent = turns.take(LOCKED, noted('urgent'), true)
  running.shift()?.()
  expect(await urgent).toBe('urgent')
  expect(order).toEqual(['urgent'])
})

it('API-06 work that fails makes room for the next', async () => {
  const turns = eventTurns(1)
  const failing = turns.take(LOCKED, () => Promise.reject(new Error('lost')))
  const next = turns.take(LOCKED, () => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('next')
})
