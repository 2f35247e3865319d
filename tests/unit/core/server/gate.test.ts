import { expect, it } from 'vitest'
import { createGate } from '#core/server/http/gate.ts'
import { testSite } from '../../app/test-site.ts'

it('API-06 a gate lets in as many as it has room for, and another for each that leaves', () => {
  const gate = createGate(2)
  const first = gate.enter()
  const second = gate.enter()
  expect(gate.enter()).toBeUndefined()
  first?.()
  expect(gate.enter()).toBeDefined()
  expect(gate.enter()).toBeUndefined()
  second?.()
  expect(gate.enter()).toBeDefined()
})

it('BOOK-06 requests of a patient who holds a place are admitted when others are refused', () => {
  const gate = createGate(2)
  gate.enter()
  gate.enter()
  expect(gate.enter()).toBeUndefined()
  expect(gate.enter(true)).toBeDefined()
  expect(gate.enter(true)).toBeDefined()
  expect(gate.enter(true)).toBeUndefined()
})

it('API-06 a gate has room for what is answered in two seconds', () => {
  let ms = 0
  const gate = createGate(1, () => ms)
  const enterAll = () => {
    const inside: (() => void)[] = []
    for (let leave = gate.enter(); leave; leave = gate.enter()) inside.push(leave)
    return inside
  }
  // 100 in one second.
  for (let n = 0; n < 100; n += 1) gate.enter()?.()
  expect(enterAll()).toHaveLength(1)
  ms = 1_000
  const inside = enterAll()
  expect(inside).toHaveLength(199)
  // Nothing is answered for a second: no room beyond the least.
  ms = 2_000
  expect(enterAll()).toHaveLength(0)
  for (const leave of inside) leave()
  ms = 3_000
  expect(enterAll().length).toBeGreaterThan(199)
})

it('API-06 refused requests return at random within the time that all of them need, ten seconds at most', () => {
  let ms = 0
  let chance = 0
  const gate = createGate(
    20,
    () => ms,
    () => chance,
  )
  /** Refuses requests, then tells the shortest and the longest time that the next one may be told. */
  const refuse = (count: number) => {
    chance = 0
    for (let n = 0; n < count; n += 1) {
      expect(gate.enter()).toBeUndefined()
      gate.retryAfter()
    }
    const first = gate.retryAfter()
    chance = 0.999
    return [first, gate.retryAfter()]
  }
  for (let n = 0; n < 20; n += 1) gate.enter()
  // Ten a second are answered: 20 inside and 10 who wait need three seconds, 20 and 1,000 far more than ten.
  expect(refuse(9)).toEqual([2, 3])
  expect(refuse(990)).toEqual([2, 10])
  // All who were refused should have come back.
  ms = 20_000
  expect(refuse(0)).toEqual([2, 2])
})

it('API-06 SITE-12 without room a page on demand answers the 503 page at once, and files are served', async () => {
  const full = await testSite({ most: 0 })
  const { status, headers, body } = await full.ask('/event/1')
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('2')
  expect(String(body)).toBe('<h1>Not available</h1>')
  expect((await full.ask('/news')).status).toBe(200)
  expect((await full.ask('/_astro/page.css')).status).toBe(200)
  await full.close()
})

it('SITE-12 a page that has been sent, or whose visitor has left, makes room again', async () => {
  const narrow = await testSite({ most: 1 })
  for (const path of ['/event/1', '/throw', '/nothing', '/event/1']) {
    expect((await narrow.ask(path)).status).not.toBe(503)
  }
  await expect(narrow.ask('/cut')).rejects.toThrow()
  expect((await narrow.ask('/event/1')).status).toBe(200)
  await narrow.close()
})
