import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { londonDate, londonTime } from '#domain/time.ts'
import { prepareAuth } from '#local/auth/prepare-auth.ts'
import { backUpDatabase } from '#server/operations/backup/back-up.ts'
import {
  MANIFEST,
  type Manifest,
  newManifest,
  readBackup,
} from '#server/operations/backup/manifest.ts'
import { restoreDatabase } from '#server/operations/backup/restore.ts'
import { checkKeys } from '#server/operations/check-keys.ts'
import { endHold, heldMails } from '#server/operations/held-mails.ts'
import { claimJob } from '#server/repositories/jobs/queue.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import {
  bookWithAnswers,
  createCanaries,
  signUpWithNumber,
} from '#tests/integration/encryption/canary-requests.ts'
import { allRows } from '#tests/integration/encryption/plaintext-search.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const OPERATOR = 'Ada Quill'

let service: TestService
let folder: string
let manifest: Manifest
const targets: TestDatabase[] = []

/** Commits an event and its audit entry together, until `isOver`; answers how many. */
async function writeMeanwhile(isOver: () => boolean): Promise<number> {
  let written = 0
  while (!isOver()) {
    await service.db.database.transaction(async (transaction) => {
      await transaction.kysely
        .insertInto('error_log')
        .values({ at: new Date(), description: 'pair', message: `pair ${written}` })
        .execute()
      await transaction.kysely
        .insertInto('audit_log')
        .values({ at: new Date(), action: 'pair', subject: `pair ${written}` })
        .execute()
    })
    written += 1
  }
  return written
}

async function backUp(to: string): Promise<Manifest> {
  const database = await backUpDatabase(service.db.url, to)
  const made = newManifest({ version: '0', createdAt: 'then', ...database, lake: null })
  writeFileSync(join(to, MANIFEST), JSON.stringify(made))
  return made
}

beforeAll(async () => {
  service = await testService()
  const { database } = service.db
  await checkKeys(database, service.env.keys)
  const eventId = await buildEvent(database)
  const [slot = new Date()] = await slotsOf(database, eventId)
  const visitor = service.visitor()
  const canaries = createCanaries()
  const email = 'kept@example.org'
  await signUpWithNumber(visitor, email, canaries)
  const { rows } = await database.query<{ profile_id: number }>(
    'select profile_id from app.profiles',
  )
  const profileId = rows[0]?.profile_id ?? 0
  const at = { day: londonDate(slot), time: londonTime(slot) }
  await bookWithAnswers(visitor, { email, profileId, eventId, ...at }, canaries)
  await service.mailsSettled()
  // Texts that COPY must escape, and a mail that waits.
  await buildProfile(database, {
    first_name: 'Tab\tand\\nline\nand \\N',
    occupation: '',
    nhs_number_sealed: Buffer.from([0, 1, 255]),
  })
  await database.query(
    `insert into app.jobs (kind, dedupe_key, payload, run_at)
     values ('mail', 'waits', '{"template": "verify-email", "profile_id": 1}', now() + interval '1 day')`,
  )
  // A refund that waits.
  await database.query(
    `insert into app.payments (payment_id, event_id, amount_pence, state, order_id, capture_id, captured_pence, captured_at, created_at,
       updated_at, concluded_at)
     values (gen_random_uuid(), $1, 2500, 'refund_due', 'O', 'C', 2500, now(), now(), now(), now())`,
    [eventId],
  )
  await database.query(
    `with asked as (
       insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on)
       select payment_id, 2500, 'no-place', now(), '2027-01-04' from app.payments returning refund_id)
     insert into app.jobs (kind, dedupe_key, payload, run_at)
     select 'refund', refund_id, jsonb_build_object('refund_id', refund_id), now() + interval '1 day' from asked`,
  )
  folder = mkdtempSync(join(tmpdir(), 'halyard-backup-'))
  let over = false
  const writing = writeMeanwhile(() => over)
  manifest = await backUp(folder)
  over = true
  await writing
})
afterAll(async () => {
  for (const target of targets) await target.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

/** An empty database with the identity service's tables. */
async function emptyTarget(): Promise<TestDatabase> {
  const target = await testDatabase()
  targets.push(target)
  await prepareAuth(target.url)
  return target
}

const restoreOf = (more = {}) => ({
  folder,
  manifest,
  keys: service.env.keys,
  operator: OPERATOR,
  replace: false,
  ...more,
})

describe('backup and restore', () => {
  it('OPS-03 restores every row, sequence and rule, from one moment while the site writes', async () => {
    const target = await emptyTarget()
    await readBackup(folder)
    const { heldMails: held } = await restoreDatabase(target.url, restoreOf())
    expect(held).toBeGreaterThan(0)
    const { database } = target
    const pairs = await database.query<{ errors: number; entries: number }>(
      `select (select count(*) from app.error_log where description = 'pair') as errors,
              (select count(*) from app.audit_log where action = 'pair') as entries`,
    )
    expect(pairs.rows[0]?.errors).toBe(pairs.rows[0]?.entries)

    const [before, after] = [await allRows(service.db.database), await allRows(database)]
    const grown = ['app.error_log', 'app.audit_log', 'app.jobs', 'app.rate_limits']
    const sorted = (rows = '') => rows.split('\n').sort()
    for (const [table, rows] of before) {
      if (!grown.includes(table)) expect(sorted(after.get(table)), table).toEqual(sorted(rows))
    }
    expect(after.get('app.jobs')).toContain('infinity')
    expect(sorted(before.get('app.rate_limits')).length).toBeGreaterThan(0)
    expect(await findViolations(database)).toEqual([])
    expect((await checkKeys(database, service.env.keys)).faults).toEqual([])

    const ids = await database.query<{ most: number }>(
      'select max(profile_id) as most from app.profiles',
    )
    expect(await buildProfile(database)).toBe((ids.rows[0]?.most ?? 0) + 1)
    await expect(database.query('truncate app.consents')).rejects.toThrow(/append-only/)
    await expect(database.query('delete from app.consents')).rejects.toThrow(/append-only/)
    const { rows } = await database.query(
      "select operator, subject from app.audit_log where action = 'restored'",
    )
    expect(rows).toEqual([{ operator: OPERATOR, subject: 'backup:then' }])
  })

  it('OPS-03 holds the restored mails until an operator sends or discards them', async () => {
    const database = targets[0]?.database
    if (database === undefined) throw new Error('Nothing was restored.')
    await database.query('update app.jobs set run_at = now() where done_at is null')
    expect(await heldMails(database)).toMatch(/^\d+ verify-email, the oldest of 20/m)
    const waiting = await database.query<{ n: number }>(
      "select count(*) as n from app.jobs where locked_until = 'infinity'",
    )
    const claimed = await claimJob(database, ['mail'], 60, 'urgent-first')
    expect(claimed).toBeUndefined()
    // Its key makes it once.
    expect(await claimJob(database, ['refund'], 60, 'urgent-first')).toBeDefined()
    expect(await endHold(database, 'release', OPERATOR)).toBe(waiting.rows[0]?.n)
    expect(await claimJob(database, ['mail'], 60, 'urgent-first')).toBeDefined()
    expect(await heldMails(database)).toBe('No mail is held.\n')
    expect(await endHold(database, 'discard', OPERATOR)).toBe(0)
  })

  it('OPS-03 refuses data without --replace, a running site, other keys and a newer version, and changes nothing', async () => {
    const target = await emptyTarget()
    await expect(
      restoreDatabase(
        target.url,
        restoreOf({ keys: { ...service.env.keys, lookup: Buffer.alloc(32) } }),
      ),
    ).rejects.toThrow(/LOOKUP_KEY is not the one/)
    const other = [{ id: 'other', key: Buffer.alloc(32) }]
    await expect(
      restoreDatabase(target.url, restoreOf({ keys: { ...service.env.keys, data: other } })),
    ).rejects.toThrow(/lacks the keys of this database/)
    const newer = [...manifest.migrations, { version: '29990101000000', name: 'x', statements: [] }]
    await expect(
      restoreDatabase(target.url, restoreOf({ manifest: { ...manifest, migrations: newer } })),
    ).rejects.toThrow(/newer version/)

    await buildProfile(target.database, { email: 'there@example.org' })
    await expect(restoreDatabase(target.url, restoreOf())).rejects.toThrow(/site is running/)
    const stopped = new Client({ connectionString: target.url })
    await stopped.connect()
    const email = async () =>
      (await stopped.query<{ email: string }>('select email from app.profiles order by 1')).rows
    await endPools(stopped)
    await expect(restoreDatabase(target.url, restoreOf())).rejects.toThrow(/has data \("app"/)
    expect(await email()).toEqual([{ email: 'there@example.org' }])
    // A wrong number of rows is found at the end of the first table: everything is rolled back.
    const [first, ...others] = manifest.tables.filter(({ rows }) => rows > 0)
    const wrong = { ...manifest, tables: [{ ...first, rows: 99_999 }, ...others] }
    await expect(
      restoreDatabase(target.url, restoreOf({ manifest: wrong, replace: true })),
    ).rejects.toThrow(/the manifest says 99999/)
    expect(await email()).toEqual([{ email: 'there@example.org' }])
    await restoreDatabase(target.url, restoreOf({ replace: true }))
    expect(await email()).toContainEqual({ email: 'kept@example.org' })
    expect(await email()).not.toContainEqual({ email: 'there@example.org' })
    await stopped.end()
  })

  it('OPS-03 refuses a damaged or incomplete backup, and has no key in it', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'halyard-damaged-'))
    const made = await backUpDatabase(service.db.url, copy)
    await expect(readBackup(copy)).rejects.toThrow(/no readable manifest/)
    const whole = newManifest({ version: '0', createdAt: 'now', ...made, lake: null })
    writeFileSync(join(copy, MANIFEST), JSON.stringify(whole))
    expect((await readBackup(copy)).tables).toHaveLength(made.tables.length)
    const { file = '' } = made.tables.find(({ name }) => name === 'profiles') ?? {}
    appendFileSync(join(copy, file), 'x')
    await expect(readBackup(copy)).rejects.toThrow(/profiles.copy.gz is changed/)
    rmSync(join(copy, file))
    await expect(readBackup(copy)).rejects.toThrow(/profiles.copy.gz is missing/)
    writeFileSync(join(copy, MANIFEST), JSON.stringify({ ...whole, format: 2 }))
    await expect(readBackup(copy)).rejects.toThrow(/another version/)
    const content = readFileSync(join(folder, MANIFEST), 'utf8')
    const { data, lookup } = service.env.keys
    for (const key of [...data.map((one) => one.key), lookup]) {
      expect(content).not.toContain(key.toString('base64'))
      expect(content).not.toContain(key.toString('hex'))
    }
    rmSync(copy, { recursive: true })
  })
})

/** Ends the connections that look like a running site, as its stop would. */
async function endPools(client: Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'halyard' and pid <> pg_backend_pid()`,
  )
  for (;;) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'halyard'",
    )
    if (rowCount === 0) return
  }
}
