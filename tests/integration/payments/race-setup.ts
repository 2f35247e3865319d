import { beforeAll } from 'vitest'
import { lazyProxy } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { inState, settle } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

export const ROUNDS = 12

type Call<Subject> = (db: SqlDatabase, subject: Subject) => Promise<unknown>

/** A call of a race: the provider says that the money is taken. */
export const paid = (db: SqlDatabase, { paymentId }: { paymentId: string }) => settle(db, paymentId)

/** Calls at the same time, over two pools, as two processes have. Registers the hooks of the test file. */
export function raceSetup() {
  const { at, db: one, open } = databaseSetup()
  let second: SqlDatabase
  beforeAll(() => {
    second = open()
  })
  // The database of the file closes it.
  const two = lazyProxy(() => second)
  return {
    at,
    one,
    two,
    capturing: () => inState(one, 'capturing'),

    /** Runs both at the same time, in the order of the calls and the other way round, and looks at each end. */
    async race<Subject>(
      make: () => Promise<Subject>,
      [first, other]: readonly [Call<Subject>, Call<Subject>],
      look: (subject: Subject) => Promise<void>,
    ): Promise<void> {
      for (let round = 0; round < ROUNDS; round += 1) {
        const subject = await make()
        const calls = [() => first(one, subject), () => other(two, subject)]
        if (round % 2 === 1) calls.reverse()
        await Promise.all(calls.map((call) => call()))
        await look(subject)
      }
    },
  }
}
