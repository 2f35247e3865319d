import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import {
  FORBIDDEN_CHANGES,
  findForbiddenChanges,
  findViolations,
  INVARIANTS,
  recordHistory,
  rulesOf,
  type Violation,
} from '#tests/integration/invariants/find-violations.ts'
import {
  PAYMENT_VIOLATIONS,
  WITHOUT_PAYMENT_GUARDS,
} from '#tests/integration/invariants/payment-violations.ts'
import {
  RESULT_VIOLATIONS,
  WITHOUT_RESULT_GUARDS,
} from '#tests/integration/invariants/result-violations.ts'
import {
  WAITING_VIOLATIONS,
  WITHOUT_WAITING_GUARDS,
} from '#tests/integration/invariants/waiting-violations.ts'

/** Removes the indexes, triggers and checks that prevent violations, so that tests can write them. */
async function removeProtections({ query }: SqlDatabase): Promise<void> {
  await query(`
    drop index app.appointments_one_per_place, app.appointments_one_upcoming, app.appointments_one_hold;
    alter table app.appointments disable trigger appointments_guard;
    alter table app.events disable trigger events_guard;
    alter table app.appointments drop constraint appointments_idempotency,
      drop constraint appointments_hold_has_end, drop constraint appointments_place_no_check;
    ${WITHOUT_WAITING_GUARDS}
    ${WITHOUT_RESULT_GUARDS}
    ${WITHOUT_PAYMENT_GUARDS}`)
}

type Subjects = { event: number; slot: Date; next: Date; patient: number; other: number }

const INSERT = `insert into app.appointments
  (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, booked_at, cancelled_at, cancelled_by, closed_at, idempotency_key, created_at, updated_at)
  select $1, (row).profile_id, (row).slot_start, coalesce((row).slot_end, (row).slot_start + interval '10 minutes'),
    coalesce((row).place_no, 1), coalesce((row).status, 'booked'), (row).hold_expires_at,
    case when coalesce((row).status, 'booked') = 'booked' then now() else (row).booked_at end,
    (row).cancelled_at, (row).cancelled_by, (row).closed_at, coalesce((row).idempotency_key, gen_random_uuid()::text),
    coalesce((row).created_at, now()), now()
  from (select jsonb_populate_record(null::app.appointments, $2) as row) as given`

/** Inserts an appointment without the booking functions; its status is 'booked' by default. */
const insertAppointment = ({ query }: SqlDatabase, event: number, row: Record<string, unknown>) =>
  query(INSERT, [event, JSON.stringify(row)])

const soon = () => new Date(Date.now() + 600_000)

/** Writes a violation of each rule of invariants.sql. */
const VIOLATIONS: Record<string, (db: SqlDatabase, subjects: Subjects) => Promise<unknown>> = {
  ...RESULT_VIOLATIONS,
  ...WAITING_VIOLATIONS,
  ...PAYMENT_VIOLATIONS,
  'I1 more patients in a slot than places': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await insertAppointment(db, s.event, { profile_id: s.other, slot_start: s.slot, place_no: 2 })
  },
  'I1 one place twice': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await insertAppointment(db, s.event, {
      profile_id: s.other,
      slot_start: s.slot,
      status: 'held',
      hold_expires_at: soon(),
    })
  },
  'I1 a place the slot does not have': (db, s) =>
    insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot, place_no: 2 }),
  'I1 a time the event does not offer': (db, s) =>
    insertAppointment(db, s.event, {
      profile_id: s.patient,
      slot_start: new Date(s.slot.getTime() + 60_000),
    }),
  'I2 more patients in an event than spaces': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await insertAppointment(db, s.event, { profile_id: s.other, slot_start: s.next })
    await db.query(`${BY_HAND} update app.events set total_spaces = 1`)
  },
  'I2 a place in a cancelled event': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await db.query(`${BY_HAND} update app.events set cancelled_at = now()`)
  },
  'EVM-01 a patient of a draft': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await db.query(`${BY_HAND} update app.events set published_at = null`)
  },
  'I3 two upcoming appointments of one patient': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.next })
  },
  'I3 closed before its end': (db, s) =>
    insertAppointment(db, s.event, {
      profile_id: s.patient,
      slot_start: s.slot,
      closed_at: new Date(),
    }),
  'I3 two holds of one patient': async (db, s) => {
    const held = { profile_id: s.patient, status: 'held', hold_expires_at: soon() }
    await insertAppointment(db, s.event, { ...held, slot_start: s.slot })
    await insertAppointment(db, s.event, { ...held, slot_start: s.next })
  },
  'NHS-02 an upcoming appointment without the NHS number that it needs': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await db.query(`${BY_HAND} update app.events set lab_name = 'Esneft Ipswich'`)
  },
  'I4 one key, two appointments': async (db, s) => {
    await insertAppointment(db, s.event, {
      profile_id: s.patient,
      slot_start: s.slot,
      idempotency_key: 'same-key',
    })
    await insertAppointment(db, s.event, {
      profile_id: s.patient,
      slot_start: s.next,
      idempotency_key: 'same-key',
    })
  },
  'I4 one change, two mails': (db) =>
    db.query(`insert into app.jobs (kind, dedupe_key, payload, run_at)
      select 'mail', 'key-' || n, '{"appointment_id": "a", "template": "booked", "sequence": 0}', now()
        from generate_series(1, 2) n`),
  'I5 a status without its facts': (db, s) =>
    insertAppointment(db, s.event, {
      profile_id: s.patient,
      slot_start: s.slot,
      status: 'cancelled',
    }),
  'APPT-04 a history that does not fit its appointment': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
  },
  'EVD-05 uses of a code that nobody has': (db, s) =>
    db.query(
      `insert into app.access_codes (code_id, event_id, label, code_sealed, code_lookup, most_uses, used, created_at)
       values (gen_random_uuid(), $1, 'x', 'x', 'x', 3, 1, now())`,
      [s.event],
    ),
  'REM-02 a text message that was not chosen': async (db, s) => {
    await insertAppointment(db, s.event, { profile_id: s.patient, slot_start: s.slot })
    await db.query(
      `insert into app.sms_messages (profile_id, appointment_id, kind, slot_start, queued_at)
       select profile_id, appointment_id, 'confirmation', slot_start, now() from app.appointments where profile_id = $1`,
      [s.patient],
    )
  },
  'PORT-05 a closed account that kept too much': (db, s) =>
    db.query(
      `update app.profiles set email = 'closed-1@account.invalid', is_active = false, phone = '01632 960000' where profile_id = $1`,
      [s.patient],
    ),
  'BOOK-06 places of an event held for more than 45 minutes in 24 hours': async (db, s) => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    for (const [from, to, slot] of [
      [200, 180, s.slot],
      [100, 74, s.next],
    ] as const) {
      await insertAppointment(db, s.event, {
        profile_id: s.patient,
        slot_start: slot,
        status: 'expired',
        created_at: ago(from),
        hold_expires_at: ago(to),
      })
    }
  },
}

const change = ({ query }: SqlDatabase, set: string) => query(`update app.appointments set ${set}`)

/** Makes each forbidden change; each starts with one held appointment. */
const CHANGES: Record<string, (db: SqlDatabase, subjects: Subjects) => Promise<unknown>> = {
  'I5 created in a later status': (db, s) =>
    insertAppointment(db, s.event, { profile_id: s.other, slot_start: s.next }),
  'I5 an appointment was deleted': (db) => db.query('delete from app.appointments'),
  'I5 a change of status that is not listed': async (db) => {
    await change(db, `status = 'cancelled'`)
    await change(db, `status = 'held'`)
  },
  'I5 booked after the hold had expired': (db) =>
    change(db, `status = 'booked', booked_at = hold_expires_at + interval '1 second'`),
  'I5 expired before its time': (db) => change(db, `status = 'expired'`),
  'I5 moved to another patient or event, or while not booked': (db) => change(db, 'place_no = 2'),
}

const names = (found: Violation[]) => [...new Set(found.map(({ violated }) => violated))]

describe('invariants.sql and forbidden-changes.sql', () => {
  let test: TestDatabase
  let subjects: Subjects

  beforeAll(async () => {
    test = await testDatabase()
    await removeProtections(test.database)
    await recordHistory(test.database)
    const event = await buildEvent(test.database)
    const [slot = new Date(), next = new Date()] = await slotsOf(test.database, event)
    const patient = await buildProfile(test.database)
    subjects = { event, slot, next, patient, other: await buildProfile(test.database) }
  })
  afterAll(() => test.close())

  /** Runs `work` in a transaction and rolls it back. */
  const rolledBack = async (work: (db: SqlDatabase) => Promise<void>) => {
    const client = new Client({ connectionString: test.url })
    await client.connect()
    try {
      await client.query('begin')
      await work({ ...test.database, query: (sql, values) => client.query(sql, values) })
    } finally {
      await client.end()
    }
  }

  it('I1 I2 I3 I4 I5: every rule has a test here, and an unchanged database violates none', async () => {
    expect(Object.keys(VIOLATIONS).sort()).toEqual(rulesOf(INVARIANTS).sort())
    expect(Object.keys(CHANGES).sort()).toEqual(rulesOf(FORBIDDEN_CHANGES).sort())
    expect(await findViolations(test.database)).toEqual([])
    expect(await findForbiddenChanges(test.database)).toEqual([])
  })

  it.each(Object.entries(VIOLATIONS))('%s: the violation is found', (rule, violate) =>
    rolledBack(async (db) => {
      await violate(db, subjects)
      expect(names(await findViolations(db))).toContain(rule)
    }),
  )

  it.each(Object.entries(CHANGES))('%s: the change is found in the history', (rule, violate) =>
    rolledBack(async (db) => {
      const held = { profile_id: subjects.patient, status: 'held', hold_expires_at: soon() }
      await insertAppointment(db, subjects.event, { ...held, slot_start: subjects.slot })
      await violate(db, subjects)
      expect(names(await findForbiddenChanges(db))).toEqual([rule])
    }),
  )
})
