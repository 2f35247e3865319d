import { randomBytes } from 'node:crypto'
import process from 'node:process'
import type { StaffMember } from '#core/server/caller.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { type CaseRef, callsService } from '#results/server/calls.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'

export type CallWorkerStart = {
  readonly url: string
  readonly member: StaffMember
  readonly ref: CaseRef
}

/** A process of its own that records 'spoken to' on the page of a case, so that a test can kill it. */
async function run({ url, member, ref }: CallWorkerStart): Promise<void> {
  const database = openSqlDatabase({ url })
  const sealer = createSealer({
    data: [{ id: 'k1', key: randomBytes(32) }],
    lookup: randomBytes(32),
  })
  const clock = await databaseClock(database)
  const calls = callsService({ database, sealer, clock, nudgeJobs() {} })
  await calls.record(member, { ...ref, action: 'spoken-to', details: 'At noon' })
}

const [, , start] = process.argv
if (process.send !== undefined && start?.startsWith('{')) {
  await run(JSON.parse(start) as CallWorkerStart)
}
