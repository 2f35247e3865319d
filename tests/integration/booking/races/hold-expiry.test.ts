import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Operation, perform } from '#tests/integration/booking/races/operations.ts'

const test = perFile(testDatabase)

describe('a hold that expires while it is being replaced', () => {
  it('BOOK-07 I5: the new hold is created when another transaction expires the old one', async () => {
    const [first, second] = [await buildEvent(test.database), await buildEvent(test.database)]
    const profile = await buildProfile(test.database)
    const hold = async (event: number): Promise<Operation> => {
      const slot = (await slotsOf(test.database, event))[0]?.toISOString() ?? ''
      return { do: 'hold', event, slot, profile, key: `key-of-${event}`, minutes: 15 }
    }
    const { appointment } = await perform(test.database, await hold(first))
    const next = await hold(second)
    const replaced = await test.database.transaction(async ({ kysely }) => {
      await sql`select from app.appointments where appointment_id = ${appointment} for update`.execute(
        kysely,
      )
      const waiting = perform(test.database, next)
      await waitForLockWait(test.database)
      await sql`
        update app.appointments set status = 'expired', hold_expires_at = app.clock_now()
         where appointment_id = ${appointment}`.execute(kysely)
      return { waiting }
    })
    expect(await replaced.waiting).toMatchObject({ reason: null, appointment: expect.any(String) })
  })
})
