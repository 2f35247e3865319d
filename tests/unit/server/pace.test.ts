import { setImmediate as nextLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPace } from '#server/http/pace.ts'

/** The names of the requests in the order in which they began. */
function runner(perLoop: number) {
  const pace = createPace(perLoop)
  const begun: string[] = []
  const ask = (name: string, isFirst = false) => {
    const turn = pace.turn(isFirst)
    if (turn === undefined) begun.push(name)
    else void turn.then(() => begun.push(name))
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
