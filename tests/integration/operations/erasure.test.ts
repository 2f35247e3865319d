import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signIn } from '#contract/accounts.ts'
import { createEnquiry } from '#contract/enquiries.ts'
import { createHold } from '#contract/holds.ts'
import { logError } from '#contract/service.ts'
import { createSubscription } from '#contract/subscriptions.ts'
import { londonDate, londonTime } from '#domain/time.ts'
import { identityGateway } from '#server/gateways/identity.ts'
import { erasePatient } from '#server/operations/erase-patient.ts'
import { createSealer } from '#server/security/seal.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'
import {
  bookWithAnswers,
  type CanaryPatient,
  createCanaries,
  signUpWithNumber,
} from '#tests/integration/encryption/canary-requests.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const KEYS = { DATA_KEYS: `k1:${Buffer.alloc(32, 'e').toString('base64')}` }
const OPERATOR = { operator: 'Ada Quill', reason: 'asked by letter' }
/** Columns that say whose row it is. `app.erase_patient` must know each of them. */
const PERSONAL_COLUMN = /email|profile_id|user_id|first_name|last_name|^name$|phone|address/
const ERASED_COLUMNS = [
  'appointments.profile_id',
  'audit_log.actor_profile_id',
  'audit_log.actor_user_id',
  'consents.profile_id',
  'email_verifications.profile_id',
  'error_log.profile_id',
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
  'sessions.email',
  'sessions.user_id',
  'subscriptions.email',
  'subscriptions.name',
]

type Person = CanaryPatient & { visitor: Visitor; userId: string; marks: string[] }

let service: TestService
let eventId: number
let slots: Date[]

beforeAll(async () => {
  service = await testService({ source: KEYS })
  eventId = await buildEvent(service.db.database)
  slots = await slotsOf(service.db.database, eventId)
})
afterAll(() => service.close())

const slotAt = (index: number) => {
  const at = slots[index] ?? new Date()
  return { day: londonDate(at), time: londonTime(at) }
}

/** Waits until no mail is new or being sent; enquiries wait for the charity's address, which this service does not know. */
const mailsSettled = () =>
  vi.waitFor(
    async () => {
      const waiting = 'done_at is null and (attempts = 0 or locked_until is not null)'
      expect(await count(`select count(*) as n from app.jobs where ${waiting}`)).toBe(0)
    },
    { timeout: 15_000, interval: 20 },
  )

/** A patient who used every part of the service: sign-up, booking, consent, enquiry, newsletter, error report. */
async function createPatient(email: string, slot: number): Promise<Person> {
  const visitor = service.visitor()
  const canaries = createCanaries()
  const signedUp = await signUpWithNumber(visitor, email, canaries)
  const profile = signedUp[3]?.body['userProfile'] as { profileId: number; user_id: string }
  const { profileId, user_id: userId } = profile
  const patient = { email, profileId, eventId, ...slotAt(slot) }
  await bookWithAnswers(visitor, patient, canaries)
  await visitor.call(createEnquiry, {
    'first-name': canaries.control,
    'last-name': 'Pendle',
    email: email.toUpperCase(),
    'phone-number': '01206 555 0100',
    message: `From ${email}`,
    website: '',
  })
  await visitor.call(createSubscription, {
    name: canaries.control,
    email,
    hear_about_event: true,
    website: '',
  })
  await visitor.call(logError, { description: 'Payment Failure', errorMessage: 'x' })
  // Wrong addresses are recorded with the account's id.
  await visitor.send('GET', '/auth/profile?email=other@example.org')
  await mailsSettled()
  return { ...patient, visitor, userId, marks: [email, canaries.control, userId] }
}

const appointmentsOf = ({ profileId }: Person) =>
  `/appointments/upcoming-appointments/user/${profileId}`

const deps = () => ({
  database: service.db.database,
  sealer: createSealer(service.env.keys),
  identity: identityGateway(service.env.supabase),
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
    const dead = identityGateway({ ...service.env.supabase, url: 'http://127.0.0.1:9' })
    expect(await dead.deleteAccount(patient.userId)).toBe(false)
  })

  it('OPS-05 the search finds what an erasure without one of its steps leaves', async () => {
    const { database } = service.db
    const { rows } = await database.query<{ definition: string }>(
      `select pg_get_functiondef('app.erase_patient'::regproc) as definition`,
    )
    const original = rows[0]?.definition ?? ''
    const steps = {
      'app.subscriptions': 'delete from app.subscriptions where email = p.email returning 1',
      'app.sessions': /delete from app\.sessions where .* returning 1/,
      'app.audit_log': 'set actor_user_id = null, reason = null',
    }
    let without = original
    for (const step of Object.values(steps)) {
      without = without.replace(step, (text) =>
        text.startsWith('set') ? 'set reason = reason' : 'select 1 where false',
      )
    }
    const patient = await createPatient('traces@example.org', 6)
    // The guard of the audit log accepts no other change than the erasure's.
    await database.query('alter table app.audit_log disable trigger audit_log_append_only')
    await database.query(without)
    await erasePatient(deps(), { profileId: patient.profileId, ...OPERATOR, apply: true })
    await database.query(original)
    await database.query('alter table app.audit_log enable trigger audit_log_append_only')
    expect((await tablesWith(patient.marks)).sort()).toEqual(Object.keys(steps).sort())
  })

  it('OPS-05 names every column of schema app that says whose row it is', async () => {
    const { rows } = await service.db.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'app' and table_name not in ('events', 'products') order by 1`,
    )
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => PERSONAL_COLUMN.test(name.replace(/^\w+\./, '')))).toEqual(
      ERASED_COLUMNS,
    )
  })
})

describe('append-only tables', () => {
  const refused = (sql: string) =>
    expect(service.db.database.query(sql), sql).rejects.toThrow(/append-only/)

  it('OPS-05 API-08 CONS-05 refuse changes, deletion and TRUNCATE', async () => {
    const { profileId } = await createPatient('guarded@example.org', 4)
    await refused(`delete from app.consents where profile_id = ${profileId}`)
    await refused(`update app.consents set agreed_at = now() where profile_id = ${profileId}`)
    await refused(`update app.audit_log set action = 'x'`)
    await refused('update app.audit_log set actor_user_id = null')
    await refused('delete from app.audit_log')
    await refused('truncate app.consents')
    await refused('truncate app.audit_log')
    await refused('truncate app.profiles cascade')
    const change = "select set_config('app.append_only', 'erase:1', true)"
    await refused(`begin; ${change}; delete from app.consents; commit`)
    await refused(`begin; ${change}; update app.audit_log set subject = 'x'; commit`)
    const reseal = "select set_config('app.append_only', 'reseal', true)"
    await refused(`begin; ${reseal}; update app.consents set text_hash = 'x'; commit`)
    await refused(`begin; ${reseal}; delete from app.consents; commit`)
    await expect(
      service.db.database.query(`select app.erase_patient(${profileId}, ' ', 'x', '{}')`),
    ).rejects.toThrow(/names its operator/)
  })
})

describe('the command', () => {
  type CommandResult = { code: number; out: string; err: string }
  const run = (...args: string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      const env = {
        ...TEST_PROCESS_ENV,
        ...KEYS,
        DATABASE_URL: service.db.url,
        SUPABASE_URL: service.env.supabase.url,
        SUPABASE_PUBLISHABLE_KEY: service.env.supabase.publishableKey,
        SUPABASE_SECRET_KEY: service.env.supabase.secretKey,
        LOOKUP_KEY: service.env.keys.lookup.toString('base64'),
      }
      execFile(process.execPath, ['scripts/patients.ts', ...args], { env }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      )
    })

  it('OPS-05 finds a patient by address, counts, and erases with --apply', async () => {
    const { profileId, email } = await createPatient('command@example.org', 5)
    const by = ['--by', OPERATOR.operator]
    expect((await run('find', email.toUpperCase(), ...by)).out).toBe(`${profileId}\n`)
    const erase = ['erase', String(profileId), ...by, '--reason', OPERATOR.reason]
    const dry = await run(...erase)
    expect(dry.out).toContain('Nothing was changed.')
    expect(dry.out).toMatch(/^ {5}3 {2}consents$/m)
    const applied = await run(...erase, '--apply')
    expect(applied).toMatchObject({ code: 0, err: '' })
    expect(applied.out).toContain(`Patient ${profileId} is erased`)
    expect(await run(...erase)).toMatchObject({
      code: 1,
      err: `There is no patient ${profileId}.\n`,
    })
    expect((await run('find', email, ...by)).err).toContain('There is no patient')
    const wrong = [[], ['erase'], ['erase', '1'], ['erase', 'x', ...by], ['erase', '1', '--by']]
    for (const result of await Promise.all(wrong.map((args) => run(...args)))) {
      expect(result).toMatchObject({ code: 1, err: expect.stringContaining('npm run patients') })
    }
  })
})
