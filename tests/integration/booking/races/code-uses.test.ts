import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealer } from '#core/server/security/seal.ts'
import { buildPrivateEvent } from '#tests/fixtures/access-codes.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const LOCK = ' for no key update'
const AT_ONCE = 20

const sealer = createSealer({
  data: [{ id: 'k1', key: randomBytes(32) }],
  lookup: randomBytes(32),
})

let test: TestDatabase
const withoutLock = perFile(() => testDatabase({ poolMax: AT_ONCE }))

/** Replaces code_refusal by a copy without its lock that pauses, so that all have counted before one of them books. */
const breakLock = (database: SqlDatabase) =>
  patchFunction(database, 'booking.code_refusal', (text) => {
    const end = '  return null;\nend'
    expect(text).toContain(LOCK)
    expect(text).toContain(end)
    return text.replace(LOCK, '').replace(end, `  perform pg_catalog.pg_sleep(1);\n${end}`)
  })

beforeAll(async () => {
  test = await testDatabase({ poolMax: AT_ONCE })
  await breakLock(withoutLock.database)
})
afterAll(async () => {
  await test.close()
})

const BOOK = `select b.r_reason as reason from app.events e, booking.book_slot(p_event => e.event_id,
    p_slot => e.starts_at + make_interval(mins => (e.session_minutes * ($2 % 20))::int), p_profile => $2,
    p_key => 'race-' || $2, p_payment_status => 'paid') b where e.event_id = $1`
/** Confirmations share the lock of their event: only the code's own lock orders them. */
const CONFIRM = `select booking.confirm_appointment(appointment_id, profile_id, 'paid') as reason
   from app.appointments where event_id = $1 and profile_id = $2 and status = 'held'`

/** Runs the statement for every patient, as many at once as there are connections, and counts the answers. */
async function runAll(
  database: SqlDatabase,
  statement: string,
  { waiting, eventId }: { waiting: readonly number[]; eventId: number },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await Promise.all(
    waiting.map(async (profile) => {
      const answer = await database
        .query<{ reason: string | null }>(statement, [eventId, profile])
        .then(({ rows }) => rows[0]?.reason ?? 'booked')
        .catch((error: { code?: string }) => `failed ${error.code}`)
      counts[answer] = (counts[answer] ?? 0) + 1
    }),
  )
  return counts
}

/** A private event with a code of which `left` uses are left, and `count` patients who gave it; with `holds`, each holds a place. */
async function scene(
  database: SqlDatabase,
  { count, left, holds, used = 5 }: { count: number; left: number; holds: boolean; used?: number },
) {
  const event = await buildPrivateEvent(
    database,
    sealer,
    { places_per_slot: 40, total_spaces: 800 },
    { mostUses: used + left },
  )
  const { rows } = await database.query<{ profile: number }>(
    `with made as (
       insert into app.profiles (user_id, email, first_name, last_name, birth_date, is_verified)
       select gen_random_uuid(), 'race-' || $1::bigint || '-' || n || '@example.org', 'Arthur', 'Pendle', '1965-01-01', true
         from generate_series(1, $2::int) n returning profile_id)
     insert into app.access_grants (event_id, code_id, profile_id, granted_at)
     select $1, $3, profile_id, app.clock_now() from made returning profile_id as profile`,
    [event.eventId, count + used, event.codeId],
  )
  const patients = rows.map(({ profile }) => profile)
  const waiting = patients.slice(used)
  await runAll(database, BOOK, { waiting: patients.slice(0, used), eventId: event.eventId })
  if (!holds) return { ...event, waiting }
  // More holds than the code has uses: as of patients who held a place by another code and then gave this one.
  await database.query(
    `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key)
     select e.event_id, p.profile, s.at, s.at + make_interval(mins => e.session_minutes), 11 + (p.n - 1) / 20, 'held',
            app.clock_now() + interval '15 minutes', 'seed-' || p.profile
       from unnest($2::bigint[]) with ordinality p (profile, n), app.events e,
            lateral (select e.starts_at + make_interval(mins => (e.session_minutes * ((p.n - 1) % 20))::int) as at) s
      where e.event_id = $1`,
    [event.eventId, waiting],
  )
  return { ...event, waiting }
}

const violatedIn = async (database: SqlDatabase) =>
  (await findViolations(database)).map(({ violated }) => violated)

describe('the last ten uses of an access code', () => {
  it('EVD-05 500 patients who hold a place and book at once: exactly ten are booked', async () => {
    const present = await scene(test.database, { count: 500, left: 10, holds: true })
    expect(await runAll(test.database, CONFIRM, present)).toEqual({
      booked: 10,
      'access-code-used-up': 490,
    })
    expect(await violatedIn(test.database)).toEqual([])
  })

  it('EVD-05 60 patients without a hold: exactly ten are booked', async () => {
    const present = await scene(test.database, { count: 60, left: 10, holds: false })
    expect(await runAll(test.database, BOOK, present)).toEqual({
      booked: 10,
      'access-code-used-up': 50,
    })
    expect(await violatedIn(test.database)).toEqual([])
  })

  it('EVD-05 WAIT-02 looking for who waits takes no lock of a code: an offer locks the patient and the event first', async () => {
    const { eventId } = await scene(test.database, { count: 2, left: 1, holds: false })
    const locks = await test.database.transaction(async ({ kysely }) => {
      await sql`insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
        select event_id, profile_id, true, true, true, app.clock_now() from app.access_grants g
         where event_id = ${eventId} and not exists (select from app.appointments a where a.profile_id = g.profile_id)`.execute(
        kysely,
      )
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from app.events e, booking.first_waiting(e, app.clock_now())
         where e.event_id = ${eventId}`.execute(kysely)
      const locked = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks
         where pid = pg_backend_pid() and relation = 'app.access_codes'::regclass and mode = 'RowShareLock'`.execute(
        kysely,
      )
      return { waiting: rows[0]?.waiting, locks: locked.rows[0]?.count }
    })
    expect(locks).toEqual({ waiting: 1, locks: 0 })
  })

  it('EVD-05 BOOK-07 the event is cancelled while a patient cancels: both succeed', async () => {
    const { eventId } = await scene(test.database, { count: 0, left: 1, holds: false })
    const { query } = test.database
    const { rows: booked } = await query<{ id: string; profile: number }>(
      `select appointment_id as id, profile_id as profile from app.appointments where event_id = $1 order by appointment_id`,
      [eventId],
    )
    for (const { id, profile } of booked.slice(-1)) {
      const cancelled = await test.database.transaction(async ({ kysely }) => {
        await sql`select from app.appointments where appointment_id = ${id} for update`.execute(
          kysely,
        )
        const whole = query('select booking.cancel_event($1)', [eventId])
        whole.catch(() => {})
        await waitForLockWait(test.database)
        await sql`select booking.cancel_appointment(${id}, ${profile})`.execute(kysely)
        return { whole }
      })
      await cancelled.whole
    }
    expect(booked).toHaveLength(5)
    expect(await violatedIn(test.database)).toEqual([])
  })

  it('EVD-05 without the lock on the code bookings fail on the constraint', async () => {
    const { database } = withoutLock
    const present = await scene(database, { count: AT_ONCE, left: 3, holds: true, used: 0 })
    const counts = await runAll(database, CONFIRM, present)
    expect(counts['booked']).toBe(3)
    expect(counts['failed 23514']).toBeGreaterThan(0)
    expect(await violatedIn(database)).toEqual([])
  })

  it('EVD-05 without the lock and the constraint more are booked than the code is for', async () => {
    const { database } = withoutLock
    await database.query('alter table app.access_codes drop constraint access_codes_within_uses')
    const present = await scene(database, { count: AT_ONCE, left: 3, holds: true, used: 0 })
    const { booked = 0 } = await runAll(database, CONFIRM, present)
    expect(booked).toBeGreaterThan(3)
    expect(await violatedIn(database)).toEqual(['EVD-05 uses of a code that nobody has'])
  })
})
