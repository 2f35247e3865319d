import { randomBytes } from 'node:crypto'
import process from 'node:process'
import type { StaffMember } from '#core/server/caller.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { type CaseRef, callsService } from '#results/server/calls.ts'
import { releasingService } from '#results/server/release-page.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'

export type ResultWorkerStart = {
  readonly url: string
  readonly member: StaffMember
  /** A case of calls, or results as the page of a release showed them: a list for each form. */
  readonly work: { readonly ref: CaseRef } | { readonly releases: readonly (readonly string[])[] }
}

/** A process of its own that records 'spoken to' on the page of a case, or releases results, so that a test can kill it. */
async function run({ url, member, work }: ResultWorkerStart): Promise<void> {
  const database = openSqlDatabase({ url })
  const sealer = createSealer({
    data: [{ id: 'k1', key: randomBytes(32) }],
    lookup: randomBytes(32),
  })
  const nudgeJobs = () => {}
  if ('releases' in work) {
    const disclose = () => Promise.reject(new Error('The form shows nobody.'))
    const releasing = releasingService({ database, sealer, disclose, nudgeJobs })
    for (const shown of work.releases) await releasing.release(member, shown)
  } else {
    const clock = await databaseClock(database)
    const calls = callsService({ database, sealer, clock, nudgeJobs })
    const said = { action: 'spoken-to', details: 'At noon', reason: '' } as const
    await calls.record(member, { ...work.ref, ...said })
  }
}

const [, , start] = process.argv
if (process.send !== undefined && start?.startsWith('{')) {
  await run(JSON.parse(start) as ResultWorkerStart)
}
