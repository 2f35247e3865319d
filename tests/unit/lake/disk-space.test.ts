import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchDisk } from '#local/lake/disk-space.ts'

let dir: string

beforeEach(() => {
  vi.useFakeTimers()
  dir = mkdtempSync(join(tmpdir(), 'halyard-disk-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true, force: true })
})

it('CMS-11 another write error on a full disk does not end the content lake', () => {
  const reports: unknown[] = []
  // Every write to this device fails with ENOSPC.
  symlinkSync('/dev/full', join(dir, 'space.new'))
  const disk = watchDisk(dir, (report) => reports.push(report))
  expect(disk.isFull).toBe(true)
  rmSync(dir, { recursive: true })
  writeFileSync(dir, 'no folder')
  vi.advanceTimersByTime(10_000)
  expect([disk.isFull, reports.slice(1)]).toEqual([
    true,
    [expect.objectContaining({ code: 'ENOTDIR' })],
  ])
  rmSync(dir)
  mkdirSync(dir)
  vi.advanceTimersByTime(2_000)
  expect(disk.isFull).toBe(false)
})
