import process from 'node:process'
import { describe, expect, inject, it } from 'vitest'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { moneyFaults } from '#tests/integration/invariants/money-faults.ts'
import { type Random, randomOf } from '../random.ts'
import { type End, endOfHistory, expectedEnd, type History, play } from './history.ts'
import { type HistoryWorld, historyWorld } from './history-world.ts'

/** The rest is played by `npm run attack`. */
const HISTORIES = IS_LONG ? 5_000 : 100
const BATCH = 40
const AT_ONCE = 8
const LONGEST_MS = 1_200_000

/** Plays so many histories from the seed on, some of them side by side, and ends them together. */
async function playBatch(world: HistoryWorld, count: number, seed: number): Promise<End[]> {
  const played: { history: History; random: Random }[] = []
  let next = 0
  const player = async () => {
    while (next < count) {
      const random = randomOf(seed + next)
      next += 1
      played.push({ history: await play(world, random), random })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, player))
  await world.sweepAfterHolds()
  const ends: End[] = []
  for (const { history, random } of played) ends.push(await endOfHistory(world, history, random))
  return ends
}

async function playAll(world: HistoryWorld, count: number, seed: number): Promise<End[]> {
  const ends: End[] = []
  while (ends.length < count) ends.push(...(await playBatch(world, BATCH, seed + ends.length)))
  return ends
}

const inWorld = async <Value>(
  options: Parameters<typeof historyWorld>[0],
  run: (world: HistoryWorld) => Promise<Value>,
): Promise<Value> => {
  const world = await historyWorld(options)
  try {
    return await run(world)
  } finally {
    await world.close()
  }
}

const faultsOf = async ({ finalDatabase, provider, faults }: HistoryWorld) => [
  ...faults,
  ...(await moneyFaults(finalDatabase, provider.money())).map(({ violated }) => violated),
]

describe('histories of the provider’s events', () => {
  it(
    `API-05 PAY-07 ${HISTORIES} histories with events twice, late, out of order and forged end as the provider’s truth says`,
    async () => {
      const seed = inject('seed')
      const started = performance.now()
      await inWorld({}, async (world) => {
        const ends = await playAll(world, HISTORIES, seed)
        const counts: Record<string, number> = {}
        for (const { state } of ends) counts[state] = (counts[state] ?? 0) + 1
        const seconds = Math.round((performance.now() - started) / 1000)
        process.stdout.write(
          `histories from seed ${seed}: ${JSON.stringify({ ...counts, seconds })}\n`,
        )
        expect(ends.filter((end) => end.state !== expectedEnd(end))).toEqual([])
        expect(await faultsOf(world)).toEqual([])
        expect(Object.keys(counts).sort()).toEqual(['booked', 'declined', 'refunded'])
      })
    },
    LONGEST_MS,
  )

  it('refunds without their key at the provider do not pass', async () => {
    await inWorld({ forgetsKeys: true }, async (world) => {
      await playAll(world, BATCH, inject('seed'))
      expect(await faultsOf(world)).toContain('more is back than was taken')
    })
  })
})
