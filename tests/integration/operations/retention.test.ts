import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { runRetention } from '#app/commands/retention.ts'
import { retentionJob } from '#app/jobs/retention.ts'
import { CONSENT_TEXT } from '#booking/rules/consent.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { createLogger, type Logger } from '#core/server/logger.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { runPatientCommand } from '../../../scripts/operator/patient-commands.ts'

/** In London already the next day: 2 July. */
const NOW = new Date('2034-07-01T23:30:00Z')
const clockOffsetSeconds = Math.round((NOW.getTime() - Date.now()) / 1000)
const key = randomBytes(32)
const sealer = createSealer({ data: [{ id: 'k1', key }], lookup: key })

const test = perFile(testDatabase)
let database: SqlDatabase
let eventId: number

beforeAll(async () => {
  database = test.open({ poolMax: 4, clockOffsetSeconds })
  eventId = await buildEvent(database, { total_spaces: 1000, places_per_slot: 1000 })
})

let place = 0

type Given = { status: 'attended' | 'booked' | 'cancelled' | 'held' | 'no_show'; at: string }

async function addAppointment(profileId: number, { status, at }: Given): Promise<void> {
  place += 1
  await database.query(
    `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key,
       booked_at, cancelled_at, cancelled_by, hold_expires_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz + interval '10 minutes', $4, $5, $6,
       case when $5 <> 'held' then $3::timestamptz - interval '30 days' end,
       case when $5 = 'cancelled' then $3::timestamptz - interval '20 days' end,
       case when $5 = 'cancelled' then 'patient' end,
       case when $5 = 'held' then app.clock_now() + interval '10 minutes' end)`,
    [eventId, profileId, at, place, status, randomUUID()],
  )
}

const addConsent = (profileId: number, agreedAt: string, testOn: string) =>
  database.query(
    `${BY_HAND} insert into app.consents (consent_id, profile_id, test_on, text_version, text_hash, answers_sealed, agreed_at)
     values ($1, $2, $3, '1.0', 'x', 'x', $4)`,
    [randomUUID(), profileId, testOn, agreedAt],
  )

async function patientWith(...appointments: Given[]): Promise<number> {
  const profileId = await buildProfile(database)
  for (const appointment of appointments) await addAppointment(profileId, appointment)
  return profileId
}

const OVER = { status: 'attended', at: '2026-07-01T08:00:00Z' } as const
const MISSED = { status: 'no_show', at: '2030-01-01T08:00:00Z' } as const
const LAST_DAY = { status: 'attended', at: '2026-07-02T08:00:00Z' } as const

/** Patients on both sides of the rule. */
async function createPatients() {
  const signedIn = randomUUID()
  const due = [
    await patientWith(),
    await patientWith(OVER),
    await patientWith(
      { ...OVER, status: 'booked' },
      { status: 'cancelled', at: '2030-01-01T08:00Z' },
    ),
  ]
  await addConsent(due[0] ?? 0, '2026-06-30T08:00:00Z', '2099-01-01')
  // Neither a missed appointment nor the consent for it is a test.
  due.push(await patientWith(OVER, MISSED))
  await addConsent(due[3] ?? 0, '2029-12-01T08:00:00Z', '2030-01-01')
  const kept = [
    await patientWith(LAST_DAY),
    await patientWith(OVER, { status: 'attended', at: '2027-01-01T08:00:00Z' }),
    await patientWith(OVER, { status: 'booked', at: '2034-07-09T08:00:00Z' }),
    await patientWith(OVER, { status: 'held', at: '2034-07-09T08:00:00Z' }),
    await patientWith(),
    await buildProfile(database, { user_id: signedIn, email: 'live@example.org' }),
    await patientWith(),
    await patientWith(OVER),
    await patientWith(MISSED),
    // The charity cancelled a few days ago; the patient is asked to book again.
    await patientWith(OVER, { status: 'cancelled', at: '2034-07-20T08:00:00Z' }),
    await patientWith(OVER),
    await patientWith(OVER),
  ]
  await addAppointment(kept[5] ?? 0, OVER)
  await openSession(database, { userId: signedIn, email: 'live@example.org', device: 'x' })
  // A consent for a day long ago, given today.
  await addConsent(kept[6] ?? 0, NOW.toISOString(), '2001-01-01')
  // A consent for the day of a test, given later.
  await addConsent(kept[7] ?? 0, '2026-08-01T08:00:00Z', '2026-07-01')
  await addConsent(kept[10] ?? 0, '2034-06-20T08:00:00Z', '2034-07-20')
  await database.query(
    `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at, ended_at, ended_because)
     values ($1, $2, true, true, true, $3, $3, 'event-closed')`,
    [eventId, kept[11] ?? 0, '2034-06-20T08:00:00Z'],
  )
  return { due, kept }
}

const idsLeft = async () => {
  const { rows } = await database.query<{ profile_id: number }>(
    'select profile_id from app.profiles order by 1',
  )
  return rows.map(({ profile_id }) => profile_id)
}

const depsWith = (deleteAccount: (userId: string) => Promise<boolean>) => ({
  database,
  sealer,
  clock: { now: () => NOW },
  identity: { deleteAccount },
})

describe('the deletion eight years after the last test', () => {
  it('OPS-07 CONS-05 counts first; applied, exactly the patients whose time is over are erased', async () => {
    expect(JSON.stringify(CONSENT_TEXT)).toContain('for eight years after your last test')
    const { due, kept } = await createPatients()
    const accounts: string[] = []
    const deps = depsWith((userId) => {
      accounts.push(userId)
      return Promise.resolve(accounts.length !== 1)
    })
    // All patients of a page may be kept.
    for (const size of [200, 3, 1])
      expect(await runRetention(deps, undefined, size)).toEqual({ due, erased: [], failed: [] })
    expect(await idsLeft()).toEqual([...due, ...kept].sort((a, b) => a - b))

    // The provider fails for the first account, which is erased at the next run.
    const [first = 0, ...others] = due
    expect(await runRetention(deps, 'Ada Quill')).toEqual({ due, erased: others, failed: [] })
    expect(await runRetention(deps, 'Ada Quill')).toEqual({
      due: [first],
      erased: [first],
      failed: [],
    })
    expect(await idsLeft()).toEqual(kept.sort((a, b) => a - b))
    expect(await runRetention(deps, 'Ada Quill')).toEqual({ due: [], erased: [], failed: [] })
    const { rows } = await database.query(
      "select distinct operator, reason from app.audit_log where action = 'patient-erased'",
    )
    expect(rows).toEqual([{ operator: 'Ada Quill', reason: 'eight years after the last test' }])
  })

  it('OPS-07 a patient who books after the list was read is kept', async () => {
    const first = await patientWith(OVER)
    const second = await patientWith(OVER)
    const deps = depsWith(async () => {
      await addAppointment(second, { status: 'booked', at: '2034-07-09T08:00:00Z' })
      return true
    })
    const run = await runRetention(deps, 'Ada Quill')
    expect(run).toEqual({ due: [first, second], erased: [first], failed: [] })
    expect(await idsLeft()).toContain(second)
  })

  it('OPS-07 a booking under way is waited for, and the patient is kept', async () => {
    const id = await patientWith(OVER)
    const booking = new Client({ connectionString: test.url })
    await booking.connect()
    try {
      await booking.query('begin')
      await booking.query('select from app.profiles where profile_id = $1 for no key update', [id])
      const run = runRetention(
        depsWith(() => Promise.resolve(true)),
        'Ada Quill',
      )
      await waitForLockWait(database)
      await addAppointment(id, { status: 'booked', at: '2034-07-09T08:00:00Z' })
      await booking.query('commit')
      expect(await run).toEqual({ due: [id], erased: [], failed: [] })
    } finally {
      await booking.end()
    }
    expect(await idsLeft()).toContain(id)
  })

  it('OPS-07 a patient whose erasure fails does not stop the others', async () => {
    const first = await patientWith(OVER)
    const second = await patientWith(OVER)
    const error = new Error('the provider is broken')
    let calls = 0
    const deps = depsWith(() => {
      calls += 1
      return calls === 1 ? Promise.reject(error) : Promise.resolve(true)
    })
    expect(await runRetention(deps, 'Ada Quill')).toEqual({
      due: [first, second],
      erased: [second],
      failed: [{ profileId: first, error }],
    })
    const everyone = depsWith(() => Promise.resolve(true))
    expect((await runRetention(everyone, 'Ada Quill')).erased).toEqual([first])
  })

  it('OPS-07 the job runs once a day; without RETENTION_DELETES it only logs how many are due', async () => {
    const id = await patientWith(OVER)
    const logged: unknown[] = []
    const logger: Logger = {
      ...createLogger('silent'),
      warn: (...args: unknown[]) => logged.push(args),
    } as never
    let now = NOW
    const deps = { ...depsWith(() => Promise.resolve(true)), clock: { now: () => now }, logger }
    const reports = retentionJob(deps, false)
    await reports()
    await reports()
    expect(logged).toEqual([[{ due: 1, erased: 0 }, 'retention has ended']])
    now = new Date(NOW.getTime() + 24 * 3_600_000)
    await reports()
    // A day later the patient whose last day it was is due too.
    expect(logged[1]).toEqual([{ due: 2, erased: 0 }, 'retention has ended'])
    expect(await idsLeft()).toContain(id)
    await retentionJob(deps, true)()
    expect(logged[2]).toEqual([{ due: 2, erased: 2 }, 'retention has ended'])
    expect(await idsLeft()).not.toContain(id)
  })

  it('OPS-07 the command lists who is due and changes nothing without --apply', async () => {
    const id = await patientWith(OVER)
    const env = {
      DATABASE_URL: test.url,
      CLOCK_OFFSET_SECONDS: String(clockOffsetSeconds),
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'x',
      SUPABASE_SECRET_KEY: 'x',
      DATA_KEYS: `k1:${key.toString('base64')}`,
      LOOKUP_KEY: key.toString('base64'),
    }
    const run = (...args: string[]) => runPatientCommand(['retention', ...args], () => env)
    expect(await run()).toBe(
      `${id}\n1 patient is due; nothing was changed (--apply erases them).\n`,
    )
    await expect(run('--apply')).rejects.toThrow('npm run patients')
    // Nothing listens at the provider's address.
    expect(await run('--apply', '--by', 'Ada Quill')).toBe('0 of 1 patients erased.\n')
    expect(await idsLeft()).toContain(id)
  })
})
