import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#account/contract/accounts.ts'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { createHold } from '#booking/contract/holds.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { createCanaries, signUpWithNumber } from '#tests/integration/encryption/canary-requests.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { createFullPatient, type FullPatient } from '#tests/integration/portal/full-patient.ts'

const OPERATOR = { operator: 'Ada Quill', reason: 'asked by letter' }
/** Columns that say whose row it is. `app.erase_patient`, or a trigger of its deletions, must know each of them. */
const PERSONAL_COLUMN =
  /email|profile_id|user_id|first_name|last_name|payer_name|^name$|phone|address/
const ERASED_COLUMNS = [
  'access_grants.profile_id',
  'account_changes.email',
  'account_changes.new_email',
  'account_changes.profile_id',
  'account_changes.user_id',
  'account_closings.email',
  'account_closings.user_id',
  'accounts.user_id',
  'appointment_events.profile_id',
  'appointments.profile_id',
  'attendance.profile_id',
  'audit_log.actor_profile_id',
  'audit_log.actor_user_id',
  'consents.profile_id',
  'desk_in_force.profile_id',
  'desk_records.profile_id',
  'email_verifications.profile_id',
  'error_log.profile_id',
  'free_repeats.profile_id',
  'last_tests.profile_id',
  'password_resets.email',
  'payments.profile_id',
  'profiles.billing_address',
  'profiles.email',
  'profiles.first_name',
  'profiles.home_address',
  'profiles.last_name',
  'profiles.nhs_gp_email',
  'profiles.nhs_gp_phone_number',
  'profiles.phone',
  'profiles.profile_id',
  'profiles.user_id',
  'released_results.profile_id',
  'results.profile_id',
  'samples.profile_id',
  'sessions.email',
  'sessions.user_id',
  'sms_choices.profile_id',
  'sms_messages.profile_id',
  'subscriptions.email',
  'subscriptions.name',
  'tests.profile_id',
  'transactions.payer_name',
  'transactions.profile_id',
  'unread_results.profile_id',
  'waiting_entries.profile_id',
]

const service = perFile(testService)
let eventId: number
let slots: Date[]

beforeAll(async () => {
  eventId = await buildEvent(service.db.database)
  slots = await slotsOf(service.db.database, eventId)
})

const createPatient = (email: string, slot: number) =>
  createFullPatient(service, email, { eventId, startsAt: slots[slot] ?? new Date() })

const appointmentsOf = ({ profileId }: FullPatient) =>
  `/appointments/upcoming-appointments/user/${profileId}`

const deps = () => ({
  database: service.db.database,
  sealer: createSealer(service.env.keys),
  identity: accountGateway(service.env.supabase),
})

/** The tables in which any of the texts occurs. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await allRows(service.db.database)
  return [...tables].filter(([, rows]) => foundIn(rows, texts).length > 0).map(([name]) => name)
}

const count = async (sql: string, values: unknown[] = []) =>
  Number((await service.db.database.query<{ n: number }>(sql, values)).rows[0]?.n)

describe('the erasure of a patient', () => {
  it('OPS-05 counts first and changes nothing; applied, no table has a trace, and the place is free', async () => {
    const patient = await createPatient('erased@example.org', 0)
    const other = await createPatient('stays@example.org', 1)
    expect(await tablesWith(patient.marks)).toEqual(
      expect.arrayContaining([
        'app.audit_log',
        'app.profiles',
        'app.sessions',
        'app.subscriptions',
        'auth.audit_log_entries',
        'auth.users',
      ]),
    )
    const before = await allRows(service.db.database)
    const erasure = { profileId: patient.profileId, ...OPERATOR }
    const dry = await erasePatient(deps(), { ...erasure, apply: false })
    expect(await allRows(service.db.database)).toEqual(before)

    const done = await erasePatient(deps(), { ...erasure, apply: true })
    expect(done).toEqual(dry)
    expect(done).toMatchObject({
      ok: true,
      unreadableEnquiries: 0,
      rows: {
        'upcoming appointments cancelled': 1,
        profiles: 1,
        appointments: 1,
        consents: 3,
        enquiries: 1,
        subscriptions: 1,
        sessions: 1,
        error_log: 1,
      },
    })
    expect(await tablesWith([...patient.marks, patient.email.toUpperCase()])).toEqual([])
    const jobs = "select count(*) as n from app.jobs where payload ->> 'profile_id' = $1::text"
    expect(await count(jobs, [patient.profileId])).toBe(0)
    expect(await count('select count(*) as n from app.enquiries')).toBe(1)
    expect(await findViolations(service.db.database)).toEqual([])

    expect((await patient.visitor.send('GET', appointmentsOf(patient))).status).toBe(401)
    const again = { email: patient.email, password: 'a-long-enough-password' }
    expect((await service.visitor().call(signIn, again)).status).toBe(400)
    const third = service.visitor()
    await signUpWithNumber(third, 'third@example.org', createCanaries())
    const hold = await third.call(createHold, {
      event_id: eventId,
      appt_date: patient.day,
      appt_time: patient.time,
      idempotency_key: 'after-erasure',
    })
    expect(hold.status).toBe(201)

    expect(await tablesWith([other.email])).toContain('app.profiles')
    expect((await other.visitor.send('GET', appointmentsOf(other))).status).toBe(200)
  })

  it('OPS-05 the report counts every table from which rows are deleted', async () => {
    const { profileId } = await createPatient('counted@example.org', 3)
    const report = await erasePatient(deps(), { profileId, ...OPERATOR, apply: false })
    const counted = Object.keys(report.ok ? report.rows : {}).map((name) => name.split(',')[0])
    const views = [
      'attendance',
      'desk_in_force',
      'last_tests',
      'unread_results',
      'released_results',
      'tests',
    ]
    const tables = new Set(ERASED_COLUMNS.map((column) => column.split('.')[0] ?? ''))
    expect([...tables].filter((name) => ![...counted, ...views].includes(name))).toEqual([])
  })

  it('OPS-05 is recorded with operator and reason; the cancellation names the operator; earlier entries stay without the account', async () => {
    const patient = await createPatient('recorded@example.org', 2)
    const sql = 'select count(*) as n from app.audit_log where actor_profile_id = $1'
    const entries = await count(sql, [patient.profileId])
    expect(entries).toBeGreaterThan(0)
    const booked = await service.db.database.query<{ subject: string }>(
      `select 'appointment:' || appointment_id as subject from app.appointments where profile_id = $1`,
      [patient.profileId],
    )
    await erasePatient(deps(), { profileId: patient.profileId, ...OPERATOR, apply: true })
    expect(await count(sql, [patient.profileId])).toBe(entries)
    const { rows } = await service.db.database.query(
      `select operator, reason, actor_user_id from app.audit_log
        where action = 'patient-erased' and subject = $1`,
      [`profile:${patient.profileId}`],
    )
    expect(rows).toEqual([{ ...OPERATOR, actor_user_id: null }])
    const cancelled = await service.db.database.query(
      `select actor_profile_id, actor_user_id, operator, reason from app.audit_log
        where action = 'appointment-cancelled' and subject = $1`,
      [booked.rows[0]?.subject],
    )
    expect(cancelled.rows).toEqual([
      { actor_profile_id: null, actor_user_id: null, operator: OPERATOR.operator, reason: null },
    ])
  })

  it('OPS-05 changes nothing while the identity provider does not delete the account', async () => {
    const patient = await createPatient('kept@example.org', 3)
    const before = await allRows(service.db.database)
    const identity = { deleteAccount: () => Promise.resolve(false) }
    expect(
      await erasePatient(
        { ...deps(), identity },
        { profileId: patient.profileId, ...OPERATOR, apply: true },
      ),
    ).toEqual({ ok: false, reason: 'account-not-deleted' })
    expect(await allRows(service.db.database)).toEqual(before)
    const dead = accountGateway({ ...service.env.supabase, url: 'http://127.0.0.1:9' })
    expect(await dead.deleteAccount(patient.userId)).toBe(false)
  })

  it('OPS-05 the search finds what an erasure without one of its steps leaves', async () => {
    const { database } = service.db
    const steps = {
      'app.subscriptions': 'delete from app.subscriptions where email = p.email returning 1',
      'app.sessions': /delete from app\.sessions where .* returning 1/,
      'app.audit_log': 'set actor_user_id = null, reason = null',
    }
    const patient = await createPatient('traces@example.org', 6)
    // The guard of the audit log accepts no other change than the erasure's.
    await database.query('alter table app.audit_log disable trigger audit_log_append_only')
    const putBack = await patchFunction(database, 'app.erase_patient', (text) =>
      Object.values(steps).reduce<string>((copy, step) => {
        const without = copy.replace(step, (found) =>
          found.startsWith('set') ? 'set reason = reason' : 'select 1 where false',
        )
        expect(without).not.toBe(copy)
        return without
      }, text),
    )
    await erasePatient(deps(), { profileId: patient.profileId, ...OPERATOR, apply: true })
    await putBack()
    await database.query('alter table app.audit_log enable trigger audit_log_append_only')
    expect((await tablesWith(patient.marks)).sort()).toEqual(Object.keys(steps).sort())
  })

  it('OPS-05 names every column of schema app that says whose row it is', async () => {
    const { rows } = await service.db.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'app' and table_name not in ('events', 'products', 'staff', 'staff_factors') order by 1`,
    )
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => PERSONAL_COLUMN.test(name.replace(/^\w+\./, '')))).toEqual(
      ERASED_COLUMNS,
    )
  })
})
