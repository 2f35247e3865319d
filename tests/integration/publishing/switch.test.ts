import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, type Site, siteFolder, startSite } from './a-site.ts'
import { startLoad } from './load.ts'

/** The waits of the publisher pass faster here. */
const HURRY = { HURRY: '20' }
const MEGABYTE = 2 ** 20
/** A build that is kept holds more than half a megabyte: pages in memory and settings. */
const GROWTH = 8 * MEGABYTE

let folder: string
let site: Site

beforeEach(() => {
  folder = siteFolder()
})
afterEach(async () => {
  await site.kill()
  removeFolder(folder)
})

/** Publishes so many versions while visitors read; the heap is measured without them. */
async function publishUnderLoad(from: number, to: number) {
  const load = startLoad(site)
  for (let version = from; version <= to; version += 1) {
    await site.publish(String(version))
    load.atLeast(version)
  }
  const seen = await load.stop()
  return { ...seen, heap: await site.heap() }
}

describe('100 switches under load', () => {
  it('CMS-04 no request fails, no header is of another build, no memory grows', async () => {
    site = await startSite(folder, HURRY)
    const first = await publishUnderLoad(1, 20)
    const then = await publishUnderLoad(21, 100)
    expect([...first.faults, ...then.faults]).toEqual([])
    expect(first.answers + then.answers).toBeGreaterThan(2_000)
    expect(then.heap - first.heap).toBeLessThan(GROWTH)
  }, 300_000)

  it('is caught when the files are switched before their policies', async () => {
    site = await startSite(folder, { ...HURRY, BREAK: 'torn' })
    const { faults } = await publishUnderLoad(1, 5)
    expect(faults.join('\n')).toMatch(/body \w+, policy \w+/)
  })

  it('is caught when builds are never freed', async () => {
    site = await startSite(folder, { ...HURRY, BREAK: 'leaking' })
    const first = await publishUnderLoad(1, 4)
    const then = await publishUnderLoad(5, 24)
    expect(then.heap - first.heap).toBeGreaterThan(GROWTH)
  })
})
