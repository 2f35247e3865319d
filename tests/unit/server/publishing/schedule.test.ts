import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  begun,
  dueAt,
  type Ending,
  ended,
  IDLE,
  MOST_MS,
  QUIET_MS,
  RETRY_MS,
  requested,
  type Schedule,
} from '#server/publishing/schedule.ts'

const notices = (...times: number[]) => times.reduce(requested, IDLE as Schedule)

describe('when a build begins', () => {
  it.each<[string, number[], number]>([
    ['one notice waits for the quiet moment', [0], QUIET_MS],
    ['each further one puts it off', [0, 200, 400], 400 + QUIET_MS],
    ['but not for ever', [0, 250, 500, 750, 1000, 1500, 2000, 2500, 2900], MOST_MS],
  ])('CMS-04 %s', (_, times, due) => {
    expect(dueAt(notices(...times))).toBe(due)
  })

  it('CMS-04 what is published during a build gets exactly one more, as soon as it has ended', () => {
    const building = [1_000, 1_500, 2_000].reduce(requested, begun(notices(0)))
    expect(dueAt(building)).toBeUndefined()
    const then = ended(building, 9_000, 'done')
    expect(dueAt(then)).toBe(2_300)
    expect(ended(begun(then), 20_000, 'done')).toEqual(IDLE)
  })

  it('CMS-04 a failure that may pass is tried again, ever later, until it has passed', () => {
    let schedule = notices(0)
    const pauses = [1, 2, 3, 4, 5].map((hour) => {
      const now = hour * 3_600_000
      schedule = ended(begun(schedule), now, 'later')
      return (dueAt(schedule) ?? Number.NaN) - now
    })
    const [first, second, last] = RETRY_MS
    expect(pauses).toEqual([first, second, last, last, last])
    expect(ended(begun(schedule), 0, 'done')).toEqual(IDLE)
  })

  it('CMS-04 a failure of the content waits for the editor', () => {
    expect(ended(begun(notices(0)), 1_000, 'failed')).toEqual(IDLE)
  })

  it('CMS-04 who publishes meanwhile does not wait for the next try, and begins anew with them', () => {
    const waiting = ended(begun(notices(0)), 1_000, 'later')
    const schedule = requested(waiting, 5_000)
    expect(schedule).toEqual({
      step: 'waiting',
      wait: { firstAt: 5_000, dueAt: 5_000 + QUIET_MS },
      failures: 0,
    })
  })

  it('a build that nobody asked for, or that never began, is a fault of ours', () => {
    expect(() => begun(IDLE)).toThrow(TypeError)
    expect(() => ended(IDLE, 0, 'done')).toThrow(TypeError)
  })
})

type Step = { after: number; ending: Ending; notice: boolean }

const steps = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 4_000 }),
    ending: fc.constantFrom<Ending>('done', 'failed', 'later'),
    notice: fc.boolean(),
  }),
  { maxLength: 60 },
)

/** Time passes; notices come, builds begin when they are due, and end at the next step without a notice. */
function play(all: readonly Step[]) {
  let schedule: Schedule = IDLE
  let now = 0
  const begins: number[] = []
  const asked: number[] = []
  const beginWhenDue = (until: number) => {
    const due = dueAt(schedule)
    if (due === undefined || due > until) return
    schedule = begun(schedule)
    begins.push(Math.max(due, now))
  }
  for (const { after, ending, notice } of all) {
    beginWhenDue(now + after)
    now += after
    if (notice) {
      asked.push(now)
      schedule = requested(schedule, now)
    } else if (schedule.step === 'building') schedule = ended(schedule, now, ending)
  }
  return { schedule, begins, asked }
}

it('CMS-04 the last notice is always followed by a build or still waits for one, within its time', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { schedule, begins, asked } = play(all)
      const last = asked.at(-1)
      if (last === undefined) return begins.length === 0 && schedule === IDLE
      const isBuilt = begins.some((at) => at >= last)
      if (isBuilt) return true
      const wait = schedule.step === 'waiting' ? schedule.wait : undefined
      const next = schedule.step === 'building' ? schedule.next : wait
      return next !== undefined && next.dueAt <= last + QUIET_MS
    }),
  )
})

it('CMS-04 no more builds begin than were asked for, but the tries after a failure', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { begins, asked } = play(all)
      return begins.length <= asked.length * (1 + RETRY_MS.length)
    }),
  )
})
