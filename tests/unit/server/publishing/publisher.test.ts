import { beforeEach, expect, it } from 'vitest'
import type { PublishingStatus } from '#server/gateways/publishing-status.ts'
import { createLogger } from '#server/logger.ts'
import type { Marker } from '#server/publishing/marker.ts'
import type { Published } from '#server/publishing/publish.ts'
import { createPublisher, type Publisher, type Timers } from '#server/publishing/publisher.ts'
import { MOST_MS, QUIET_MS } from '#server/publishing/schedule.ts'

/** Time that passes only when it is told to. */
function handClock(): Timers & { pass(ms: number): Promise<void> } {
  let now = 0
  let due: { at: number; work: () => void } | undefined
  return {
    now: () => now,
    after(ms, work) {
      const mine = { at: now + ms, work }
      due = mine
      return () => {
        if (due === mine) due = undefined
      }
    },
    async pass(ms) {
      now += ms
      const ready = due
      if (ready && ready.at <= now) {
        due = undefined
        ready.work()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** A marker without a disk. */
function memoryMarker(): Marker & { name: string | undefined; isFull: boolean } {
  let count = 0
  const marker = {
    name: undefined as string | undefined,
    isFull: false,
    set() {
      if (marker.isFull) throw new Error('no space')
      count += 1
      marker.name = `note ${count}`
      return marker.name
    },
    read: () => marker.name,
    setAt: () => undefined,
    clear() {
      marker.name = undefined
    },
  }
  return marker
}

let clock: ReturnType<typeof handClock>
let marker: ReturnType<typeof memoryMarker>
let publisher: Publisher
let told: PublishingStatus['state'][]
let builds: ((published: Published) => void)[]
let stops: number

const LIVE: Published = { ending: 'done', status: { state: 'live' } }
const FAILED: Published = { ending: 'failed', status: { state: 'failed', message: 'Why' } }

const end = async (published: Published) => {
  builds.at(-1)?.(published)
  await clock.pass(0)
}

beforeEach(() => {
  clock = handClock()
  marker = memoryMarker()
  told = []
  builds = []
  stops = 0
  publisher = createPublisher({
    marker,
    timers: clock,
    clock: () => new Date(0),
    logger: createLogger('silent'),
    status: {
      tell({ state }) {
        told.push(state)
        return Promise.resolve()
      },
    },
    publish: (stop) =>
      new Promise((resolve) => {
        builds.push(resolve)
        stop.addEventListener('abort', () => {
          stops += 1
          resolve({ ending: 'stopped' })
        })
      }),
  })
})

it('CMS-04 a notice is on the disk at once, and taken off when it is on the pages', async () => {
  publisher.request()
  expect(marker.name).toBe('note 1')
  await clock.pass(QUIET_MS)
  expect(told).toEqual(['building'])
  await end(LIVE)
  expect([told, marker.name]).toEqual([['building', 'live'], undefined])
})

it('CMS-04 one build at a time; what comes meanwhile gets one more, and stays noted until then', async () => {
  publisher.request()
  await clock.pass(QUIET_MS)
  for (let count = 0; count < 5; count += 1) publisher.request()
  await clock.pass(MOST_MS)
  expect(builds).toHaveLength(1)
  await end(LIVE)
  expect(marker.name).toBe('note 6')
  await clock.pass(0)
  expect(builds).toHaveLength(2)
  await end(LIVE)
  await clock.pass(MOST_MS)
  expect([builds.length, marker.name]).toEqual([2, undefined])
})

it('CMS-04 a failed build stays noted and is not begun again by itself', async () => {
  publisher.request()
  await clock.pass(QUIET_MS)
  await end(FAILED)
  publisher.resume()
  await clock.pass(MOST_MS)
  expect([builds.length, marker.name, told]).toEqual([1, 'note 1', ['building', 'failed']])
})

it('CMS-04 a note of somebody else is taken up, once, and never taken off before it is built', async () => {
  publisher.request()
  await clock.pass(QUIET_MS)
  marker.name = 'from outside'
  await end(LIVE)
  expect(marker.name).toBe('from outside')
  publisher.resume()
  publisher.resume()
  await clock.pass(QUIET_MS)
  await end(LIVE)
  expect([builds.length, marker.name]).toEqual([2, undefined])
})

it('CMS-04 a disk that is full is said, and the notice is built all the same', async () => {
  marker.isFull = true
  expect(() => publisher.request()).toThrow('no space')
  await clock.pass(QUIET_MS)
  expect(builds).toHaveLength(1)
})

it('CMS-04 a stop ends the build, begins no other, and keeps the note', async () => {
  publisher.request()
  await clock.pass(QUIET_MS)
  publisher.request()
  await publisher.stop()
  await clock.pass(MOST_MS)
  expect([stops, builds.length, marker.name]).toEqual([1, 1, 'note 2'])
  expect(told).toEqual(['building'])
})
