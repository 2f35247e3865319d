import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import type { LabDatabase } from '#tests/integration/results/lab-database.ts'
import type { ResultWorkerStart } from '#tests/integration/results/result-worker.ts'

const WORKER = fileURLToPath(new URL('./result-worker.ts', import.meta.url))

/** Does the work in another process, and ends that with kill -9 while it queues the mail about this result. */
export async function killAtMail(
  { test, database }: Pick<LabDatabase, 'test' | 'database'>,
  resultId: string,
  start: Omit<ResultWorkerStart, 'url'>,
): Promise<void> {
  await database.query(
    `create function app.wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`,
  )
  await database.query(
    `create trigger wait_for_test before insert on app.jobs for each row
       when (new.payload ->> 'result_id' = '${resultId}') execute function app.wait_for_test()`,
  )
  await database.transaction(async ({ kysely }) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(kysely)
    const all: ResultWorkerStart = { ...start, url: test.url }
    const child = fork(WORKER, [JSON.stringify(all)], { execArgv: [] })
    const ended = once(child, 'exit')
    await waitForLockWait(database)
    child.kill('SIGKILL')
    await ended
  })
  await database.query('drop function app.wait_for_test cascade')
}
