import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createLive } from '#content/server/publishing/releases/live.ts'
import type { Build } from '#content/server/publishing/releases/open-build.ts'

const build = (dir: string) => ({ dir }) as Build
const response = () => new EventEmitter() as ServerResponse
const [first, one, two, three] = ['first', 'one', 'two', 'three'].map(build) as [
  Build,
  Build,
  Build,
  Build,
]

describe('the live build', () => {
  it('CMS-04 a running request keeps its build and the older ones after later switches', () => {
    const live = createLive(first)
    live.switchTo(one)
    const running = response()
    const view = live.acquire(running)
    live.switchTo(two)
    live.switchTo(three)
    expect([view.build, view.older]).toEqual([one, [first]])
    expect(live.isInUse('one')).toBe(true)
    running.emit('close')
    expect(live.isInUse('one')).toBe(false)
  })

  it('CMS-04 only the first, the live and the previous build are in use', () => {
    const live = createLive(first)
    for (const next of [one, two, three]) live.switchTo(next)
    expect(['first', 'one', 'two', 'three'].map(live.isInUse)).toEqual([true, false, true, true])
    expect(live.acquire(response()).older).toEqual([two, first])
  })

  it('after a rollback the newer build counts as the previous one', () => {
    const live = createLive(first, two, one)
    live.switchTo(one)
    expect(live.acquire(response())).toEqual({ build: one, older: [two, first] })
    live.switchTo(first)
    expect(live.acquire(response()).older).toEqual([one])
  })

  it('switching to the live build changes nothing', () => {
    const live = createLive(first, one)
    live.switchTo(build('one'))
    expect(live.current).toBe(one)
  })
})
