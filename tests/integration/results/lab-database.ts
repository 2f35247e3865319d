import { expect } from 'vitest'
import { recordCall } from '#results/server/calls.ts'
import type { CallKind } from '#results/server/database/results-calls.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  CLINICIAN,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { importValue } from '#tests/integration/results/result-steps.ts'

/** A database with tubes that were taken, for one test file. */
export type LabDatabase = Awaited<ReturnType<typeof labDatabase>>

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const readResults = (database: SqlDatabase) => ({
  /** What the portal's view has of a result; undefined when it is not there. */
  async shown(id: string) {
    const { rows } = await database.query<Record<string, unknown>>(
      'select state, corrected, finding_sealed, light_sealed, comments_sealed, retest_on_sealed from app.released_results where result_id = $1',
      [id],
    )
    return rows[0]
  },
  /** The rows of a tube that wait because of their value. */
  async waitingRowsOf({ label }: TakenTube): Promise<string[]> {
    const { rows } = await database.query<{ id: string }>(
      `select row_id as id from app.lab_rows where label = $1 and reasons = '{value-implausible}'`,
      [label],
    )
    return rows.map(({ id }) => id)
  },
  /** The templates of the mails that were queued for a result. */
  async mailsOf(id: string): Promise<string[]> {
    const { rows } = await database.query<{ template: string }>(
      `select payload ->> 'template' as template from app.jobs where payload ->> 'result_id' = $1 order by job_id`,
      [id],
    )
    return rows.map(({ template }) => template)
  },
})

/** Takes a tube of each of `count` patients, at most 52. `close` also checks the invariants. */
export async function labDatabase(count: number) {
  const test = await testDatabase()
  const { database } = test
  const people = Array.from({ length: count }, (_, at) => ({
    surname: `Harbour${LETTERS.charAt(at % 26).repeat(at < 26 ? 1 : 2)}`,
    forename: 'Edwin',
    birthDate: '1961-02-03',
  }))
  const tubes = await takeTubes(database, people)
  const nextTube = (): TakenTube => {
    const tube = tubes.shift()
    if (tube === undefined) throw new Error('There is no tube left.')
    return tube
  }
  return {
    test,
    database,
    nextTube,
    /** A result with this value that waits for its colour. */
    async matched(value = '1.20') {
      const tube = nextTube()
      return { tube, value, id: await importValue(database, tube, value) }
    },
    release: (id: string, by = CLINICIAN) => releaseResults(database, [id], by),
    /** Releases one result by name, as a red one needs. */
    releaseAlone: (id: string, reason?: string, on: SqlDatabase = database) =>
      releaseResults(on, [id], CLINICIAN, { reason }),
    /** Records a call. */
    call: (id: string, kind: CallKind = 'spoken-to', on: SqlDatabase = database) =>
      recordCall({ database: on, sealer }, id, { kind, details: 'At noon', by: CLINICIAN }),
    ...readResults(database),
    async close() {
      expect(await findViolations(database)).toEqual([])
      await test.close()
    },
  }
}
