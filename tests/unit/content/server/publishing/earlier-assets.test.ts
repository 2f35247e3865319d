import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepAssets } from '#content/server/publishing/releases/earlier-assets.ts'
import { createLogger } from '#core/server/logger.ts'
import { writeBuild } from '#tests/integration/content/publishing/sample-build.ts'

const logger = createLogger('silent')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-assets-'))
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const releases = () => join(folder, 'releases')

/** Starts a program: answers how many earlier ones it serves. */
function start(version: string): number {
  const dir = join(folder, version)
  writeBuild(dir, version)
  writeFileSync(join(dir, 'client/_astro/picture.1.webp'), 'a picture')
  vi.advanceTimersByTime(60_000)
  return keep(version)
}

const keep = (version: string) =>
  keepAssets(releases(), { dir: join(folder, version), manifest: { id: version } as never }, logger)
    .length

it('OPS-16 scripts and styles of the five programs before stay, also when they started again, and no pictures', () => {
  const counts = ['1', '2', '3', '4', '5', '6', '1', '7'].map(start)
  expect(counts).toEqual([0, 1, 2, 3, 4, 5, 5, 5])
  const kept = readdirSync(join(releases(), 'earlier-assets'))
  expect(kept.toSorted()).toEqual(['1', '3', '4', '5', '6', '7'])
  expect(readdirSync(join(releases(), 'earlier-assets/7/client/_astro'))).toEqual(['style.7.css'])
})

it('OPS-16 copies of a read-only build can be removed', () => {
  const parts = join(folder, '1/client/_astro')
  writeBuild(join(folder, '1'), '1')
  chmodSync(parts, 0o555)
  keep('1')
  chmodSync(parts, 0o755)
  const copies = join(releases(), 'earlier-assets/1/client/_astro')
  expect(statSync(copies).mode & 0o200).toBe(0o200)
})

it('OPS-16 what another process copies or removes at the same time hides no program before', () => {
  start('1')
  const keeps = join(releases(), 'earlier-assets')
  const drafts = ['2.77.new', '2.78.new'].map((name) => join(keeps, name))
  for (const draft of drafts) mkdirSync(draft)
  utimesSync(drafts[0] as string, 0, 0)
  // Listed, and gone when it is read.
  symlinkSync(join(folder, 'gone'), join(keeps, '3'))
  vi.setSystemTime(2 * 3_600_000)
  utimesSync(drafts[1] as string, new Date(), new Date())
  expect(start('2')).toBe(1)
  expect(drafts.map((draft) => existsSync(draft))).toEqual([false, true])
})

it('OPS-16 a server that cannot keep its own still serves those before, and leaves no draft', () => {
  start('1')
  expect(keep('never built')).toBe(1)
  expect(readdirSync(join(releases(), 'earlier-assets'))).toEqual(['1'])
})

it('OPS-16 a server starts where they cannot be kept', () => {
  writeFileSync(releases(), 'not a folder')
  expect(start('1')).toBe(0)
})
