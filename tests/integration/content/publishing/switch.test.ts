import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { startLoad } from './load.ts'
import { removeFolder, type Site, siteFolder, startSite } from './start-site.ts'

/** Runs the publisher's timers 20 times faster. */
const FAST_TIMERS = { TIMER_SPEED: '20' }
/** A fault in one of five switches is missed in one of 200 runs. `npm run attack` makes more switches. */
const SWITCHES = IS_LONG ? 1_000 : 28
/** A page with the policy of another build. */
const MIXED = /body \w+, policy \w+/
/** Switches until the heap has reached its usual size. */
const WARM_UP = 8
const MEGABYTE = 2 ** 20
/** Each build that is not freed holds more than half a megabyte: pages in memory and settings. */
const MAX_GROWTH = 8 * MEGABYTE

let folder: string
let site: Site

beforeEach(() => {
  folder = siteFolder()
})
afterEach(async () => {
  await site.kill()
  removeFolder(folder)
})

/**
 * Publishes the versions `from` to `to` while visitors read, a control until a visitor has seen the fault `until`; measures the heap
 * after the visitors have stopped.
 */
async function publishUnderLoad(from: number, to: number, until?: RegExp) {
  const load = startLoad(site)
  for (let version = from; version <= to; version += 1) {
    if (until && load.hasFault(until)) break
    await site.publish(String(version))
    load.expectAtLeast(version)
  }
  const result = await load.stop()
  return { ...result, heap: await site.heap() }
}

describe(`${SWITCHES} switches under load`, () => {
  it('CMS-04 no request fails, no page has the policy of another build, and memory does not grow', async () => {
    site = await startSite(folder, FAST_TIMERS)
    const first = await publishUnderLoad(1, WARM_UP)
    const then = await publishUnderLoad(WARM_UP + 1, SWITCHES)
    expect([...first.faults, ...then.faults]).toEqual([])
    expect(first.responses + then.responses).toBeGreaterThan(20 * SWITCHES)
    expect(then.heap - first.heap).toBeLessThan(MAX_GROWTH)
  }, 3_000_000)

  // Controls: `npm run attack` proves that each fault is found.
  if (!IS_LONG) return

  it('the test fails when files are switched before their policies', async () => {
    site = await startSite(folder, { ...FAST_TIMERS, BREAK: 'files-first' })
    const { faults } = await publishUnderLoad(1, SWITCHES, MIXED)
    expect(faults.join('\n')).toMatch(MIXED)
  })

  it('the test fails when builds are never freed', async () => {
    site = await startSite(folder, { ...FAST_TIMERS, BREAK: 'leaking' })
    const first = await publishUnderLoad(1, 4)
    const then = await publishUnderLoad(5, 24)
    expect(then.heap - first.heap).toBeGreaterThan(MAX_GROWTH)
  })
})
