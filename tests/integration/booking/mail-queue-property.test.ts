import fc from 'fast-check'
import { expect, it } from 'vitest'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import { runNextJob } from '#app/jobs/loop.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { createOutbox } from './outbox.ts'
import { createPatients, runScenario, steps } from './queue-scenario.ts'

const RUNS = 60

const test = perFile(() => testDatabase({ poolMax: 1 }))

/** Replaces `app.claim_job` while `work` runs by a copy in which `search` is replaced. */
async function withChangedClaim<Value>(
  search: RegExp,
  replacement: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const restore = await patchFunction(test.database, 'app.claim_job', (text) =>
    text.replace(search, replacement),
  )
  try {
    return await work()
  } finally {
    await restore()
  }
}

/** The faults of the first sequence of steps that has some. */
async function findFaults(): Promise<string[]> {
  const patients = await createPatients(test.database)
  let found: string[] = []
  const property = fc.asyncProperty(steps, async (played) => {
    found = await runScenario(test.database, patients, played)
    return found.length === 0
  })
  const { failed } = await fc.check(property, { numRuns: RUNS, endOnFailure: true })
  return failed ? found : []
}

it('BOOK-10 whatever fails, mails about one appointment are sent in order, urgent ones first, and none is lost', async () => {
  expect(await findFaults()).toEqual([])
})

it.each([
  [
    'superseding',
    /update app\.jobs set done_at[^;]*;/,
    '',
    'an earlier mail came after a later one',
  ],
  [
    'the earlier mail in place of the head',
    /select pg_catalog\.min\(job_id\) into v_job/,
    'select v_job into v_job',
    'a mail was superseded that could have been sent',
  ],
  [
    'waiting for a mail that is being sent',
    /earlier\.locked_until > \$2/,
    'false',
    'a mail was claimed that could not be sent',
  ],
  ['the priority', /else 'j\.priority, ' end/, "else '' end", 'an urgent mail waited'],
])('BOOK-10 without %s the same check fails', async (_, search, replacement, fault) => {
  expect(await withChangedClaim(search, replacement, findFaults)).toContain(fault)
})

/** Key of the advisory lock that a claim waits for just before its lease. */
const GATE = 4711
const CLAIMS = 3

/** Five mails, three claims that all have begun before the first leases; the number of mails that were sent. */
async function sendTogether(): Promise<number> {
  const outbox = createOutbox()
  await test.database.query(`select set_config('app.clock_offset', '0', false)`)
  await test.database.query('delete from app.jobs')
  for (let n = 0; n < 5; n += 1) {
    const profile = await buildProfile(test.database, { is_verified: false })
    await enqueueVerifyEmail(test.database, profile, 'x')
  }
  const deps = await outbox.depsFor(test.open({ poolMax: CLAIMS }))
  const loop = async () => {
    while (await runNextJob(deps));
  }
  await test.database.query('select pg_advisory_lock($1)', [GATE])
  const loops = Array.from({ length: CLAIMS }, loop)
  await expect.poll(waitingClaims, { timeout: 30_000 }).toBe(CLAIMS)
  await test.database.query('select pg_advisory_unlock($1)', [GATE])
  await Promise.all(loops)
  return outbox.sent.length
}

/** The claims that wait: at the gate, or for another claim's lock. */
async function waitingClaims(): Promise<number> {
  const { rows } = await test.database.query<{ claims: number }>(
    `select count(*)::int as claims from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
  )
  return rows[0]?.claims ?? 0
}

const gate = `perform pg_catalog.pg_advisory_xact_lock_shared(${GATE});\n  return query`

it('BOOK-10 processes that claim at the same time send each mail once', async () => {
  expect(await withChangedClaim(/return query/, gate, sendTogether)).toBe(5)
})

it('BOOK-10 without the lock of a claim, the same processes send mails twice', async () => {
  const search = /perform pg_catalog\.pg_advisory_xact_lock[^;]*;([\s\S]*?)return query/
  expect(await withChangedClaim(search, `$1${gate}`, sendTogether)).toBeGreaterThan(5)
})
