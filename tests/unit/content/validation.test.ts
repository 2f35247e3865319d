import { describe, expect, it } from 'vitest'
import { askLake } from '../../../schemas/ask-lake.ts'
import { isUniqueYear } from '../../../schemas/uniqueness.ts'
import { ownMessages } from '../../../studio/messages.ts'

describe('validation in the Studio', () => {
  it('CMS-15 a check is repeated while the connection is lost', async () => {
    let attempts = 0
    const waits: number[] = []
    const ask = async () => {
      attempts += 1
      if (attempts < 4) throw new Error('Request error')
      return 'answer'
    }
    const wait = async () => void waits.push(attempts)
    expect(await askLake(ask, wait)).toBe('answer')
    expect(waits).toEqual([1, 2, 3])
  })

  it('CMS-15 a check that never succeeds ends with its error', async () => {
    let attempts = 0
    const ask = () => {
      attempts += 1
      return Promise.reject(new Error(`Request error ${attempts}`))
    }
    await expect(askLake(ask, async () => undefined)).rejects.toThrow('Request error 100')
  })

  it('CMS-15 a year is taken when another document has it, as draft or published', async () => {
    const asked: unknown[] = []
    const contextWith = (count: number) =>
      ({
        document: { _id: 'drafts.one', _type: 'yearStatistics' },
        getClient: () => ({
          fetch: async (_: string, params: unknown) => {
            asked.push(params)
            return count
          },
        }),
      }) as unknown as Parameters<typeof isUniqueYear>[1]
    expect(await isUniqueYear(2024, contextWith(0))).toBe(true)
    expect(await isUniqueYear(2024, contextWith(1))).toBe(false)
    expect(asked[0]).toEqual({ type: 'yearStatistics', id: 'one', value: 2024 })
  })

  it('CMS-15 our messages use no words of the program, and say how to convert HEIC', () => {
    const messages = ownMessages('en-GB').flatMap(({ resources }) => Object.values(resources))
    const strange = messages.filter((text) =>
      /slug|scheme|exception|regex|pattern|schema|console|revision/i.test(String(text)),
    )
    expect(strange).toEqual([])
    expect(messages.join(' ')).toContain('HEIC')
  })
})
