import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refuseForeign } from '#account/server/foreign-access.ts'
import type { Account } from '#core/server/caller.ts'
import { LIMITS, RECORDED_FOREIGN_ACCESSES } from '#core/server/config/limits.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { CONTEXT } from '#tests/integration/booking/booking-setup.ts'

const test = perFile(testDatabase)

const newCaller = (): Account => {
  const userId = randomUUID()
  return { sessionId: randomUUID(), userId, email: `${userId}@example.test`, profileId: 7 }
}

const entriesOf = async ({ userId }: Account): Promise<number[]> => {
  const { rows } = await test.database.query<{ attempts: number }>(
    `select attempts from app.audit_log
      where actor_user_id = $1 and action = 'foreign-access-refused' order by audit_id`,
    [userId],
  )
  return rows.map(({ attempts }) => attempts)
}

async function tryIds(caller: Account, count: number): Promise<void> {
  for (let id = 0; id < count; id += 1) {
    await refuseForeign(test.database, caller, `profile:${id}`, CONTEXT)
  }
}

describe('refused accesses to others’ data', () => {
  it('API-08 the first ones are all recorded, a long series by the logarithm of its length, with its count', async () => {
    const caller = newCaller()
    await tryIds(caller, 1_000)
    const first = Array.from({ length: RECORDED_FOREIGN_ACCESSES }, (_, n) => n + 1)
    expect(await entriesOf(caller)).toEqual([...first, 40, 80, 160, 320, 640])
  })

  it('API-08 are counted per account and hour', async () => {
    const [caller, other] = [newCaller(), newCaller()]
    await tryIds(caller, RECORDED_FOREIGN_ACCESSES + 1)
    await tryIds(other, 1)
    expect(await entriesOf(other)).toEqual([1])
    const later = test.open({
      clockOffsetSeconds: LIMITS.foreignAccessPerAccount.seconds + 1,
    })
    await refuseForeign(later, caller, 'profile:1', CONTEXT)
    expect((await entriesOf(caller)).slice(-2)).toEqual([RECORDED_FOREIGN_ACCESSES, 1])
  })
})
