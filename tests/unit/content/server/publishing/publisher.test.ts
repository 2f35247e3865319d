import { beforeEach, expect, it } from 'vitest'
import type { PublishingStatus } from '#content/server/gateways/publishing-status.ts'
import type { BuildRequest } from '#content/server/publishing/publish/build-request.ts'
import type { Published } from '#content/server/publishing/publish/publication.ts'
import {
  createPublisher,
  type Publisher,
  type Timers,
} from '#content/server/publishing/publish/publisher.ts'
import { DEBOUNCE_MS, MAX_WAIT_MS } from '#content/server/publishing/publish/schedule.ts'
import { createLogger } from '#core/server/logger.ts'

/** A clock that the test advances. */
function manualClock(): Timers & { advance(ms: number): Promise<void> } {
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
    async advance(ms) {
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

/** A build request in memory. */
function memoryBuildRequest(): BuildRequest & { id: string | undefined; isDiskFull: boolean } {
  let count = 0
  const request = {
    id: undefined as string | undefined,
    isDiskFull: false,
    write() {
      if (request.isDiskFull) throw new Error('no space')
      count += 1
      request.id = `request ${count}`
      return request.id
    },
    readId: () => request.id,
    writtenAt: () => undefined,
    clear() {
      request.id = undefined
    },
  }
  return request
}

let clock: ReturnType<typeof manualClock>
let buildRequest: ReturnType<typeof memoryBuildRequest>
let publisher: Publisher
let states: PublishingStatus['state'][]
let builds: ((published: Published) => void)[]
let stops: number

const LIVE: Published = { result: 'done', status: { state: 'live' } }
const FAILED: Published = { result: 'failed', status: { state: 'failed', message: 'Why' } }

const end = async (published: Published) => {
  builds.at(-1)?.(published)
  await clock.advance(0)
}

beforeEach(() => {
  clock = manualClock()
  buildRequest = memoryBuildRequest()
  states = []
  builds = []
  stops = 0
  publisher = createPublisher({
    buildRequest,
    timers: clock,
    clock: () => new Date(0),
    logger: createLogger('silent'),
    status: {
      tell({ state }) {
        states.push(state)
        return Promise.resolve()
      },
      record: () => Promise.resolve(),
      seen: () => Promise.resolve(),
    },
    publish: (stop) =>
      new Promise((resolve) => {
        builds.push(resolve)
        stop.addEventListener('abort', () => {
          stops += 1
          resolve({ result: 'stopped' })
        })
      }),
  })
})

it('CMS-04 stores a request at once and clears it when the build has succeeded', async () => {
  publisher.request()
  expect(buildRequest.id).toBe('request 1')
  await clock.advance(DEBOUNCE_MS)
  expect(states).toEqual(['building'])
  await end(LIVE)
  expect([states, buildRequest.id]).toEqual([['building', 'live'], undefined])
})

it('CMS-04 runs one build at a time, and one more for all requests that arrived during it', async () => {
  publisher.request()
  await clock.advance(DEBOUNCE_MS)
  for (let count = 0; count < 5; count += 1) publisher.request()
  await clock.advance(MAX_WAIT_MS)
  expect(builds).toHaveLength(1)
  await end(LIVE)
  expect(buildRequest.id).toBe('request 6')
  await clock.advance(0)
  expect(builds).toHaveLength(2)
  await end(LIVE)
  await clock.advance(MAX_WAIT_MS)
  expect([builds.length, buildRequest.id]).toEqual([2, undefined])
})

it('CMS-04 keeps the request of a failed build and does not retry by itself', async () => {
  publisher.request()
  await clock.advance(DEBOUNCE_MS)
  await end(FAILED)
  publisher.resume()
  await clock.advance(MAX_WAIT_MS)
  expect([builds.length, buildRequest.id, states]).toEqual([1, 'request 1', ['building', 'failed']])
})

it('CMS-04 builds a request from outside once, and clears it only after that build', async () => {
  publisher.request()
  await clock.advance(DEBOUNCE_MS)
  buildRequest.id = 'from outside'
  await end(LIVE)
  expect(buildRequest.id).toBe('from outside')
  publisher.resume()
  publisher.resume()
  await clock.advance(DEBOUNCE_MS)
  await end(LIVE)
  expect([builds.length, buildRequest.id]).toEqual([2, undefined])
})

it('CMS-04 throws when the disk is full, but still builds', async () => {
  buildRequest.isDiskFull = true
  expect(() => publisher.request()).toThrow('no space')
  await clock.advance(DEBOUNCE_MS)
  expect(builds).toHaveLength(1)
})

it('CMS-04 stops a build, starts no other, and keeps the request', async () => {
  publisher.request()
  await clock.advance(DEBOUNCE_MS)
  publisher.request()
  await publisher.stop()
  await clock.advance(MAX_WAIT_MS)
  expect([stops, builds.length, buildRequest.id]).toEqual([1, 1, 'request 2'])
  expect(states).toEqual(['building'])
})
