import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildEnded,
  buildStarted,
  DEBOUNCE_MS,
  dueAt,
  IDLE,
  MAX_WAIT_MS,
  noticeReceived,
  type PublicationResult,
  RETRY_DELAYS_MS,
  type Schedule,
} from '#content/server/publishing/publish/schedule.ts'

const notices = (...times: number[]) => times.reduce(noticeReceived, IDLE as Schedule)

describe('the publishing schedule', () => {
  it.each<[string, number[], number]>([
    ['waits for the debounce time after one notice', [0], DEBOUNCE_MS],
    ['waits longer after each further notice', [0, 200, 400], 400 + DEBOUNCE_MS],
    [
      'waits at most the maximum time',
      [0, 250, 500, 750, 1000, 1500, 2000, 2500, 2900],
      MAX_WAIT_MS,
    ],
  ])('CMS-04 %s', (_, times, due) => {
    expect(dueAt(notices(...times))).toBe(due)
  })

  it('CMS-04 runs exactly one more build for notices that arrived during a build', () => {
    const building = [1_000, 1_500, 2_000].reduce(noticeReceived, buildStarted(notices(0)))
    expect(dueAt(building)).toBeUndefined()
    const then = buildEnded(building, 9_000, 'done')
    expect(dueAt(then)).toBe(2_300)
    expect(buildEnded(buildStarted(then), 20_000, 'done')).toEqual(IDLE)
  })

  it('CMS-04 retries a failed build with growing delays until it succeeds', () => {
    let schedule = notices(0)
    const pauses = [1, 2, 3, 4, 5].map((hour) => {
      const now = hour * 3_600_000
      schedule = buildEnded(buildStarted(schedule), now, 'retry')
      return (dueAt(schedule) ?? Number.NaN) - now
    })
    const [first, second, last] = RETRY_DELAYS_MS
    expect(pauses).toEqual([first, second, last, last, last])
    expect(buildEnded(buildStarted(schedule), 0, 'done')).toEqual(IDLE)
  })

  it('CMS-04 does not retry a build that failed because of the content', () => {
    expect(buildEnded(buildStarted(notices(0)), 1_000, 'failed')).toEqual(IDLE)
  })

  it('CMS-04 builds a new notice at once instead of waiting for the retry', () => {
    const waiting = buildEnded(buildStarted(notices(0)), 1_000, 'retry')
    const schedule = noticeReceived(waiting, 5_000)
    expect(schedule).toEqual({
      step: 'waiting',
      wait: { firstAt: 5_000, dueAt: 5_000 + DEBOUNCE_MS },
      failures: 0,
    })
  })

  it('throws for a build that was not requested or did not start', () => {
    expect(() => buildStarted(IDLE)).toThrow(TypeError)
    expect(() => buildEnded(IDLE, 0, 'done')).toThrow(TypeError)
  })
})

type Step = { after: number; result: PublicationResult; notice: boolean }

const steps = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 4_000 }),
    result: fc.constantFrom<PublicationResult>('done', 'failed', 'retry'),
    notice: fc.boolean(),
  }),
  { maxLength: 60 },
)

/** Simulates the steps: notices arrive, builds start when due and end at the next step without a notice. */
function simulate(all: readonly Step[]) {
  let schedule: Schedule = IDLE
  let now = 0
  const startTimes: number[] = []
  const noticeTimes: number[] = []
  const startWhenDue = (until: number) => {
    const due = dueAt(schedule)
    if (due === undefined || due > until) return
    schedule = buildStarted(schedule)
    startTimes.push(Math.max(due, now))
  }
  for (const { after, result, notice } of all) {
    startWhenDue(now + after)
    now += after
    if (notice) {
      noticeTimes.push(now)
      schedule = noticeReceived(schedule, now)
    } else if (schedule.step === 'building') schedule = buildEnded(schedule, now, result)
  }
  return { schedule, startTimes, noticeTimes }
}

it('CMS-04 the last notice is always built or waits for a build that is due in time', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { schedule, startTimes, noticeTimes } = simulate(all)
      const last = noticeTimes.at(-1)
      if (last === undefined) return startTimes.length === 0 && schedule === IDLE
      const isBuilt = startTimes.some((at) => at >= last)
      if (isBuilt) return true
      const wait = schedule.step === 'waiting' ? schedule.wait : undefined
      const next = schedule.step === 'building' ? schedule.next : wait
      return next !== undefined && next.dueAt <= last + DEBOUNCE_MS
    }),
  )
})

it('CMS-04 starts no more builds than notices and retries allow', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { startTimes, noticeTimes } = simulate(all)
      return startTimes.length <= noticeTimes.length * (1 + RETRY_DELAYS_MS.length)
    }),
  )
})
