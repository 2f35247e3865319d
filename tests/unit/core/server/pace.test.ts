import { setImmediate as nextLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPace } from '#core/server/http/pace.ts'

/** The names of the requests in the order in which they began. */
function runner(perLoop: number, leastWaiting = 100, now = () => 0) {
  const pace = createPace(perLoop, leastWaiting, now)
  const begun: string[] = []
  const ask = (name: string, isFirst = false) => {
    const turn = pace.turn(isFirst)
    if (turn === 'too-many') return false
    if (turn === undefined) begun.push(name)
    else void turn.then(() => begun.push(name))
    return true
  }
  return { begun, ask }
}

it('API-06 without load a request begins at once', async () => {
  const { begun, ask } = runner(2)
  for (const name of ['a', 'b', 'c']) {
    ask(name)
    expect(begun.at(-1)).toBe(name)
    await nextLoop()
  }
})

it('API-06 of many requests a few begin in each turn of the loop, in their order, changes first', async () => {
  const { begun, ask } = runner(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name)
  ask('hold', true)
  expect(begun).toEqual(['a', 'b'])
  await nextLoop()
  expect(begun).toEqual(['a', 'b', 'hold', 'c'])
  ask('f')
  await nextLoop()
  expect(begun).toEqual(['a', 'b', 'hold', 'c', 'd', 'e'])
  await nextLoop()
  expect(begun).toEqual(['a', 'b', 'hold', 'c', 'd', 'e', 'f'])
  await nextLoop()
  ask('g')
  expect(begun.at(-1)).toBe('g')
})

it('API-06 a request that would wait longer than eight seconds is refused at once, a read or a change', async () => {
  let ms = 0
  const { ask } = runner(2, 3, () => ms)
  // Two begin at once, three may wait.
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(ask(name)).toBe(true)
  expect(ask('f')).toBe(false)
  for (const name of ['p', 'q', 'r']) expect(ask(name, true)).toBe(true)
  expect(ask('s', true)).toBe(false)
  while (ms < 10) {
    await nextLoop()
    ms += 1
  }
  // Eight began in this second, and two more at once: so 80 begin in eight.
  ms = 1_000
  expect(Array.from({ length: 99 }, (_, n) => ask(String(n))).filter(Boolean)).toHaveLength(2 + 80)
})

it('API-06 many changes leave a quarter of the turns to reads', async () => {
  const { begun, ask } = runner(4)
  for (let n = 0; n < 20; n += 1) ask(`change ${n}`, true)
  for (let n = 0; n < 5; n += 1) ask(`read ${n}`)
  await nextLoop()
  expect(begun.slice(4)).toEqual(['change 4', 'change 5', 'change 6', 'read 0'])
})
