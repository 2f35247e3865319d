import { expect, it } from 'vitest'
import { MOST_EARLY_ENDS, restartDelayMs } from '#shared/restart.ts'

const MINUTE = 60_000
const early = (count: number) => Array.from({ length: count }, () => 1_000)

it.each([
  [[MINUTE], 500],
  [[1_000], 500],
  [early(2), 1_000],
  [early(3), 2_000],
  [[...early(4), MINUTE], 500],
  [[...early(4), MINUTE, 1_000], 500],
  [early(MOST_EARLY_ENDS - 1), 8_000],
])('OPS-12 after runs of %j ms a process is started again in %i ms', (lives, delay) => {
  expect(restartDelayMs(lives)).toBe(delay)
})

it('OPS-12 a process that keeps ending early is given up', () => {
  expect(restartDelayMs(early(MOST_EARLY_ENDS))).toBeUndefined()
  expect(restartDelayMs([MINUTE, ...early(MOST_EARLY_ENDS)])).toBeUndefined()
})
