import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { MANIFEST, readBackup } from '#app/commands/backup/manifest.ts'
import { restoreDatabase } from '#app/commands/backup/restore.ts'
import { checkKeys } from '#app/commands/check-keys.ts'
import { changeHold, heldMails } from '#app/commands/held-mails.ts'
import { CONNECTION_NAME } from '#core/server/database/database.ts'
import { JOB_KINDS } from '#core/server/jobs/kinds.ts'
import { claimJob } from '#core/server/jobs/queue.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { allRows } from '#tests/integration/encryption/plaintext-search.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

import { backUp, backupSetup, OPERATOR } from './backup-setup.ts'

const { service, manifest, folder, emptyTarget, restoreOf } = backupSetup()

describe('backup and restore', () => {
  it('OPS-03 restores every row, sequence and rule, from one moment while the site writes', async () => {
    const target = await emptyTarget()
    await readBackup(folder(), service.env.keys)
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
    const { url, database } = await emptyTarget()
    await restoreDatabase(url, restoreOf())
    await database.query('update app.jobs set run_at = now() where done_at is null')
    expect(await heldMails(database)).toMatch(/^\d+ verify-email, the oldest of 20/m)
    const waiting = await database.query<{ n: number }>(
      "select count(*) as n from app.jobs where locked_until = 'infinity'",
    )
    const claimed = await claimJob(database, ['mail'], 60, 'urgent-first')
    expect(claimed).toBeUndefined()
    // Neither is done twice: the refund has its key, and an account that is gone counts as deleted.
    expect(await claimJob(database, ['refund'], 60, 'urgent-first')).toBeDefined()
    expect(await claimJob(database, ['close-account'], 60, 'urgent-first')).toBeDefined()
    expect(await changeHold(database, 'release', OPERATOR)).toBe(waiting.rows[0]?.n)
    expect(await claimJob(database, ['mail'], 60, 'urgent-first')).toBeDefined()
    expect(await heldMails(database)).toBe('No mail is held.\n')
    expect(await changeHold(database, 'discard', OPERATOR)).toBe(0)
  })

  it('OPS-03 a command holds the messages after a restore by other means, and only messages', async () => {
    const { url, database } = await emptyTarget()
    const messages = ['announce-event', 'mail', 'of-a-newer-release', 'sms']
    await database.query(
      `insert into app.jobs (kind, dedupe_key, payload, run_at)
       select kind, kind, '{}', now() from unnest($1::text[]) as kind`,
      [[...new Set([...Object.keys(JOB_KINDS), ...messages])]],
    )
    const run = (...args: string[]) =>
      runScript('scripts/mails.ts', args, { DATABASE_URL: url, SITE_ENV: 'production' })
    const hold = () => run('hold', '--by', OPERATOR)
    expect(await hold()).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') })
    const stopped = new Client({ connectionString: url })
    await stopped.connect()
    await endPools(stopped)
    expect(await hold()).toMatchObject({ code: 0, out: '4 mails are held.\n' })
    const { rows } = await stopped.query<{ kind: string }>(
      "select kind from app.jobs where locked_until = 'infinity' order by kind",
    )
    expect(rows.map(({ kind }) => kind)).toEqual(messages)
    expect((await run('held')).out).toMatch(/^1 announce-event, the oldest of 20/)
    const audit = await stopped.query(
      "select operator, subject from app.audit_log where action = 'mails-held'",
    )
    await stopped.end()
    expect(audit.rows).toEqual([{ operator: OPERATOR, subject: 'jobs:4' }])
    expect((await run('hold')).code).toBe(1)
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
    const newer = [
      ...manifest().migrations,
      { version: '29990101000000', name: 'x', statements: [] },
    ]
    await expect(
      restoreDatabase(target.url, restoreOf({ manifest: { ...manifest(), migrations: newer } })),
    ).rejects.toThrow(/newer version/)
    const routines = manifest().routines.map((one) => ({ ...one, version: '99.0.0' }))
    await expect(
      restoreDatabase(target.url, restoreOf({ manifest: { ...manifest(), routines } })),
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
    const first = manifest().tables.find(({ rows }) => rows > 0)
    const tables = manifest().tables.map((one) => (one === first ? { ...one, rows: 99_999 } : one))
    const wrong = { ...manifest(), tables }
    await expect(
      restoreDatabase(target.url, restoreOf({ manifest: wrong, replace: true })),
    ).rejects.toThrow(/the manifest says 99999/)
    expect(await email()).toEqual([{ email: 'there@example.org' }])
    await restoreDatabase(target.url, restoreOf({ replace: true }))
    expect(await email()).toContainEqual({ email: 'kept@example.org' })
    expect(await email()).not.toContainEqual({ email: 'there@example.org' })
    await stopped.end()
  })

  it('OPS-03 refuses a damaged, incomplete, earlier or changed backup, and has no key in it', async () => {
    const { keys } = service.env
    const copy = mkdtempSync(join(tmpdir(), 'halyard-damaged-'))
    cpSync(folder(), copy, { recursive: true })
    const path = join(copy, MANIFEST)
    const content = readFileSync(path, 'utf8')
    expect((await readBackup(copy, keys)).tables).toHaveLength(manifest().tables.length)
    const { file = '' } = manifest().tables.find(({ name }) => name === 'profiles') ?? {}
    appendFileSync(join(copy, file), 'x')
    await expect(readBackup(copy, keys)).rejects.toThrow(/profiles.copy.gz.enc is changed/)
    rmSync(join(copy, file))
    await expect(readBackup(copy, keys)).rejects.toThrow(/profiles.copy.gz.enc is missing/)
    writeFileSync(path, content.replace('create schema', 'create  schema'))
    await expect(readBackup(copy, keys)).rejects.toThrow(/manifest.json is changed/)
    writeFileSync(path, JSON.stringify({ ...manifest(), format: 1, version: '0.4.0' }))
    await expect(readBackup(copy, keys)).rejects.toThrow(/with that version/)
    writeFileSync(path, JSON.stringify({ ...manifest(), format: 3 }))
    await expect(readBackup(copy, keys)).rejects.toThrow(/another version/)
    rmSync(path)
    await expect(readBackup(copy, keys)).rejects.toThrow(/no readable manifest/)
    const others = { ...keys, data: [{ id: 'other', key: Buffer.alloc(32) }] }
    await expect(readBackup(folder(), others)).rejects.toThrow(/add it to DATA_KEYS/)
    for (const key of [...keys.data.map((one) => one.key), keys.lookup]) {
      expect(content).not.toContain(key.toString('base64'))
      expect(content).not.toContain(key.toString('hex'))
    }
    rmSync(copy, { recursive: true })
  })

  it('OPS-03 a backup cannot be read without its data key', () => {
    for (const { name, file } of manifest().tables) {
      const bytes = readFileSync(join(folder(), file))
      // Readable as gzip, or as the text of COPY, it would not be encrypted.
      expect(() => gunzipSync(bytes), name).toThrow()
      expect(bytes.includes('kept@example.org'), name).toBe(false)
    }
  })

  it('OPS-03 leaves sessions and tokens of the identity service out', async () => {
    const { database } = service.db
    // A session that was not ended, and a mailed code.
    const auth = createClient(service.env.supabase.url, service.env.supabase.secretKey).auth
    const { email } = await signUpPatient(service)
    await auth.signInWithPassword({ email, password: PASSWORD })
    await auth.resetPasswordForEmail(email)
    const count = `select (select count(*) from auth.sessions)::int as sessions, (select count(*) from auth.refresh_tokens)::int as tokens,
      (select count(*) from auth.users where recovery_token <> '')::int as codes, (select count(*) from auth.users)::int as users`
    const before = (await database.query<Record<string, number>>(count)).rows[0]
    expect(before).toMatchObject({ sessions: 1, tokens: 1, codes: 1 })
    const copy = mkdtempSync(join(tmpdir(), 'halyard-tokens-'))
    const target = await emptyTarget()
    const made = await backUp(service, copy)
    await restoreDatabase(target.url, restoreOf({ folder: copy, manifest: made }))
    const after = (await target.database.query(count)).rows[0]
    expect(after).toEqual({ sessions: 0, tokens: 0, codes: 0, users: before?.['users'] })
    rmSync(copy, { recursive: true })
  })
})

/** Ends the connections that look like a running site, as its stop would. */
async function endPools(client: Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [CONNECTION_NAME],
  )
  for (;;) {
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and application_name = $1',
      [CONNECTION_NAME],
    )
    if (rowCount === 0) return
  }
}
