import { describe, expect, inject, it } from 'vitest'
import { playCrashes } from './crash.ts'

describe('kill -9 at random moments of 300 random edits', () => {
  it('CMS-02 loses no acknowledged transaction and leaves no partial one', async () => {
    const seed = inject('seed')
    const { acknowledged, faults } = await playCrashes({ seed, edits: 300, kills: 3 })
    expect(faults).toEqual([])
    expect(acknowledged).toBeGreaterThanOrEqual(300)
  })

  it('CMS-02 loses none and leaves no partial one while the log is compacted', async () => {
    const program = 'compacting-lake'
    const { faults } = await playCrashes({ seed: inject('seed'), edits: 60, kills: 2, program })
    expect(faults).toEqual([])
  })

  it.each(['hasty', 'halving', 'forgetful'])(
    'CMS-02 finds the fault of a %s lake with the same edits',
    async (fault) => {
      // It stops at the first one: so many kills only where chance is against it. A fault of this lake lasts 200 ms,
      // and the end comes well within, however slow the machine is.
      const game = { seed: inject('seed'), edits: 120, kills: 12, latestMs: 100 }
      const { faults } = await playCrashes({ ...game, program: 'faulty-lake', fault })
      expect(faults).not.toEqual([])
    },
  )
})
