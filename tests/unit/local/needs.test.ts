import { expect, it } from 'vitest'
import { firstStart } from '#local/runtime/needs.ts'

const ENOUGH = { diskMb: 150, memoryMb: 4_096 }

it('OPS-12 a first start says what it needs and what is there', () => {
  expect(firstStart('/data', ENOUGH)).toBe(
    'The first start needs 150 MB of disk (free: 150 MB) and 2 GB of memory (here: 4.1 GB)',
  )
})

it('OPS-12 a first start with little memory is warned of', () => {
  expect(firstStart('/data', { ...ENOUGH, memoryMb: 1_024 })).toContain(
    '(here: 1.0 GB). That is little memory: the build of the pages may fail',
  )
})

it.each([0, 15, 75, 149])('OPS-12 a first start with %i MB of disk is refused', (diskMb) => {
  expect(() => firstStart('/data', { ...ENOUGH, diskMb })).toThrow(
    `/data has ${diskMb} MB of free disk, and the first start needs 150 MB: free some space, or set DATA_DIR to a folder on another disk.`,
  )
})
