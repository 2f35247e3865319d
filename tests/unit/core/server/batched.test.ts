import { setImmediate as nextLoop } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batched } from '#core/server/database/batched.ts'

/** Statements that end when the test says so. */
function heldStatements() {
  const asked: { keys: readonly string[]; end(error?: Error): void }[] = []
  const ask = (keys: readonly string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      const found = new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `<${key}>`]))
      asked.push({ keys, end: (error) => (error ? reject(error) : resolve(found)) })
    })
  return { asked, ask }
}

describe('AUTH-10 look-ups of sessions share statements', () => {
  it('a look-up is asked at once, and those that arrive meanwhile share the next statement', async () => {
    const { asked, ask } = heldStatements()
    const find = batched(ask, { atOnce: 1, most: 100 })
    const answers = ['a', 'b', 'unknown', 'b'].map(find)
    expect(asked.map(({ keys }) => keys)).toEqual([['a']])
    asked[0]?.end()
    expect(await answers[0]).toBe('<a>')
    await nextLoop()
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'unknown']])
    asked[1]?.end()
    expect(await Promise.all(answers)).toEqual(['<a>', '<b>', undefined, '<b>'])
  })

  it('a key that is asked for again while its statement runs is asked again: the answer must not be older', async () => {
    const { asked, ask } = heldStatements()
    const find = batched(ask, { atOnce: 1, most: 100 })
    const [first, second] = [find('a'), find('a')]
    asked[0]?.end()
    await first
    await nextLoop()
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a']])
    asked[1]?.end()
    expect(await second).toBe('<a>')
  })

  it('a statement that fails fails only its own look-ups', async () => {
    const { asked, ask } = heldStatements()
    const find = batched(ask, { atOnce: 1, most: 100 })
    const [first, second] = [find('a'), find('b')]
    asked[0]?.end(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    await nextLoop()
    asked[1]?.end()
    expect(await second).toBe('<b>')
  })

  it('every look-up gets the value of its own key, within the limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        async (keys, atOnce, most) => {
          let running = 0
          const ask = async (wanted: readonly string[]) => {
            running += 1
            expect(running).toBeLessThanOrEqual(atOnce)
            expect(wanted.length).toBeLessThanOrEqual(most)
            await Promise.resolve()
            running -= 1
            return new Map(wanted.map((key) => [key, `<${key}>`]))
          }
          const find = batched(ask, { atOnce, most })
          expect(await Promise.all(keys.map((key) => find(String(key))))).toEqual(
            keys.map((key) => `<${key}>`),
          )
        },
      ),
    )
  })
})
